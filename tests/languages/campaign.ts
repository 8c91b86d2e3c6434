import { delimiter, join } from "node:path";
import { expect } from "chai";
import { requireLanguage } from "../../tools/engine/language-host";
import { pythonEnvironment } from "../../tools/language/python-environment";
import { runTool } from "../../tools/language/requirement";
import { archiveName, buildArchive } from "../../tools/plugin/release";
import { readPublished } from "../../tools/schema/metadata";
import { installSdk, type Language, languages } from "../../tools/sdk/install";
import { pythonTools } from "../../tools/sdk/pack";
import { installPlugin } from "../support/install-plugin";
import { ok } from "../support/outcome";
import { serveRelease } from "../support/release-server";
import { useSuiteFolder } from "../support/scratch";
import { canaryKeys, useEmulator, useService } from "../support/service";
import { sharedEngine } from "../support/stack";

const repository = join(__dirname, "..", "..");
const { version } = readPublished();
const tsx = ["--import", "tsx", "--test"];

/** Commands that run the tests of each program, as in the README of the examples. */
const testCommands: Readonly<
  Partial<Record<Language, (env: NodeJS.ProcessEnv) => readonly [string, ...string[]]>>
> = {
  typescript: () => [process.execPath, ...tsx, "account.test.ts", "program.test.ts"],
  python: (env) => [env.PULUMI_PYTHON_CMD ?? "python", "-m", "unittest"],
  go: () => ["go", "test", "."],
  java: () => ["mvn", "--batch-mode", "--no-transfer-progress", "test"],
};

/*
 * Runs examples/languages/campaign in each language: with files, a date, a function and a second account. The CLI
 * downloads the plugin of the SDK's version from a server that replaces the releases on GitHub. YAML has no SDK. The
 * compilers of Go and Java check a program when it runs. Each program has two kinds of tests: with mocks, and with the
 * Automation API and an emulator.
 */
describe("a program with a campaign", function () {
  const { createProject, emulator } = useService(this);
  const partner = useEmulator(this);
  this.timeout(1_800_000);
  this.beforeEach("starts with the example accounts", () => {
    emulator().reset();
    partner().reset();
  });

  const folder = useSuiteFolder(this);
  let archive = "";
  this.beforeAll("builds the plugin", async () => {
    archive = await buildArchive(version, folder());
  });

  for (const language of languages) {
    it(`deploys and destroys a stack with two accounts in ${language}`, async () => {
      const release = await serveRelease(archive);
      try {
        await live(language, release.env);
        expect(release.asked).to.deep.equal([`GET /${archiveName(version)}`]);
      } finally {
        release.close();
      }
    });
  }

  for (const [language, commandOf] of Object.entries(testCommands)) {
    it(`can be tested with mocks and with the emulator in ${language}`, async () => {
      const { project, sdk } = await projectIn(language as Language);
      await installPlugin(project, { env: sdk });
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
      // The program's test starts its own emulator, and doesn't use the address in the environment.
      expect(emulator().requests()).to.deep.equal([]);
    });
  }

  /** Makes a project with the SDK of the language. */
  async function projectIn(language: Language) {
    if (language !== "typescript") await requireLanguage(await sharedEngine(), language);
    const program = { dir: join(repository, "examples", "languages", "campaign", language) };
    const config = { partnerUrl: partner().baseUrl, partnerKey: { secret: canaryKeys.apiKey } };
    const project = await createProject({ program, config });
    const sdk = await installSdk(language, project.dir);
    return { project, sdk };
  }

  async function live(language: Language, released: NodeJS.ProcessEnv): Promise<void> {
    const { project, sdk } = await projectIn(language);
    await checkProgram(language, project.dir, sdk);
    const options = { env: { ...released, ...sdk } };
    // Debian's Maven prints a terminal code at the end, so Java's language host can't determine the program's plugins.
    if (language === "yaml" || language === "java") {
      await installPlugin(project, { isReleased: true, ...options });
    }

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

    project.newRequests();
    await ok(project.up([], options), { same: 5 });
    await ok(project.refresh([], options), { same: 5 });
    const [sender] = partner()
      .snapshot()
      .senders.filter(({ sender_name }) => sender_name === "Acme for partners");
    partner().patch("senders", sender?.id ?? "", { sender_name: "Renamed" });
    const drift = await ok(project.refresh(["--diff"], options), { same: 4, update: 1 });
    expect(drift.output).to.match(/name *: "Acme for partners" => "Renamed"/);
    const imported = ["import", "emailmarketing:index:Sender", "imported", "sender-1"];
    const unasked = ["--yes", "--skip-preview", "--generate-code=false", "--protect=false"];
    const plain = ["--non-interactive", "--color", "never"];
    await ok(project.raw([...imported, ...unasked, ...plain], options));
    expect(writesOf(project.newRequests())).to.deep.equal([]);

    await ok(project.raw(["state", "unprotect", "--all", "--yes"], options));
    await ok(project.destroy([], options), { delete: 6 });
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

function writesOf(requests: readonly string[]): string[] {
  return requests.filter((one) => !/^GET |\/search$/.test(one));
}
