import { expect } from "chai";
import { ok } from "../../support/outcome";
import { campaign, js } from "../../support/program";
import { useService } from "../../support/service";

describe("an account that preflight can't ask", function () {
  const { createProject } = useService(this);
  const wrongKey = { EMAIL_MARKETING_API_KEY: "wrong" };
  const refused = 'the service replied "Authorization';

  it("is reported where a change can't ask, and fails the preview where the setting says so", async () => {
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
