import { expect } from "chai";
import { acmeAccount } from "../../support/acme-account";
import { fails, ok } from "../../support/outcome";
import { js, mailing } from "../../support/program";
import { useService } from "../../support/service";

const refused = (subject: string, place: string, key: string) =>
  `${subject}: ${place}: the account doesn't have the sending domain brand.example, so nothing is written to it. Check which ` +
  `account the API key belongs to (${key}).`;

describe("the setting accountDomain", function () {
  const domains = [
    { domain: "acme.example", status: "verified" },
    { domain: "old.brand.example", status: "verified" },
  ] as const;
  const seed = acmeAccount({
    domains,
    senders: [{ sender_email: "help@acme.example", sender_name: "Help" }],
    lists: [{ id: "list-1", name: "Customers", contact_count: 5 }],
    webhooks: [{ id: "webhook-1", name: "Events", status: "inactive" }],
  });
  const { emulator, createProject } = useService(this, { seed });
  beforeEach("starts with an account of another brand", () => emulator().reset());
  const withBrand = () =>
    emulator().seed({
      ...seed,
      domains: [...domains, { domain: "Brand.Example", status: "not_verified" }],
    });
  const inStack = { "emailmarketing:accountDomain": "brand.example" };
  const ofStack = [
    "stack config emailmarketing:accountDomain",
    "environment variable EMAIL_MARKETING_API_KEY",
  ] as const;

  it("fails a preview once, by one search, whatever preflight says, and not without a key", async () => {
    const env = { EMAIL_MARKETING_PREFLIGHT: "off" };
    const project = await createProject({ program: js(mailing()), config: inStack, env });
    const preview = await fails(project.preview(), 1);
    // The engine prints it while it runs, and once among the diagnostics.
    const diagnostics = preview.output.split("Diagnostics:")[1]?.match(/error: .+/g);
    expect(diagnostics).to.deep.equal([
      `error: ${refused('Sender "news@acme.example" ("news" in the program)', ...ofStack)}`,
    ]);
    expect(project.newRequests()).to.deep.equal(["POST /domains/search"]);
    await ok(project.preview([], { env: { ...env, EMAIL_MARKETING_API_KEY: "" } }));
    expect(project.newRequests()).to.deep.equal([]);
  });

  it("lets an update write nothing, and name each resource", async () => {
    const project = await createProject({ program: js(mailing()), config: inStack });
    const up = await fails(project.up(), 1);
    const subjects = [
      'Sender "news@acme.example"',
      'WebhookActivation "webhook-1"',
      'Campaign "Spring"',
    ];
    for (const subject of subjects) expect(up.output).to.include(refused(subject, ...ofStack));
    const requests = project.newRequests();
    expect(requests.filter((one) => !one.endsWith("/search"))).to.deep.equal([]);
    // All are read at once: for the account, and for the new sender.
    expect(requests.filter((one) => one === "POST /domains/search")).to.have.length(1);
    expect(emulator().snapshot().webhooks[0]?.status).to.equal("inactive");

    withBrand();
    await ok(project.up());
    expect(project.newRequests().filter((one) => one === "POST /domains/search")).to.have.length(1);
    await ok(project.up(), { same: 5 });
    expect(project.newRequests()).to.deep.equal([]);
    // The key of the other account again: neither is the unchanged program right, nor is anything taken away.
    emulator().remove("domains", emulator().snapshot().domains.at(-1)?.id ?? "");
    await fails(project.preview(), 1);
    const destroy = await fails(project.destroy(), 1);
    expect(destroy.output).to.include(refused('WebhookActivation "webhook-1"', ...ofStack));
    expect(emulator().snapshot().webhooks[0]?.status).to.equal("active");
  });
});
