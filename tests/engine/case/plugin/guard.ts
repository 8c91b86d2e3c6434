import { expect } from "chai";
import { fails, ok } from "../../../support/outcome";
import { useService } from "../../../support/service";

const resources = (name = "Acme News") => ({
  news: { type: "emailmarketing:Sender", properties: { email: "news@acme.example", name } },
  events: { type: "emailmarketing:WebhookActivation", properties: { webhookId: "webhook-1" } },
});
/** Beside the first that the engine asks about. */
const sentence =
  "stack config emailmarketing:accountDomain: the account doesn't have the sending domain " +
  "brand.example, so nothing is written to it. Check which account the API key belongs to " +
  "(environment variable EMAIL_MARKETING_API_KEY).";

describe("accountDomain behind the plugin", function () {
  const { createProject, emulator } = useService(this);
  beforeEach("starts with an account of another brand", () => emulator().reset());
  const create = (env: Record<string, string> = {}) =>
    createProject({
      program: { yaml: { resources: resources() } },
      config: { "emailmarketing:accountDomain": "brand.example" },
      env,
    });

  it("fails a preview of new resources once, by one search, whatever preflight says, and not without a key", async () => {
    const project = await create({ EMAIL_MARKETING_PREFLIGHT: "off" });
    const preview = await fails(project.preview());
    expect(preview.output.split("Diagnostics:")[1]?.split(sentence)).to.have.length(2);
    expect(project.newRequests()).to.deep.equal(["POST /domains/search"]);
    await ok(project.preview([], { env: { EMAIL_MARKETING_API_KEY: "" } }));
    expect(project.newRequests()).to.deep.equal([]);
  });

  it("fails the preview of an unchanged program, too, and lets an update write nothing", async () => {
    const project = await create();
    const own = { env: { EMAIL_MARKETING_ACCOUNT_DOMAIN: "" } };
    await project.setConfig("emailmarketing:accountDomain", undefined);
    await ok(project.up([], own));
    const domains = (request: string) => request === "POST /domains/search";
    // For the domain of the new sender.
    expect(project.newRequests().filter(domains)).to.have.length(1);

    await project.setConfig("emailmarketing:accountDomain", "brand.example");
    const unchanged = await fails(project.preview());
    expect(unchanged.output).to.include(sentence);
    await project.writeProgram({ yaml: { resources: resources("Acme Weekly") } });
    project.newRequests();
    await fails(project.up());
    expect(project.newRequests()).to.deep.equal(["POST /domains/search"]);

    await project.setConfig("emailmarketing:accountDomain", "acme.example");
    await ok(project.up());
    expect(project.newRequests().filter(domains)).to.have.length(1);
  });
});

describe("sending behind the plugin", function () {
  const { createProject, emulator } = useService(this);

  it("is refused of what would send email, in the preview and in the update, and of nothing else", async () => {
    const mailing = {
      date: {
        type: "emailmarketing:CampaignSchedule",
        properties: { campaignId: "campaign-2", scheduledAt: "2098-03-01 09:00:00" },
      },
      share: {
        type: "emailmarketing:DomainDnsShare",
        properties: { domainId: "domain-2", recipients: ["dns@acme.example"] },
      },
    };
    const config = { "emailmarketing:sending": "refuse" };
    const refusal =
      'the setting sending is "refuse" (stack config emailmarketing:sending), and this change would send email. To allow email in this stack, set it to "allow".';
    for (const [name, one] of Object.entries(mailing)) {
      const program = { yaml: { resources: { ...resources(), [name]: one } } };
      const project = await createProject({ program, config });
      for (const run of [await fails(project.preview()), await fails(project.up())]) {
        expect(run.output).to.include(`resource '${name}' has a problem: ${refusal}`);
      }
    }
    const project = await createProject({ program: { yaml: { resources: resources() } }, config });
    await ok(project.up());
    emulator().advance(100 * 365 * 24 * 60 * 60 * 1000);
    expect(emulator().snapshot().mails).to.deep.equal([]);
  });
});
