import { cp, mkdtemp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { requireLanguage } from "../../tools/engine/language-host";
import { pythonEnvironment } from "../../tools/language/python-environment";
import { runTool } from "../../tools/language/requirement";
import { readPublished } from "../../tools/schema/metadata";
import { packSdks, pythonTools } from "../../tools/sdk/pack";
import { installPlugin } from "../support/install-plugin";
import { ok } from "../support/outcome";
import { useSuiteFolder } from "../support/scratch";
import { canaryKeys, useService } from "../support/service";
import { sharedEngine } from "../support/stack";

const repository = join(__dirname, "..", "..");
const programs = join(repository, "examples", "languages", "campaign");
const { version, repository: published } = readPublished();
const goModule = `github.com/${published}/sdk/go`;

/*
 * Checks the packages of the SDKs with the tools of their registries before they are published. campaign.ts and
 * example.ts test programs that use the packages.
 */
describe("the packages of the SDKs", function () {
  this.timeout(600_000);
  const folder = useSuiteFolder(this);
  this.beforeAll("builds them", () => packSdks(folder()));

  const filesOf = async (registry: string) => (await readdir(join(folder(), registry))).sort();

  it("include an npm package that passes publint and attw", async () => {
    const name = `emailmarketing-pulumi-${version}.tgz`;
    expect(await filesOf("npm")).to.deep.equal([name]);
    const options = { cwd: repository };
    await runTool("npx", ["publint", join(folder(), "npm", name), "--strict"], options);
    await runTool("npx", ["attw", join(folder(), "npm", name), "--quiet"], options);
  });

  it("include a Python wheel and a source archive that pass twine check", async () => {
    const names = await filesOf("pypi");
    expect(names).to.deep.equal([
      `pulumi_emailmarketing-${version}-py3-none-any.whl`,
      `pulumi_emailmarketing-${version}.tar.gz`,
    ]);
    const twine = join(await pythonEnvironment(pythonTools), "twine");
    await runTool(twine, ["check", "--strict", ...names], { cwd: join(folder(), "pypi") });
    const files = await runTool("tar", ["-tzf", names[1] ?? ""], { cwd: join(folder(), "pypi") });
    for (const name of ["py.typed", "pulumi-plugin.json"]) {
      expect(files).to.include(`/pulumi_emailmarketing/${name}`);
    }
  });

  it("include a Go module that is identical if installed from a module proxy and from a tag", async () => {
    const proxied = await download({ GOPROXY: `file://${join(folder(), "go")}` });
    const git = join(folder(), "git");
    await cp(proxied.Dir, join(git, "sdk", "go"), { recursive: true });
    const identity = "-c user.name=a -c user.email=a@localhost -c commit.gpgsign=false";
    const commands = [
      "git init --quiet",
      "git add .",
      `git ${identity} commit --quiet --message SDK`,
      `git ${identity} tag sdk/go/v${version}`,
    ];
    await runTool("bash", ["-e", "-c", commands.join("\n")], { cwd: git });
    const tagged = await download({
      GOPROXY: "direct",
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: `url.file://${git}.insteadOf`,
      GIT_CONFIG_VALUE_0: `https://github.com/${published}`,
    });
    expect(tagged.Sum).to.equal(proxied.Sum);
  });

  /** Downloads the SDK's module into its own cache. */
  async function download(from: NodeJS.ProcessEnv): Promise<{ Dir: string; Sum: string }> {
    const cache = await mkdtemp(join(folder(), "modules-"));
    const env = {
      ...process.env,
      GOWORK: "off",
      GOFLAGS: "-modcacherw",
      GOMODCACHE: cache,
      GONOSUMDB: goModule,
      ...from,
    };
    const args = ["mod", "download", "-json", `${goModule}@v${version}`];
    const options = { cwd: folder(), env };
    return JSON.parse(await runTool("go", args, options)) as { Dir: string; Sum: string };
  }

  it("include the sources of a .NET project, with a README and a license", async () => {
    const name = `Pulumi.EmailMarketing-${version}-source.tar.gz`;
    expect(await filesOf("nuget")).to.deep.equal([name]);
    const files = await runTool("tar", ["-tzf", name], { cwd: join(folder(), "nuget") });
    for (const file of ["Pulumi.EmailMarketing.csproj", "README.md", "LICENSE", "Sender.cs"]) {
      expect(files).to.include(`./${file}\n`);
    }
    const project = "./Pulumi.EmailMarketing.csproj";
    const text = await runTool("tar", ["-xOzf", name, project], { cwd: join(folder(), "nuget") });
    expect(text).to.include("<PackageReadmeFile>README.md</PackageReadmeFile>");
    expect(text).to.include('<None Include="README.md" Pack="True" PackagePath="" />');
  });
});

/*
 * `pulumi package add` lets the language host generate an SDK. The hosts for Python, Go and TypeScript that tests build
 * can't generate one. The Java host is too old for the CLI to link the generated SDK.
 */
describe("pulumi package add", function () {
  this.timeout(600_000);
  const { createProject, emulator } = useService(this);

  async function added(language: "yaml" | "java") {
    await requireLanguage(await sharedEngine(), language);
    const config = { partnerUrl: emulator().baseUrl, partnerKey: { secret: canaryKeys.apiKey } };
    const project = await createProject({ program: { dir: join(programs, language) }, config });
    await installPlugin(project);
    const result = await project.raw(["package", "add", `emailmarketing@${version}`]);
    return { ...result, project, sdk: join(project.dir, "sdks", "emailmarketing") };
  }

  it("writes the plugin's version into a YAML program, so that the program runs", async () => {
    const { project, sdk } = await ok(added("yaml"));
    expect(await readFile(join(project.dir, "Pulumi.yaml"), "utf8")).to.include(
      `packages:\n  emailmarketing: emailmarketing@${version}\n`,
    );
    expect(await readFile(join(sdk, `emailmarketing-${version}.yaml`), "utf8")).to.include(
      `downloadUrl: github://api.github.com/${published}\n`,
    );
    await ok(project.up(), { create: 5 });
  });

  it("generates the sources of an SDK for a program in Java", async () => {
    const { output, sdk } = await added("java");
    expect(output).to.include("Successfully generated an SDK for the emailmarketing package");
    const folder = join(sdk, "src", "main", "java", "com", "pulumi", "emailmarketing");
    expect(await readdir(folder)).to.include("Sender.java");
  });
});
