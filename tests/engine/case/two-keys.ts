import { expect } from "chai";
import { ok } from "../../support/outcome";
import { js, programsByRuntime, webhook } from "../../support/program";
import { canaryKeys, type ServiceProject, useService } from "../../support/service";

const sentence =
  "apiKey: stack config emailmarketing:apiKey and environment variable EMAIL_MARKETING_API_KEY hold different keys, and the one in stack config emailmarketing:apiKey is used. Set a key in one place only.";

/** Only the key in the stack config is valid, so a phase that succeeds has used this key. */
const places = {
  config: { "emailmarketing:apiKey": { secret: canaryKeys.apiKey } },
  env: { EMAIL_MARKETING_API_KEY: "the-key-of-a-preview" },
};

async function toldIn(project: ServiceProject, phase: "preview" | "up" | "refresh" | "destroy") {
  const run = await ok(project[phase]());
  expect(run.output).to.not.include("the-key-of-a-preview");
  const [shown, diagnostics = shown] = run.output.split("Diagnostics:");
  return (diagnostics ?? "").split(sentence).length - 1;
}

const phases = ["preview", "up", "refresh", "destroy"] as const;

describe("two different API keys in one stack", function () {
  const { createProject } = useService(this);

  it("are reported once in each of preview, up, refresh and destroy (dynamic resources and functions)", async () => {
    const program = js(`
new em.Sender("news", { email: "news@acme.example", name: "Acme News" });
${webhook()}`);
    const project = await createProject({ program, ...places });
    for (const phase of phases) expect(await toldIn(project, phase), phase).to.equal(1);
    await project.writeProgram(
      `exports.senders = require("pulumi-email-marketing").getSendersOutput({}).senders.length;`,
    );
    expect(await toldIn(project, "preview")).to.equal(1);
  });

  it("are reported once in a preview and once in an update (the plugin)", async () => {
    const sender = { email: "news@acme.example", name: "Acme News" };
    const program = programsByRuntime["the plugin"]({ news: ["Sender", sender] });
    const project = await createProject({ program, ...places });
    for (const phase of ["preview", "up"] as const) {
      expect(await toldIn(project, phase), phase).to.equal(1);
    }
  });
});
