import { expect } from "chai";
import { fails } from "../../support/outcome";
import { js } from "../../support/program";
import { useService } from "../../support/service";

const stackFrame = /^[ \t]+at .+[:(]/m;

/** A resource whose create starts with a write, and one whose create starts with a read. */
const program = js(`
new em.CustomProperty("level", { name: "level", type: "text" });
new em.Sender("hi", { email: "hi@acme.example", name: "Hi" });`);

describe("a wrong API key in the environment", function () {
  const { createProject } = useService(this);

  const wrong = { EMAIL_MARKETING_API_KEY: "wrong" };
  const refusedKey =
    'the service replied "Authorization failed" (401, POST /senders/search). The key was read from environment variable EMAIL_MARKETING_API_KEY; correct it there.';
  it("causes an error that shows where the key was set", async () => {
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
});
