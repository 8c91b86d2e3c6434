import { expect } from "chai";
import { head } from "../../corpus/program";
import { useService } from "../../support/service";

describe("an account that preflight can't ask", function () {
  const { createProject, emulator } = useService(this);

  const two = `${head}
new em.Sender("one", { email: "one@acme.example", name: "One" });
new em.Sender("two", { email: "two@acme.example", name: "Two" });
`;
  const withoutKey = { EMAIL_MARKETING_API_KEY: "" };
  const wrongKey = { EMAIL_MARKETING_API_KEY: "wrong" };
  const nobody = { EMAIL_MARKETING_BASE_URL: "http://127.0.0.1:1/v1" };
  const missing = 'missing required setting "apiKey". Set argument apiKey of';
  const refused = 'the service replied "Authorization';
  const gone = "can't connect to http://127.0.0.1:1/v1 (ECONNREFUSED";
  for (const [situation, env, mode, exitCode, reason] of [
    ["it has no key", withoutKey, "warn", 0, missing],
    ["it has no key, whatever the setting", withoutKey, "error", 0, missing],
    ["it has a wrong key", wrongKey, "warn", 0, refused],
    ["it has a wrong key, and fails where the setting says so", wrongKey, "error", 1, refused],
    ["it can't connect", nobody, "warn", 0, gone],
    ["it can't connect, and fails where the setting says so", nobody, "error", 1, gone],
  ] as const) {
    it(`is reported once where ${situation}`, async () => {
      const project = await createProject({ program: two, env });
      const preview = await project.preview(["--json"], {
        env: { EMAIL_MARKETING_PREFLIGHT: mode },
      });
      expect(preview.exitCode, preview.output).to.equal(exitCode);
      const { diagnostics = [] } = JSON.parse(preview.stdout) as {
        diagnostics?: { message: string; severity: string }[];
      };
      const severity = exitCode === 0 ? "warning" : "error";
      expect(diagnostics.map((one) => one.severity)).to.deep.equal([severity]);
      expect(diagnostics[0]?.message).to.include("preflight could not check the account: ");
      expect(diagnostics[0]?.message).to.include(reason);
    });
  }

  it("is reported where a change can't ask, too, and fails the preview where the setting says so", async () => {
    const program = (list: string) => `${head}
new em.Campaign("spring", { name: "Spring", subject: "News", plainText: "Hello. %%unsubscribe%%", sender: { email: "hello@acme.example", name: "Acme" }, listIds: ["${list}"] });
`;
    const project = await createProject({ program: program("list-1") });
    const up = await project.up();
    expect(up.exitCode, up.output).to.equal(0);
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

  it("is reported once where the service refuses for too many requests", async () => {
    const project = await createProject({ program: two });
    emulator().faults([{ path: "*", times: 1000, kind: "status", status: 429 }]);
    const preview = await project.preview(["--json"], {
      env: { EMAIL_MARKETING_DEADLINE_SECONDS: "1" },
    });
    emulator().faults([]);
    expect(preview.exitCode, preview.output).to.equal(0);
    expect(preview.stdout.split("preflight could not check the account: ")).to.have.length(2);
  });
});
