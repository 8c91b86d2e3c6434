import { expect } from "chai";
import { fails, ok } from "../../support/outcome";
import { js } from "../../support/program";
import { useService } from "../../support/service";

const stackFrame = /^[ \t]+at .+[:(]/m;

/** A resource of each way of sending: a write, and a read before a write; and a function. */
const program = js(`
new em.CustomProperty("level", { name: "level", type: "text" });
new em.Sender("hi", { email: "hi@acme.example", name: "Hi" });`);
describe("bad settings on the engine", function () {
  const { createProject } = useService(this);

  const wrong = { EMAIL_MARKETING_API_KEY: "wrong" };
  const refusedKey =
    'the service replied "Authorization failed" (401, POST /senders/search). The key was read from environment variable EMAIL_MARKETING_API_KEY; correct it there.';
  it("names the source of a wrong key", async () => {
    const project = await createProject({ program, env: wrong });
    const up = await fails(project.up(), 1);
    expect(up.output).to.include(`error: Sender "hi@acme.example": ${refusedKey}`);
    expect(up.output).to.not.match(stackFrame);
    const all = await fails(project.up(["--continue-on-error"]), 1);
    const [, diagnostics = ""] = all.output.split("Diagnostics:");
    expect(diagnostics.match(/error: .*401, /g)).to.have.length(2);
    expect(diagnostics.match(/error: .*correct it there/g)).to.have.length(1);
    expect(diagnostics).to.include("). It is the key that another error says more about.");
  });

  it("asks for a missing key only when a request is needed, and says what to run", async () => {
    // One resource: the engine may begin no second one after a failure.
    const one = js(`
new em.CustomProperty("level", { name: "level", type: "text" });`);
    const project = await createProject({ program: one, env: { EMAIL_MARKETING_API_KEY: "" } });
    await ok(project.preview());
    const up = await fails(project.up(), 1);
    expect(up.output).to.include(
      'CustomProperty "level": missing required setting "apiKey". Run: pulumi config set --secret emailmarketing:apiKey. Or set EMAIL_MARKETING_API_KEY in the environment, or argument apiKey of an explicit Provider.',
    );
  });

  it("refuses a key in plain text and an unknown setting in the stack config, once and with the command", async () => {
    const config = { "emailmarketing:apiKey": "clear-key", "emailmarketing:sendng": "refuse" };
    const both = `${program}exports.domains = em.getDomains();`;
    const preview = await fails((await createProject({ program: both, config })).preview(), 1);
    const sentences = [
      "emailmarketing:apiKey is stored in plain text in the stack config. Run: pulumi config set --secret emailmarketing:apiKey",
      'stack config emailmarketing:sendng: unknown setting "sendng"; did you mean "sending"?',
    ];
    const diagnostics = preview.output.slice(preview.output.indexOf("Diagnostics:"));
    for (const sentence of sentences) {
      expect(diagnostics.split(sentence), preview.output).to.have.length(2);
    }
    expect(preview.output).to.not.include("clear-key");
  });
});
