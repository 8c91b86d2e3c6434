import { expect } from "chai";
import { fails, ok } from "../../support/outcome";
import { campaign, js } from "../../support/program";
import { useService } from "../../support/service";

describe("an account that preflight can't ask", function () {
  const { createProject } = useService(this);

  const two = js(`
new em.Sender("one", { email: "one@acme.example", name: "One" });
new em.Sender("two", { email: "two@acme.example", name: "Two" });`);
  const wrongKey = { EMAIL_MARKETING_API_KEY: "wrong" };
  const refused = 'the service replied "Authorization';

  it("is reported once, and fails the preview where the setting says so", async () => {
    const project = await createProject({ program: two, env: wrongKey });
    const preview = await fails(
      project.preview(["--json"], {
        env: { EMAIL_MARKETING_PREFLIGHT: "error" },
      }),
      1,
    );
    const { diagnostics = [] } = JSON.parse(preview.stdout) as {
      diagnostics?: { message: string; severity: string }[];
    };
    expect(diagnostics.map((one) => one.severity)).to.deep.equal(["error"]);
    expect(diagnostics[0]?.message).to.include(`preflight could not check the account: ${refused}`);
  });

  it("is reported where a change can't ask, too, and fails the preview where the setting says so", async () => {
    const program = (list: string) => js(campaign({ inputs: `listIds: ["${list}"]` }));
    const project = await createProject({ program: program("list-1") });
    await ok(project.up());
    await project.writeProgram(program("list-2"));
    for (const [mode, exitCode] of [
      ["warn", 0],
      ["error", 1],
    ] as const) {
      const env = { ...wrongKey, EMAIL_MARKETING_PREFLIGHT: mode };
      const preview = await project.preview([], { env });
      expect(preview.exitCode, preview.output).to.equal(exitCode);
      expect(preview.output).to.include(`preflight could not check the account: ${refused}`);
    }
  });
});
