import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { pythonEnvironment } from "../../tools/language/python-environment";
import { runTool } from "../../tools/language/requirement";
import { readPublished } from "../../tools/schema/metadata";
import { packSdks, pythonTools } from "../../tools/sdk/pack";

const repository = join(__dirname, "..", "..");
const { version, repository: published } = readPublished();
const goModule = `github.com/${published}/sdk/go`;

/*
 * The packages of the SDKs, judged by the tools of their registries before they are published. Programs that use them are in
 * lifecycle.ts and example.ts.
 */
describe("the packages of the SDKs", function () {
  this.timeout(600_000);
  let folder = "";
  this.beforeAll("builds them", async () => {
    folder = await mkdtemp(join(tmpdir(), "email-marketing-packages-"));
    await packSdks(folder);
  });
  this.afterAll(() => rm(folder, { recursive: true, force: true }));

  const filesOf = async (registry: string) => (await readdir(join(folder, registry))).sort();

  it("of TypeScript passes publint and attw", async () => {
    const name = `emailmarketing-pulumi-${version}.tgz`;
    expect(await filesOf("npm")).to.deep.equal([name]);
    const options = { cwd: repository };
    await runTool("npx", ["publint", join(folder, "npm", name), "--strict"], options);
    await runTool("npx", ["attw", join(folder, "npm", name), "--quiet"], options);
  });

  it("of Python are a wheel and a source archive that pass twine check", async () => {
    const names = await filesOf("pypi");
    expect(names).to.deep.equal([
      `pulumi_emailmarketing-${version}-py3-none-any.whl`,
      `pulumi_emailmarketing-${version}.tar.gz`,
    ]);
    const twine = join(await pythonEnvironment(pythonTools), "twine");
    await runTool(twine, ["check", "--strict", ...names], { cwd: join(folder, "pypi") });
    const files = await runTool("tar", ["-tzf", names[1] ?? ""], { cwd: join(folder, "pypi") });
    for (const name of ["py.typed", "pulumi-plugin.json"]) {
      expect(files).to.include(`/pulumi_emailmarketing/${name}`);
    }
  });

  it("of Go is the same module from a proxy and from the folder of a tag", async () => {
    const proxied = await download({ GOPROXY: `file://${join(folder, "go")}` });
    const git = join(folder, "git");
    await cp(proxied.Dir, join(git, "sdk", "go"), { recursive: true });
    const author = [
      "-c",
      "user.name=a",
      "-c",
      "user.email=a@localhost",
      "-c",
      "commit.gpgsign=false",
    ];
    for (const args of [
      ["init", "--quiet"],
      ["add", "."],
      [...author, "commit", "--quiet", "--message", "SDK"],
      [...author, "tag", `sdk/go/v${version}`],
    ]) {
      await runTool("git", args, { cwd: git });
    }
    const tagged = await download({
      GOPROXY: "direct",
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: `url.file://${git}.insteadOf`,
      GIT_CONFIG_VALUE_0: `https://github.com/${published}`,
    });
    expect(tagged.Sum).to.equal(proxied.Sum);
  });

  /** The SDK's module in a cache of its own. */
  async function download(from: NodeJS.ProcessEnv): Promise<{ Dir: string; Sum: string }> {
    const cache = await mkdtemp(join(folder, "modules-"));
    const env = {
      ...process.env,
      GOWORK: "off",
      GOFLAGS: "-modcacherw",
      GOMODCACHE: cache,
      GONOSUMDB: goModule,
      ...from,
    };
    const args = ["mod", "download", "-json", `${goModule}@v${version}`];
    const options = { cwd: folder, env };
    return JSON.parse(await runTool("go", args, options)) as { Dir: string; Sum: string };
  }

  it("of .NET are the sources of a project, with their README and license", async () => {
    const name = `Pulumi.EmailMarketing-${version}-source.tar.gz`;
    expect(await filesOf("nuget")).to.deep.equal([name]);
    const files = await runTool("tar", ["-tzf", name], { cwd: join(folder, "nuget") });
    for (const file of ["Pulumi.EmailMarketing.csproj", "README.md", "LICENSE", "Sender.cs"]) {
      expect(files).to.include(`./${file}\n`);
    }
    const project = "./Pulumi.EmailMarketing.csproj";
    const text = await runTool("tar", ["-xOzf", name, project], { cwd: join(folder, "nuget") });
    expect(text).to.include("<PackageReadmeFile>README.md</PackageReadmeFile>");
    expect(text).to.include('<None Include="README.md" Pack="True" PackagePath="" />');
  });
});
