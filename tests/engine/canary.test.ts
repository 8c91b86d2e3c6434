import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { expectNoLeak } from "../support/canary";
import { fails, ok } from "../support/outcome";
import { js } from "../support/program";
import { canaryKeys, useService } from "../support/service";

/** A program with both keys, and with all contact data that the provider can read as outputs. */
const program = (rest = "") =>
  js(`
const { EMAIL_MARKETING_API_KEY: apiKey, EMAIL_MARKETING_VERIFY_KEY: verifyKey } = process.env;
const provider = new em.Provider("acme", { apiKey, verifyKey });
const campaignId = "campaign-1";
exports.contact = em.getContactOutput({ email: "ada@example.com" });
exports.byProvider = em.getContactOutput({ id: "contact-2" }, { provider }).email;
exports.opens = em.getCampaignOpensOutput({ campaignId });
exports.unsubscribes = em.getCampaignUnsubscribesOutput({ campaignId }).rows;
new em.CustomProperty("first", {
  name: "first",
  type: "text",
  description: em.getContactOutput({ id: "contact-3" }).apply(({ email }) => "Asked for by " + email),
}, { provider });
${rest}`);

const failing = `
em.getContact({ email: "alan@example.com" }, { provider }).then(() => { throw new Error("unexpected"); });
`;

describe("API keys and contact data", function () {
  const { createProject, emulator } = useService(this);
  const config = { "emailmarketing:apiKey": { secret: canaryKeys.apiKey } };
  const env = { EMAIL_MARKETING_LOG: "file:calls.log" };

  // The suite's hook after each test also checks the output, the logs, the plan and the backend
  // (tests/support/canary.ts).
  it("appear in no plan, state, log or output of the engine", async () => {
    const project = await createProject({ program: program(), config, env });
    const plan = join(project.dir, "up.plan");
    await ok(project.preview(["--diff", "--save-plan", plan]));
    const planned = JSON.parse(await readFile(plan, "utf8")) as { resourcePlans: object };
    expect(Object.keys(planned.resourcePlans)).to.have.length(3);
    await ok(project.up(["--plan", plan]));
    expect(emulator().snapshot().properties.at(-1)?.description).to.equal(
      "Asked for by alan@example.com",
    );
    const log = await readFile(join(project.dir, "calls.log"), "utf8");
    expect(log).to.include("GET /contacts/{id} try=1 status=200");
    await ok(project.refresh(["--diff"]));
    const exported = await project.exportState();
    expect(exported.stdout).to.include("pulumi:providers:pulumi-nodejs::acme");
    expectNoLeak(exported.stdout, "the exported state");
  });

  it("don't appear in the error about a refused contact look-up", async () => {
    emulator().faults([
      { path: "/contacts/alan%40example.com", times: 9, kind: "status", status: 400 },
    ]);
    const project = await createProject({ program: program(failing), config, env });
    const up = await fails(project.up());
    expect(up.output).to.include("GET /contacts/{id}");
  });
});
