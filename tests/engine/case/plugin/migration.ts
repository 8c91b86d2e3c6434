import { expect } from "chai";
import { ok } from "../../../support/outcome";
import { js } from "../../../support/program";
import { type ServiceProject, useService } from "../../../support/service";
import { outputOf, type Program } from "../../../support/stack";

/** The program with dynamic resources. `options` is a JavaScript expression for the options of a kind. */
const program = ({ options = "{}", subject = "What is new" } = {}) =>
  js(`
const of = (kind) => (${options});
const news = new em.Sender("news", { email: "news@acme.example", name: "Acme News" }, of("Sender"));
const events = { webhookId: "webhook-1", triggers: [1] };
new em.WebhookActivation("events", events, of("WebhookActivation"));
const spring = new em.Campaign("spring", {
  name: "Spring",
  subject: "${subject}",
  sender: { email: news.email, name: news.name },
  html: new pulumi.asset.StringAsset("<p>Hello</p>"),
  plainText: pulumi.secret("A text that nobody may see"),
  listIds: ["list-1"],
}, of("Campaign"));
const date = { campaignId: spring.id, scheduledAt: "2098-03-01 09:00:00" };
new em.CampaignSchedule("date", date, of("CampaignSchedule"));`);

/** The options that docs/guides/languages.md shows. */
const aliased = '{ aliases: [{ type: "emailmarketing:index:" + kind }] }';

/** The same resources in YAML for the plugin. */
const resources = (subject = "What is new") => ({
  news: {
    type: "emailmarketing:Sender",
    properties: { email: "news@acme.example", name: "Acme News" },
  },
  events: {
    type: "emailmarketing:WebhookActivation",
    properties: { webhookId: "webhook-1", triggers: [1] },
  },
  spring: {
    type: "emailmarketing:Campaign",
    properties: {
      name: "Spring",
      subject,
      sender: { email: outputOf("news.email"), name: outputOf("news.name") },
      html: { "fn::stringAsset": "<p>Hello</p>" },
      plainText: { "fn::secret": "A text that nobody may see" },
      listIds: ["list-1"],
    },
  },
  date: {
    type: "emailmarketing:CampaignSchedule",
    properties: { campaignId: outputOf("spring.id"), scheduledAt: "2098-03-01 09:00:00" },
  },
});

describe("a stack of dynamic resources", function () {
  const { createProject, emulator } = useService(this);
  this.beforeEach("starts with the example account", () => emulator().reset());

  /** Creates another project with the same name, and imports the state of the stack into it. */
  async function movedOn(from: ServiceProject, program: Program): Promise<ServiceProject> {
    const state = await from.exportState();
    const to = await createProject({ program });
    await to.writeFile("state.json", state.stdout);
    await ok(to.raw(["stack", "import", "--file", "state.json"]));
    return to;
  }

  it("moves to the plugin and back without a replacement or a request", async () => {
    const first = await createProject({ program: program() });
    await ok(first.up());
    const there = await movedOn(first, { yaml: { resources: resources() } });
    there.newRequests();
    await ok(there.preview(["--diff"]), { same: 5 });
    await ok(there.up(), { same: 5 });
    expect(there.newRequests()).to.deep.equal([]);
    await ok(there.refresh(), { same: 5 });

    const back = await movedOn(there, program({ options: aliased }));
    back.newRequests();
    await ok(back.preview(["--diff"]), { update: 4, same: 1 });
    // No input that the provider sends has changed.
    expect(back.newRequests()).to.deep.equal([]);
    await ok(back.up(), { update: 4, same: 1 });
    expect(back.newRequests()).to.deep.equal([]);
    expect(await typesOf(back)).to.deep.equal([
      "pulumi-nodejs:dynamic/emailmarketing:Campaign",
      "pulumi-nodejs:dynamic/emailmarketing:CampaignSchedule",
      "pulumi-nodejs:dynamic/emailmarketing:Sender",
      "pulumi-nodejs:dynamic/emailmarketing:WebhookActivation",
    ]);

    // Without the aliases, the stack is the same as before the move.
    await back.writeProgram(program());
    await ok(back.up(), { same: 5 });
    await ok(back.refresh(), { same: 5 });
    back.newRequests();
    await back.writeProgram(program({ subject: "What is newer" }));
    await ok(back.up(), { update: 1, same: 4 });
    expect(back.newRequests()).to.deep.equal(["PUT /campaign/campaign-3"]);
    await ok(back.destroy(), { delete: 5 });
  });
});

/** The types of the package's resources in the state, without duplicates. */
async function typesOf(project: ServiceProject): Promise<string[]> {
  const { resources: held = [] } = await project.state();
  const types = held
    .map(({ type }) => type)
    .filter((type) => /emailmarketing:[^:]+:|\/emailmarketing:/.test(type));
  return [...new Set(types)].sort();
}
