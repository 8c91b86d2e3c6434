import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { type Emulator, startEmulator } from "email-marketing-emulator";
import { dailySample } from "../../tools/daily-sample";
import { type Guide, guides } from "../../tools/example/guide";
import { type Newcomer, runAs } from "../../tools/example/newcomer";
import { scriptOf, stepsOf } from "../../tools/example/page";
import { packedFolder } from "../../tools/package/pack";
import { pluginExecutable } from "../../tools/plugin/install";
import { type Registries, serveRegistries } from "../../tools/registry";
import { ok } from "../support/outcome";
import { makeRunnable } from "../support/runnable-script";
import { useSuiteFolder } from "../support/scratch";
import { sharedEngine } from "../support/stack";
import { packedOnce } from "./packed";

const repository = join(__dirname, "..", "..");

/** The project that the guides presuppose: a program with a campaign, in a Git repository. */
const project: Readonly<Record<string, string>> = {
  "Pulumi.yaml": "name: acme\nruntime: nodejs\n",
  "package.json": "{}",
  "tsconfig.json": '{ "compilerOptions": { "module": "nodenext" } }',
  ".gitignore": "node_modules\n",
  "index.ts": `import { Campaign, Sender } from "pulumi-email-marketing";

const sender = { email: "news@acme.example", name: "Acme News" };
new Sender("news", sender);
new Campaign("spring", {
  name: "Spring",
  subject: "What is new",
  sender,
  html: "<p>Hello. <a href='%%unsubscribe%%'>Unsubscribe</a></p>",
  plainText: "Hello. Unsubscribe: %%unsubscribe%%",
  listIds: ["list-1"],
});
`,
};

/*
 * Runs the commands of each page exactly as printed, in order and in one folder, with an emulator. Leaves out the pages
 * in `pagesTestedElsewhere`. A page marks the commands that no test can run.
 */
describe("the commands in the documentation", function () {
  this.timeout(600_000);
  const scratch = useSuiteFolder(this);
  let registries: Registries | undefined;
  let emulator: Emulator | undefined;

  this.beforeAll("prepares a project", async () => {
    const release = join(scratch(), "release");
    const archives = join(release, "npm");
    await packedOnce();
    await cp(packedFolder, archives, { recursive: true });
    registries = await serveRegistries(release, scratch());
    const folder = join(scratch(), "acme");
    await cp(archives, folder, { recursive: true });
    for (const [name, text] of Object.entries(project)) await writeFile(join(folder, name), text);
    await pluginExecutable(join(scratch(), "bin"));
    const commands = [
      "npm install --silent ./*.tgz @pulumi/pulumi typescript@6",
      "git init --quiet --initial-branch main",
      "git add .",
      "git -c user.name=a -c user.email=a@localhost -c commit.gpgsign=false commit --quiet --message Start",
      "git update-ref refs/remotes/origin/main HEAD",
    ];
    await ok(runAs(await newcomer(scratch()), commands.join("\n"), folder));
  });
  this.afterAll("closes the registries", () => registries?.close());
  this.beforeEach("starts the account", async () => {
    emulator = await startEmulator();
  });
  this.afterEach("stops the account", () => emulator?.close());

  for (const [page, guide] of dailySample(Object.entries(guides), 6)) {
    it(`run without an error in the order of ${page}`, async () => {
      const home = join(scratch(), page.replace(/\W/g, "-"));
      const folder = join(home, "acme");
      await cp(join(scratch(), "acme"), folder, { recursive: true, verbatimSymlinks: true });
      await mkdir(join(home, "backend"));
      const text = await readFile(join(repository, page), "utf8");
      await prepare(guide, text, home);
      const script = scriptOf(stepsOf(text));
      const steps = await makeRunnable(script);
      const { exitCode, output } = await runAs(await newcomer(home), steps, folder);
      expect(exitCode, `${steps}\n${output}`).to.equal(0);
      for (const part of [guide.expected ?? []].flat())
        expect(output.includes(part), `${part} is missing in\n${output}`).to.equal(true);
      if (guide.absent !== undefined) expect(output).to.not.include(guide.absent);
    });
  }

  /** Applies the program, and changes its subject without applying the change. */
  async function prepare(guide: Guide, text: string, home: string): Promise<void> {
    const folder = join(home, "acme");
    const program = join(folder, "index.ts");
    if (guide.program) await writeFile(program, guide.program(text, emulator?.baseUrl ?? ""));
    const first = guide.program ? "" : "pulumi up\nsed -i 's/is new/is newer/' index.ts\n";
    const commands = await makeRunnable(`pulumi stack init prod\n${first}${guide.before ?? ""}`);
    await ok(runAs(await newcomer(home), commands, folder));
  }

  async function newcomer(home: string): Promise<Newcomer> {
    const env = {
      ...registries?.env,
      EMAIL_MARKETING_BASE_URL: emulator?.baseUrl,
      EMAIL_MARKETING_API_KEY: "emulator-api-key",
      PULUMI_BACKEND_URL: `file://${join(home, "backend")}`,
      PULUMI_CONFIG_PASSPHRASE: "secret",
      // tests/docs/example.test.ts checks the types of each page's programs.
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    };
    return { engine: await sharedEngine(), home, env, path: [join(scratch(), "bin")] };
  }
});
