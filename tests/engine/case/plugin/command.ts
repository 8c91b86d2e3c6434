import { expect } from "chai";
import { runIn } from "../../../support/command";
import { fails, ok } from "../../../support/outcome";
import { canaryKeys, useService } from "../../../support/service";
import { outputOf } from "../../../support/stack";

const resources = {
  news: {
    type: "emailmarketing:Sender",
    properties: { email: "news@acme.example", name: "Acme News" },
  },
  spring: {
    type: "emailmarketing:Campaign",
    properties: {
      name: "Spring",
      subject: "What is new",
      sender: { email: outputOf("news.email"), name: outputOf("news.name") },
      html: "<p>Hello</p>",
      listIds: ["list-1"],
    },
  },
};

describe("pulumi-email-marketing in a YAML project", function () {
  const { createProject, emulator } = useService(this);
  this.beforeEach("starts with the example account", () => emulator().reset());
  const config = { "emailmarketing:apiKey": { secret: canaryKeys.apiKey } };

  it("comments a preview, with the findings of the plugin at their resources", async () => {
    const project = await createProject({ program: { yaml: { resources } }, config });
    const preview = await ok(project.preview(["--json"]));
    await project.writeFile("preview.json", preview.stdout);
    const { stdout } = await ok(runIn(project, "comment", "--preview", "preview.json"));
    expect(stdout).to.match(/^### Preview of test\/dev: 2 to create/m);
    expect(stdout).to.match(/^- create Sender \*\*news\*\*/m);
    expect(stdout).to.match(/^- ⚠️ Campaign \*\*spring\*\*: .*`unsubscribe-missing`$/m);
  });

  it("shows drift of what the plugin manages", async () => {
    const project = await createProject({ program: { yaml: { resources } }, config });
    await ok(project.up());
    const none = await runIn(project, "drift");
    expect([none.exitCode, none.stdout], none.output).to.deep.equal([
      0,
      'Not compared: 1 Campaign: only an extended operation reads it: set emailmarketing:operations to "extended", and run pulumi up.\nNo drift in 1 object.\n',
    ]);
    const { senders } = emulator().snapshot();
    const news = senders.find(({ sender_email }) => sender_email === "news@acme.example");
    emulator().patch("senders", news?.id ?? "", { sender_name: "Renamed" });
    const drift = await fails(runIn(project, "drift"), 2);
    expect(drift.stdout).to.match(/^changed +Sender +news +name +"Acme News" +"Renamed"$/m);
  });
});
