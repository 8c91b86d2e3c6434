import { expect } from "chai";
import { withHooks } from "../../support/language-host";
import { fails } from "../../support/outcome";
import { jsBy, mail, runtimes } from "../../support/program";
import { runtimeNames } from "../../support/runtime";
import { changingRequests, useService } from "../../support/service";

const statements = `
const [one, two, opts] = [1, 2, 3].map((most) => ({
  hooks: { onError: [new pulumi.ErrorHook("tries-" + most, async ({ errors }) => errors.length < most)] },
}));
[one, two, opts].forEach((tries, at) => {
  const name = "spring-" + (at + 1);
  new em.Campaign(name, { ...${JSON.stringify(mail)}, name }, tries);
});
new em.CustomProperty("tier", { name: "tier", type: "text" }, opts);
new em.DomainDnsShare("records", { domainId: "domain-2", recipients: ["dns@acme.example"] }, opts);
new em.WebhookActivation("events", { webhookId: "webhook-1" }, opts);`;

describe("an ErrorHook that repeats creates", function () {
  const { createProject, emulator } = useService(this);
  beforeEach("starts anew", () => emulator().reset());

  for (const way of runtimes) {
    it(`causes no second request if the service may have carried out the first request (${runtimeNames[way]})`, async () => {
      const project = await createProject({
        program: jsBy(way, statements),
        hasPlugin: true,
        env: await withHooks(),
      });
      const lost = { method: "POST", kind: "reset-after" } as const;
      emulator().faults([
        { ...lost, path: "/campaign", times: 3 },
        { ...lost, path: "/contact/property", times: 1 },
        { ...lost, path: "/domains/*", times: 1 },
        { path: "/webhooks/toggle/*", times: 1, kind: "status", status: 400 },
      ]);
      const up = await fails(project.up(["--continue-on-error"]));
      expect(up.output.match(/retrying create due to on-error hook/g)?.length).to.be.at.least(4);
      expect(changingRequests(emulator().requests()).sort()).to.deep.equal([
        ...["POST /campaign", "POST /campaign", "POST /campaign", "POST /contact/property"],
        ...["POST /domains/domain-2/share"],
        ...["POST /webhooks/toggle/webhook-1", "POST /webhooks/toggle/webhook-1"],
      ]);
      const { resources = [] } = await project.state();
      const kept = resources.flatMap(({ urn, id = "" }) => {
        const name = urn.split("::").at(-1) ?? "";
        return id === "" || urn.includes("pulumi:providers") ? [] : [[name, id] as const];
      });
      const unknown = "spring-1 spring-2 spring-3 tier".split(" ");
      expect(kept.map(([name]) => name).sort()).to.deep.equal(["events", ...unknown]);
      for (const [name, id] of kept) {
        expect(id).to.match(name === "events" ? /^webhook-1$/ : /^unknown:\d+$/);
      }
      const sent = project.newRequests().length;
      expect(sent).to.be.above(0);
      await fails(project.up(["--continue-on-error"]));
      expect(project.newRequests()).to.deep.equal(["POST /domains/domain-2/share"]);
    });
  }
});
