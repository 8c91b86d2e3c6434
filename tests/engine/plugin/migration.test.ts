import { expect } from "chai";
import { type ServiceProject, useService } from "../../support/service";
import { outputOf } from "../../support/stack";

const program = `
const pulumi = require("@pulumi/pulumi");
const em = require("pulumi-email-marketing");
const news = new em.Sender("news", { email: "news@acme.example", name: "Acme News" });
new em.WebhookActivation("events", { webhookId: "webhook-1", triggers: [1] });
const spring = new em.Campaign("spring", {
  name: "Spring",
  subject: "What is new",
  sender: { email: news.email, name: news.name },
  html: new pulumi.asset.StringAsset("<p>Hello</p>"),
  plainText: pulumi.secret("A text that nobody may see"),
  listIds: ["list-1"],
});
new em.CampaignSchedule("date", { campaignId: spring.id, scheduledAt: "2098-03-01 09:00:00" });
`;

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

  /** Another project of the same name, on the same stack. */
  async function movedOn(from: ServiceProject, yaml: object): Promise<ServiceProject> {
    const state = await from.exportState();
    const to = await createProject({ program: { yaml: { ...yaml } } });
    await to.writeFile("state.json", state.stdout);
    const taken = await to.raw(["stack", "import", "--file", "state.json"]);
    expect(taken.exitCode, taken.output).to.equal(0);
    return to;
  }

  it("moves to the plugin without a change and without a request, and works on there", async () => {
    const dynamic = await createProject({ program });
    const up = await dynamic.up();
    expect(up.exitCode, up.output).to.equal(0);

    const project = await movedOn(dynamic, { resources: resources() });
    project.newRequests();
    const preview = await project.preview(["--diff"]);
    expect(preview.changes, preview.output).to.deep.equal({ same: 5 });
    const moved = await project.up();
    expect(moved.changes, moved.output).to.deep.equal({ same: 5 });
    expect(project.newRequests()).to.deep.equal([]);
    const { resources: held = [] } = await project.state();
    const types = held.map(({ type }) => type).filter((type) => type.includes("emailmarketing:"));
    expect(types.filter((type) => type.startsWith("pulumi-nodejs:"))).to.deep.equal([]);

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
});
