import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { scratchEnvironment } from "../../tools/engine/environment";
import { requireLanguage } from "../../tools/engine/language-host";
import { runTool } from "../../tools/language/requirement";
import { pluginExecutable } from "../../tools/plugin/install";
import { installSdk } from "../../tools/sdk/install";
import { installPlugin } from "../support/install-plugin";
import { ok } from "../support/outcome";
import { useScratch } from "../support/scratch";
import { environmentOf, sent, useEmulator, useService } from "../support/service";
import { type Project, sharedEngine } from "../support/stack";

const module = join(__dirname, "upgrade");
const example = join(__dirname, "..", "..", "examples", "languages", "typescript");

/*
 * Pulumi's own test tool for upgrades, providertest, previews the recorded state of an older plugin with this plugin.
 * To record a version, make an empty folder with its name in upgrade/recorded, and run this test. It fails once,
 * because recording sends requests. Then run `npm run fix`.
 */
describe("a stack that an older plugin created", function () {
  this.timeout(1_200_000);
  const emulator = useEmulator(this);
  const scratch = useScratch(this);

  for (const version of readdirSync(join(module, "recorded"))) {
    it(`shows no change in a preview with this plugin if the older version was ${version}`, async () => {
      const engine = await sharedEngine();
      await requireLanguage(engine, "yaml");
      const env = {
        ...scratchEnvironment(engine, join(scratch(), "home")),
        ...environmentOf(emulator()),
        GOWORK: "off",
        // providertest writes its files here, and the folder is removed after the test.
        TMPDIR: scratch(),
        PLUGIN: await pluginExecutable(scratch()),
        RECORDED_VERSION: version,
      };
      await runTool("go", ["test", "-mod=readonly", "-count=1", "."], { cwd: module, env });
      expect(sent(emulator().requests())).to.deep.equal([]);
    });
  }
});

/* Before the first release there is no previous SDK. So this SDK with another version number replaces it. */
describe("a stack that the previous SDK created", function () {
  this.timeout(600_000);
  const { createProject, emulator } = useService(this);

  it("shows no update and no replacement in a preview with the next SDK", async () => {
    const project = await createProject({ program: { dir: example } });
    await installSdk("typescript", project.dir);
    const packageFile = join(
      ...[project.dir, "node_modules", "@emailmarketing", "pulumi", "package.json"],
    );
    const text = await readFile(packageFile, "utf8");
    const content = JSON.parse(text) as { version: string; pulumi: { version: string } };
    const { version } = content;

    const installed = async (version: string, file: string) => {
      await writeFile(packageFile, file);
      await installPlugin(project, { version });
    };
    const options = { env: { PULUMI_IGNORE_AMBIENT_PLUGINS: "true" } };
    const before = {
      ...content,
      version: "0.0.9",
      pulumi: { ...content.pulumi, version: "0.0.9" },
    };
    await installed("0.0.9", JSON.stringify(before));
    await ok(project.up([], options), { create: 5 });
    expect(await providerVersions(project)).to.deep.equal(["0.0.9"]);
    const account = emulator().snapshot();
    project.newRequests();

    await installed(version, text);
    await ok(project.preview([], options), { same: 5 });
    await ok(project.up([], options), { same: 5 });
    expect(await providerVersions(project)).to.deep.equal([version]);
    expect(emulator().snapshot()).to.deep.equal(account);
  });
});

/** The versions of the plugin in the state. */
async function providerVersions(project: Project): Promise<unknown[]> {
  const { resources = [] } = await project.state();
  return resources
    .filter(({ type }) => type === "pulumi:providers:emailmarketing")
    .map(({ inputs }) => inputs?.version);
}
