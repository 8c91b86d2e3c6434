import { expect } from "chai";
import { fails, ok } from "../../support/outcome";
import { js } from "../../support/program";
import { useService } from "../../support/service";

describe("function calls of a program", function () {
  const { createProject } = useService(this, {
    seed: {
      domains: [
        { id: "domain-1", domain: "acme.example", status: "verified", open_tracking: true },
        { id: "domain-2", domain: "shop.acme.example", status: "failed" },
      ],
      senders: [
        { id: "sender-1", sender_email: "hello@acme.example", sender_name: "Acme" },
        { id: "sender-2", sender_email: "hello@acme.example", sender_name: "Acme Shop" },
      ],
      lists: [{ id: "list-1", name: "Customers", contact_count: 12, open_percentage: 41.5 }],
    },
  });

  const outputs = async (project: Awaited<ReturnType<typeof createProject>>) =>
    ((await project.state()).resources ?? []).find(({ type }) => type === "pulumi:pulumi:Stack")
      ?.outputs;

  it("wait for unknown arguments and the resources in dependsOn, and then read the service again", async () => {
    const project = await createProject({
      program: js(`
exports.before = em.getSenders({ search: "fresh@" }).then(({ senders }) => senders.length);
const fresh = new em.Sender("fresh", { email: "fresh@acme.example", name: "Fresh" });
exports.after = em.getSendersOutput({ search: "fresh@" }, { dependsOn: [fresh] }).senders.length;
exports.byOutput = em.getSenderOutput({ email: fresh.email }).name;`),
      env: { EMAIL_MARKETING_PREFLIGHT: "off" },
    });
    await ok(project.preview());
    expect(project.newRequests()).to.deep.equal(["POST /senders/search"]);
    await ok(project.up());
    expect(await outputs(project)).to.deep.equal({ before: 0, after: 1, byOutput: "Fresh" });
  });

  it("return unknown outputs, and fail in the Promise form, if a Provider's settings are unknown", async () => {
    const program = (last: string) =>
      js(`
const sender = new em.Sender("later", { email: "later@acme.example", name: "Later" });
const provider = new em.Provider("late", {
  apiKey: process.env.EMAIL_MARKETING_API_KEY,
  account: sender.status.apply((status) => "account-" + status),
});
${last}`);
    const output = "exports.count = em.getDomainsOutput({}, { provider }).domains.length;";
    const env = { EMAIL_MARKETING_PREFLIGHT: "off" };
    const project = await createProject({ program: program(output), env });
    await ok(project.preview());
    expect(project.newRequests()).to.deep.equal([]);
    await ok(project.up());
    expect(await outputs(project)).to.deep.equal({ count: 2 });

    const promise = "exports.count = em.getDomains({}, { provider });";
    const early = await createProject({ program: program(promise) });
    const refused = await fails(early.preview(), 1);
    expect(refused.output).to.include(
      "error: getDomains: settings of its provider are known only after apply. Use getDomainsOutput.",
    );
  });
});
