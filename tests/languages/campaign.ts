import { delimiter, join } from "node:path";
import { expect } from "chai";
import { requireLanguage } from "../../tools/engine/language-host";
import { pythonEnvironment } from "../../tools/language/python-environment";
import { runTool } from "../../tools/language/requirement";
import { installSdk, type Language, languages } from "../../tools/sdk/install";
import { pythonTools } from "../../tools/sdk/pack";
import { installPlugin } from "../support/install-plugin";
import { ok } from "../support/outcome";
import { canaryKeys, useEmulator, useService } from "../support/service";
import { sharedEngine } from "../support/stack";

const repository = join(__dirname, "..", "..");
const tsx = ["--import", "tsx", "--test"];

/** Commands that run the tests beside each program, as the README of the examples gives them. */
const testCommands: Readonly<
  Partial<Record<Language, (env: NodeJS.ProcessEnv) => readonly [string, ...string[]]>>
> = {
  typescript: () => [process.execPath, ...tsx, "account.test.ts", "program.test.ts"],
  python: (env) => [env.PULUMI_PYTHON_CMD ?? "python", "-m", "unittest"],
  go: () => ["go", "test", "."],
  java: () => ["mvn", "--batch-mode", "--no-transfer-progress", "test"],
};

/*
 * The program of examples/languages/campaign in each language: a campaign from files, its date, what a function gives as an
 * input, and a second account. Compilers of Go and Java judge their programs when these run. Beside it are two tests that users
 * write: with the mocks of the language, and with Pulumi's Automation API against the emulator as a process of its own.
 */
describe("the campaign in every language", function () {
  const { createProject, emulator } = useService(this);
  const partner = useEmulator(this);
  this.timeout(1_800_000);
  this.beforeEach("starts with the example accounts", () => {
    emulator().reset();
    partner().reset();
  });

  for (const language of languages) {
    it(`is scheduled from ${language}, beside a sender of another account`, () => up(language));
  }

  for (const [language, commandOf] of Object.entries(testCommands)) {
    it(`passes the tests of its user in ${language}, with mocks and in an emulator of their own`, async () => {
      const { project, sdk } = await projectIn(language as Language);
      const [executable, ...args] = commandOf(sdk);
      const { dir } = await sharedEngine();
      const path = [dir, join(repository, "node_modules", ".bin"), process.env.PATH];
      const env = {
        PULUMI_IGNORE_AMBIENT_PLUGINS: "true",
        PULUMI_STACK: undefined,
        ...sdk,
        PATH: path.join(delimiter),
      };
      await ok(project.raw(args, { executable, env }));
      // The address in the environment is not that of the test's own emulator.
      expect(emulator().requests()).to.deep.equal([]);
    });
  }

  /** A project with the SDK of the language and the plugin of this repository. */
  async function projectIn(language: Language) {
    if (language !== "typescript") await requireLanguage(await sharedEngine(), language);
    const program = { dir: join(repository, "examples", "languages", "campaign", language) };
    const config = { partnerUrl: partner().baseUrl, partnerKey: { secret: canaryKeys.apiKey } };
    const project = await createProject({ program, config });
    const sdk = await installSdk(language, project.dir);
    await installPlugin(project, { env: sdk });
    return { project, sdk };
  }

  async function up(language: Language): Promise<void> {
    const { project, sdk } = await projectIn(language);
    await checkProgram(language, project.dir, sdk);
    const options = { env: { PULUMI_IGNORE_AMBIENT_PLUGINS: "true", ...sdk } };

    await ok(project.preview([], options), { create: 5 });
    const made = await ok(project.up([], options), { create: 5 });
    expect(made.output).to.match(/partnerSender *: "hello@acme\.example is verified"/);
    const campaign = emulator()
      .snapshot()
      .campaigns.find(({ name }) => name === "Spring");
    expect(campaign?.status).to.equal("Scheduled");
    expect(campaign?.scheduled_at).to.equal("2030-03-01 09:00:00");
    const senders = (of: typeof partner) =>
      of()
        .snapshot()
        .senders.map(({ sender_name }) => sender_name);
    expect(senders(emulator)).to.deep.equal(["Acme"]);
    expect(senders(partner)).to.deep.equal(["Acme", "Acme for partners"]);

    await ok(project.up([], options), { same: 5 });
  }

  async function checkProgram(
    language: Language,
    dir: string,
    env: Readonly<Record<string, string>>,
  ): Promise<void> {
    const options = { cwd: dir, env: { ...process.env, ...env } };
    if (language === "python") {
      const mypy = join(await pythonEnvironment(pythonTools), "mypy");
      const python = env.PULUMI_PYTHON_CMD ?? "";
      await runTool(mypy, ["--python-executable", python, "__main__.py"], options);
    }
    if (language === "typescript") {
      const tsc = join(repository, "node_modules", "typescript", "bin", "tsc");
      await runTool(process.execPath, [tsc, "-p", dir, "--noEmit", "--types", "node"], options);
    }
    if (language === "go") await runTool("go", ["vet", "."], options);
  }
});
