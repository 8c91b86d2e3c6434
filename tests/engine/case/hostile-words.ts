import { expect } from "chai";
import { expectHarmless, hostileNames, useHostileNames } from "../../support/hostile-words";
import { fails, ok } from "../../support/outcome";
import { dated, programsByRuntime, type Resources } from "../../support/program";
import { useService } from "../../support/service";

const ids = Object.keys(hostileNames).map((_, at) => at);
const sender = { email: "news@acme.example", name: "News" };
const mail = { subject: "New", plainText: "Hi. %%unsubscribe%%", sender };

const seed = {
  domains: [
    { domain: "acme.example", status: "verified" as const },
    ...ids.map((at) => ({ domain: `d${at}.example` })),
  ],
  senders: [{ sender_email: sender.email, sender_name: sender.name }],
  lists: ids.map((at) => ({ id: `list-${at}`, name: `spoiled-${at}`, contact_count: at % 2 })),
  webhooks: ids.map((at) => ({ id: `w-${at}`, name: `spoiled-${at}`, url: "https://a.example/x" })),
};

/** A program whose preview reports all hostile names: of empty lists, of domain statuses and of ids. */
const previewed: Resources = {
  mail: ["Campaign", { name: "Spring", ...mail, listIds: ids.map((at) => `list-${at}`) }],
  date: dated("mail", "2098-03-20 09:00:00"),
  hook: ["WebhookActivation", { webhookId: "w-none", active: true }],
  ...Object.fromEntries(
    Object.values(hostileNames)
      // YAML doesn't accept some characters that JSON doesn't escape.
      .filter((name) => !/[\p{Cc}\ufeff]/u.test(JSON.stringify(name)))
      .map((name, at) => [
        `id${at}`,
        ["WebhookActivation", { webhookId: name.slice(0, 100), active: true }],
      ]),
  ),
  ...Object.fromEntries(
    ids.map((at) => [`s${at}`, ["Sender", { email: `a@d${at}.example`, name: "A" }]]),
  ),
};
const refused: Resources = Object.fromEntries(
  ids.map((at) => [`p${at}`, ["CustomProperty", { name: `prop${at}`, type: "text" }]]),
);

for (const [way, programOf] of Object.entries(programsByRuntime)) {
  describe(`names with control characters and pipeline commands (${way})`, function () {
    const { createProject, emulator } = useService(this, { seed });
    const spoiling = useHostileNames(this, emulator);

    it("are shown harmlessly in previews and failed updates", async () => {
      const env = {
        EMAIL_MARKETING_BASE_URL: spoiling(),
        EMAIL_MARKETING_OPERATIONS: "extended",
        EMAIL_MARKETING_REQUESTS_PER_SECOND: "50",
      };
      const project = await createProject({ program: programOf(previewed), env });
      const { output } = await ok(project.preview());
      for (const check of [
        "list-empty",
        "campaign-audience campaignId list-0=0 list-1=1",
        "sender-domain-unverified",
        "webhook-unknown",
      ]) {
        expect(output).to.include(`[${check}`);
      }
      expectHarmless(output);
      await project.writeProgram(programOf(refused));
      const failed = await fails(project.up(["--continue-on-error"]), 1);
      expect(failed.output).to.include("the service replied");
      expectHarmless(failed.output);
    });
  });
}
