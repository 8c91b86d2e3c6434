import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { fails, ok } from "../../support/outcome";
import { js } from "../../support/program";
import { canaryKeys, sent, useEmulator, useService } from "../../support/service";

describe("a stack", function () {
  const { createProject, emulator } = useService(this);
  const other = useEmulator(this, {
    apiKey: "canary-other-1c9e4d7b3a5f6082",
    seed: {
      domains: [
        { id: "domain-9", domain: "beta.example", status: "verified", open_tracking: false },
      ],
      webhooks: [{ id: "webhook-1", name: "Events", status: "inactive" }],
    },
  });

  it("sends each of two accounts only the requests of that account's resources and functions", async () => {
    const project = await createProject({
      program: js(`
const config = new pulumi.Config();
const beta = new em.Provider("beta", { apiKey: config.requireSecret("betaKey"), baseUrl: config.require("betaUrl"), account: "beta" });
new em.Sender("main", { email: "main@acme.example", name: "Main" });
new em.Sender("partner", { email: "beta@beta.example", name: "Beta" }, { provider: beta });
class Brand extends pulumi.ComponentResource {
  constructor(name, opts) {
    super("acme:index:Brand", name, {}, opts);
    new em.WebhookActivation("events", { webhookId: "webhook-1" }, { parent: this });
    this.domains = em.getDomainsOutput({}, { parent: this }).domains;
    this.registerOutputs({ domains: this.domains });
  }
}
const brand = new Brand("brand", { providers: [beta] });
exports.ofBrand = brand.domains.apply((all) => all.map(({ domain }) => domain));
exports.ofMain = em.getDomainsOutput({ search: "acme" }).domains.apply((all) => all.map(({ domain }) => domain));
exports.ofBeta = em.getDomains({ search: "beta" }, { provider: beta }).then(({ domains }) => domains.map(({ domain }) => domain));`),
      config: { betaUrl: other().baseUrl, betaKey: { secret: "canary-other-1c9e4d7b3a5f6082" } },
    });
    await ok(project.upWithPreview());
    expect(
      sent(other().requests())
        .filter((one) => !one.endsWith("/search"))
        .sort(),
    ).to.deep.equal(["POST /senders", "POST /webhooks/toggle/webhook-1"]);
    expect(
      other()
        .snapshot()
        .senders.map(({ sender_email }) => sender_email),
    ).to.deep.equal(["beta@beta.example"]);
    const { resources = [] } = await project.state();
    const outputs = (name: string) =>
      resources.find(({ urn }) => urn.endsWith(`::${name}`))?.outputs;
    expect(outputs("main")?.account).to.equal("loopback");
    expect(outputs("partner")?.account).to.equal("beta");
    expect(outputs("events")?.account).to.equal("beta");
    const stack = resources.find(({ type }) => type === "pulumi:pulumi:Stack")?.outputs;
    expect(stack, JSON.stringify(stack)).to.deep.include({
      ofBrand: ["beta.example"],
      ofMain: ["acme.example"],
      ofBeta: ["beta.example"],
    });

    project.newRequests();
    const before = other().requests().length;
    await ok(project.refresh(), { same: 6 });
    const asked = ["POST /senders/search"];
    expect(sent(other().requests().slice(before))).to.deep.equal(asked);
    expect(project.newRequests()).to.deep.equal(asked);
    await ok(project.destroy());
    expect(other().snapshot().webhooks[0]?.status).to.equal("inactive");
    expect(
      (project.printed() + JSON.stringify(await project.state())).includes("canary-other"),
    ).to.equal(false);
  });

  it("shows no change in a preview if only the environment variables for log, preflight, rate limit and deadline change", async () => {
    const project = await createProject({
      program: js(`
const config = new pulumi.Config();
const eu = new em.Provider("eu", { apiKey: config.requireSecret("euKey"), account: "eu" });
new em.Sender("everywhere", { email: "everywhere@acme.example", name: "Everywhere" });
new em.Sender("everywhere-eu", { email: "everywhere@acme.example", name: "Everywhere" }, { provider: eu });
exports.domains = em.getDomains({ search: "acme" }, { provider: eu }).then(({ domains }) => domains.length);`),
      config: {
        euKey: { secret: canaryKeys.apiKey },
        "emailmarketing:timeoutSeconds": "20",
      },
    });
    const log = join(project.dir, "..", "requests.log");
    const modes = {
      EMAIL_MARKETING_LOG: `file:${log}`,
      EMAIL_MARKETING_PREFLIGHT: "error",
      EMAIL_MARKETING_REQUESTS_PER_SECOND: "10",
      EMAIL_MARKETING_DEADLINE_SECONDS: "60",
    };
    await ok(project.up([], { env: { ...modes, EMAIL_MARKETING_LOG: "" } }));
    for (const env of [{}, modes, { ...modes, EMAIL_MARKETING_PREFLIGHT: "off" }]) {
      await ok(project.preview(["--expect-no-changes"], { env }));
    }
    const { resources = [] } = await project.state();
    const provider = resources.find(({ urn }) => urn.endsWith("::eu"));
    expect(Object.keys(provider?.inputs ?? {}).sort()).to.deep.equal([
      "emailmarketing:account",
      "emailmarketing:apiKey",
      "emailmarketing:baseUrl",
      "emailmarketing:explicitProvider",
      "emailmarketing:timeoutSeconds",
      "emailmarketing:verifyUrl",
    ]);
    // The processes of the explicit Provider use environment variables that aren't stored with the Provider.
    await ok(project.refresh(["--target", "**everywhere-eu"], { env: modes }));
    expect(await readFile(log, "utf8")).to.include("/senders/search");
  });

  it("uses a new API key in a refresh if pulumi up has run before, as the error about the old key advises", async () => {
    const rotated = canaryKeys.apiKey;
    const project = await createProject({
      program: js(`
new em.Sender("rotating", { email: "rotating@acme.example", name: "Rotating" });`),
      config: { "emailmarketing:apiKey": { secret: "old-key" } },
      env: { EMAIL_MARKETING_API_KEY: "" },
    });
    const old = await fails(project.up(), 1);
    expect(old.output).to.include(
      "The key was read from stack config emailmarketing:apiKey; correct it there. refresh and destroy use the key that the last pulumi up stored: run pulumi up first, or add --run-program.",
    );
    await project.setConfig("emailmarketing:apiKey", { secret: rotated });
    await ok(project.up());
    await ok(project.refresh(), { same: 2 });
    const exported = await project.exportState();
    expect(exported.stdout.includes(rotated)).to.equal(false);
    expect(
      emulator()
        .snapshot()
        .senders.some(({ sender_name }) => sender_name === "Rotating"),
    ).to.equal(true);
  });
});
