import { expect } from "chai";
import { type ServiceProject, useService } from "../../../support/service";
import { outputOf, type Program } from "../../../support/stack";

/** The program with dynamic resources; `options` is an expression for the options of a kind. */
const program = ({ options = "{}", subject = "What is new" } = {}) => `
const pulumi = require("@pulumi/pulumi");
const em = require("pulumi-email-marketing");
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
new em.CampaignSchedule("date", date, of("CampaignSchedule"));
`;

/** As docs/guides/languages.md says it. */
const aliased = '{ aliases: [{ type: "emailmarketing:index:" + kind }] }';

/** The same in YAML, for the plugin. */
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

  /** Another project of the same name, on the same stack. */
  async function movedOn(from: ServiceProject, program: Program): Promise<ServiceProject> {
    const state = await from.exportState();
    const to = await createProject({ program });
    await to.writeFile("state.json", state.stdout);
    const taken = await to.raw(["stack", "import", "--file", "state.json"]);
    expect(taken.exitCode, taken.output).to.equal(0);
    return to;
  }

  it("moves to the plugin without a change and without a request, and works on there", async () => {
    const dynamic = await createProject({ program: program() });
    const up = await dynamic.up();
    expect(up.exitCode, up.output).to.equal(0);

    const project = await movedOn(dynamic, { yaml: { resources: resources() } });
    project.newRequests();
    const preview = await project.preview(["--diff"]);
    expect(preview.changes, preview.output).to.deep.equal({ same: 5 });
    const moved = await project.up();
    expect(moved.changes, moved.output).to.deep.equal({ same: 5 });
    expect(project.newRequests()).to.deep.equal([]);
    expect(await typesOf(project)).to.deep.equal([
      "emailmarketing:index:Campaign",
      "emailmarketing:index:CampaignSchedule",
      "emailmarketing:index:Sender",
      "emailmarketing:index:WebhookActivation",
    ]);

    const again = await project.up();
    expect(again.changes, again.output).to.deep.equal({ same: 5 });
    const refresh = await project.refresh();
    expect(refresh.changes, refresh.output).to.deep.equal({ same: 5 });
    project.newRequests();
    await project.writeProgram({ yaml: { resources: resources("What is newer") } });
    const change = await project.up();
    expect(change.changes, change.output).to.deep.equal({ update: 1, same: 4 });
    expect(project.newRequests()).to.deep.equal(["PUT /campaign/campaign-3"]);
    const destroy = await project.destroy();
    expect(destroy.changes, destroy.output).to.deep.equal({ delete: 5 });
    expect(emulator().snapshot().webhooks[0]?.status).to.equal("inactive");
  });

  it("moves there and back again without a replacement and without a request, and works on", async () => {
    const first = await createProject({ program: program() });
    const up = await first.up();
    expect(up.exitCode, up.output).to.equal(0);
    const there = await movedOn(first, { yaml: { resources: resources() } });
    const moved = await there.up();
    expect(moved.changes, moved.output).to.deep.equal({ same: 5 });

    const back = await movedOn(there, program({ options: aliased }));
    back.newRequests();
    const preview = await back.preview(["--diff"]);
    expect(preview.exitCode, preview.output).to.equal(0);
    expect(preview.changes, preview.output).to.deep.equal({ update: 4, same: 1 });
    // A preview looks into the account for whatever is shown as changed.
    expect(back.newRequests()).to.deep.equal(["GET /list/list-1"]);
    const returned = await back.up();
    expect(returned.exitCode, returned.output).to.equal(0);
    expect(returned.changes, returned.output).to.deep.equal({ update: 4, same: 1 });
    expect(back.newRequests()).to.deep.equal([]);
    expect(await typesOf(back)).to.deep.equal([
      "pulumi-nodejs:dynamic/emailmarketing:Campaign",
      "pulumi-nodejs:dynamic/emailmarketing:CampaignSchedule",
      "pulumi-nodejs:dynamic/emailmarketing:Sender",
      "pulumi-nodejs:dynamic/emailmarketing:WebhookActivation",
    ]);

    // The aliases go, and all is as if it had never moved.
    await back.writeProgram(program());
    const again = await back.up();
    expect(again.changes, again.output).to.deep.equal({ same: 5 });
    const refresh = await back.refresh();
    expect(refresh.changes, refresh.output).to.deep.equal({ same: 5 });
    back.newRequests();
    await back.writeProgram(program({ subject: "What is newer" }));
    const change = await back.up();
    expect(change.changes, change.output).to.deep.equal({ update: 1, same: 4 });
    expect(back.newRequests()).to.deep.equal(["PUT /campaign/campaign-3"]);
    const destroy = await back.destroy();
    expect(destroy.changes, destroy.output).to.deep.equal({ delete: 5 });
  });
});

/** The types of the package in a state, each once. */
async function typesOf(project: ServiceProject): Promise<string[]> {
  const { resources: held = [] } = await project.state();
  const types = held
    .map(({ type }) => type)
    .filter((type) => /emailmarketing:[^:]+:|\/emailmarketing:/.test(type));
  return [...new Set(types)].sort();
}
