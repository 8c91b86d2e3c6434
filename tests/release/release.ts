import { readFileSync } from "node:fs";
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect } from "chai";
import { runCommand } from "../../tools/engine/command";
import { archiveName } from "../../tools/plugin/release";
import { readPublished } from "../../tools/schema/metadata";
import { createCertificate } from "../client/tls";
import { useEnvironment } from "../support/environment";
import { useService } from "../support/service";
import { layScript } from "../tools/script";
import { type WorkflowRun, workflowRun } from "./workflow-run";

const repository = join(__dirname, "..", "..");
const workflow = join(repository, ".github", "workflows", "release.yml");
const { version, repository: home } = readPublished();
const packages = JSON.parse(readFileSync(join(repository, "package-lock.json"), "utf8")) as {
  packages: Record<string, { version?: string }>;
};
const emulatorVersion = packages.packages.emulator?.version ?? "";

/** Nothing is on GitHub or npm yet; what would be published is written down. */
const stubs: Readonly<Record<string, string>> = {
  // No container engine is at hand: the image holds its file and the package that it is built from.
  docker: `case "$1" in
build) test -f "$6"/email-marketing-emulator-*.tgz && cp "$3" "$IMAGE";;
save) cat "$IMAGE";;
esac`,
  gh: `echo "gh $*" >> "$CALLS"
case "$*" in *isDraft*) echo true;; "release view"*) exit 1;; esac`,
  git: `case "$1" in
ls-remote) exit 2;;
push) echo "git $*" >> "$CALLS"; exec "$GIT" ls-tree --name-only "$3:sdk/go" >> "$CALLS";;
esac
exec "$GIT" "$@"`,
  npm: `case "$1" in
view) exit 1;;
publish) echo "npm $*" >> "$CALLS"; exec "$NPM" "$@" --dry-run --provenance=false;;
esac
exec "$NPM" "$@"`,
};

/*
 * The steps of the workflow as they stand, but for .ci/run, the image, and what needs GitHub: up to `gh` and `npm publish`, and
 * with the plugin of this system alone.
 */
describe("a release, up to publishing", function () {
  const { createProject } = useService(this);
  const setEnvironment = useEnvironment(this);
  this.timeout(600_000);
  const archive = archiveName(version);
  let scratch = "";
  let run: WorkflowRun;
  let release = "";

  this.beforeAll("runs the jobs that build", async () => {
    scratch = await mkdtemp(join(tmpdir(), "email-marketing-release-"));
    const bin = join(scratch, "bin");
    await mkdir(bin);
    setEnvironment({
      CALLS: join(scratch, "calls"),
      IMAGE: join(scratch, "image"),
      GIT: await commandOfThisMachine("git"),
      NPM: await commandOfThisMachine("npm"),
    });
    for (const [name, script] of Object.entries(stubs)) {
      await layScript(join(bin, name), script);
    }
    run = await workflowRun(workflow, scratch, bin);
    Object.assign(run.given, {
      "matrix.runner": "ubuntu-latest",
      "github.token": "a token",
      "github.repository": home,
    });
    for (const name of ["plugin", "build"]) {
      const { exitCode, output } = await run.job(name);
      expect(exitCode, `${name}:\n${output}`).to.equal(0);
    }
    release = join(run.artifacts, "release");
  });

  this.afterAll("removes what was built", () => rm(scratch, { recursive: true, force: true }));

  beforeEach("nothing is published", () => writeFile(join(scratch, "calls"), ""));
  const published = () => readFile(join(scratch, "calls"), "utf8");

  /** Publishes what was built after a change to it, and gives what happened. */
  async function publishAfter(change: () => Promise<void>) {
    const kept = join(scratch, "kept");
    await cp(release, kept, { recursive: true });
    try {
      await change();
      return await run.job("publish");
    } finally {
      await rm(release, { recursive: true });
      await cp(kept, release, { recursive: true });
      await rm(kept, { recursive: true });
    }
  }

  it("publishes what the jobs before it built, and nothing else", async () => {
    const page = [
      "SHA256SUMS",
      `email-marketing-emulator-${emulatorVersion}.cdx.json`,
      `pulumi-email-marketing-${version}.cdx.json`,
      `email-marketing-emulator-${emulatorVersion}-image.tar.gz`,
      archive,
    ];
    const npm = [
      `npm/email-marketing-emulator-${emulatorVersion}.tgz`,
      `npm/emailmarketing-pulumi-${version}.tgz`,
      `npm/pulumi-email-marketing-${version}.tgz`,
    ];
    const pypi = [
      `pypi/pulumi_emailmarketing-${version}-py3-none-any.whl`,
      `pypi/pulumi_emailmarketing-${version}.tar.gz`,
    ];
    const go = ["info", "mod", "zip"].map(
      (end) => `go/github.com/${home}/sdk/go/@v/v${version}.${end}`,
    );
    const others = [
      `go/github.com/${home}/sdk/go/@v/list`,
      ...mavenFiles(),
      `nuget/Pulumi.EmailMarketing-${version}-source.tar.gz`,
    ];
    const files = [...page, ...npm, ...pypi, ...go, ...others];
    expect(await filesIn(release)).to.deep.equal(files.sort());
    const { exitCode, output } = await run.job("publish");
    expect(exitCode, output).to.equal(0);
    expect(output).to.include(`${archive}: OK`);
    expect((await published()).split("\n")).to.deep.equal([
      `gh release view v${version}`,
      `gh release create v${version} --draft --generate-notes --target 0123456789abcdef0123456789abcdef01234567`,
      `gh release view v${version} --json isDraft --jq .isDraft`,
      `gh release upload v${version} --clobber -- ${page.join(" ")}`,
      `gh release edit v${version} --draft=false`,
      "gh auth setup-git",
      `git push https://github.com/${home} sdk/go/v${version}`,
      ...[".gitattributes", "LICENSE", "README.md", "emailmarketing", "go.mod", "go.sum"],
      "pulumi-plugin.json",
      ...npm.map((file) => `npm publish ./${file} --ignore-scripts --access public --provenance`),
      "",
    ]);
  });

  it("refuses a file with one changed byte", async () => {
    const { exitCode, output } = await publishAfter(async () => {
      const bytes = await readFile(join(release, archive));
      bytes[1_000_000] = (bytes[1_000_000] ?? 0) ^ 1;
      await writeFile(join(release, archive), bytes);
    });
    expect(exitCode).to.equal(1);
    expect(output).to.include(`${archive}: FAILED`);
    expect(await published()).to.equal("");
  });

  it("refuses other checksums, and a file that no job built", async () => {
    const otherSums = await publishAfter(() => appendFile(join(release, "SHA256SUMS"), "\n"));
    expect(otherSums.exitCode).to.equal(1);
    expect(otherSums.output).to.include("SHA256SUMS: FAILED");
    const oneMore = await publishAfter(() => writeFile(join(release, "npm", "more.tgz"), ""));
    expect(oneMore.exitCode).to.equal(1);
    expect(oneMore.output).to.include("> npm/more.tgz");
    expect(await published()).to.equal("");
  });

  it("lists the packages that come along, in the versions that the tests run with", async () => {
    const locked = Object.entries(packages.packages).map(
      ([path, one]) => `${path.replace(/^.*node_modules\//, "")}@${one.version}`,
    );
    const names = async (file: string) => {
      const text = await readFile(join(release, file), "utf8");
      const { components } = JSON.parse(text) as { components: { "bom-ref": string }[] };
      return components.map((component) => component["bom-ref"].replace(/^.*\|/, ""));
    };
    const ofPlugin = await names(`pulumi-email-marketing-${version}.cdx.json`);
    const ofEmulator = await names(`email-marketing-emulator-${emulatorVersion}.cdx.json`);
    expect([...ofPlugin, ...ofEmulator].filter((one) => !locked.includes(one))).to.deep.equal([]);
    const without = (list: readonly string[]) =>
      list.map((one) => one.slice(0, one.lastIndexOf("@")));
    expect(without(ofPlugin)).to.include.members(["@grpc/grpc-js", "ajv", "caniemail", "luxon"]);
    expect(without(ofEmulator)).to.include.members(["ajv", "hono", "nodemailer"]);
    expect(without(ofEmulator)).to.not.include("luxon");
  });

  it("gives a plugin that the CLI installs with its sum, and refuses with another", async () => {
    const sums = await readFile(join(release, "SHA256SUMS"), "utf8");
    const sum = new RegExp(`^(\\w{64}) {2}${archive}$`, "m").exec(sums)?.[1] ?? "";
    const { cert, key, authorityFile } = await createCertificate(scratch, ["localhost"]);
    const content = await readFile(join(release, archive));
    // The CLI takes a right sum for a wrong one if a server speaks HTTP/1.1.
    const server = createSecureServer({ cert, key });
    server.on("request", (_, response) => {
      response.setHeader("content-length", content.length);
      response.end(content);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const url = `github://api.github.com/${home}`;
    const env = {
      SSL_CERT_FILE: authorityFile,
      PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES: `^github://api\\.github\\.com/${home}=https://localhost:${port}`,
    };
    try {
      const project = await createProject({ program: "" });
      const install = async (checksum: string) => {
        const args = ["plugin", "install", "resource", "emailmarketing", version, "--server", url];
        return project.raw([...args, "--checksum", checksum], { env });
      };
      const wrong = sum.replace(/^./, (first) => (first === "0" ? "1" : "0"));
      const refused = await install(wrong);
      expect(refused.exitCode).to.equal(1);
      expect(refused.output).to.include(`invalid checksum, expected ${wrong}, actual ${sum}`);
      const installed = await install(sum);
      expect(installed.exitCode, installed.output).to.equal(0);
    } finally {
      server.close();
    }
  });
});

/** The files of a folder and those below it, by their paths. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort();
}

/** What Maven Central takes a bundle in, with the sums that it asks for. */
function mavenFiles(): string[] {
  const folder = `maven/io/github/${home.replace(/\/.*/, "")}/emailmarketing`;
  const base = `${folder}/${version}/emailmarketing-${version}`;
  const ends = [".jar", "-javadoc.jar", "-sources.jar", ".pom"].map((end) => `${base}${end}`);
  return [...ends, `${folder}/maven-metadata.xml`].flatMap((file) =>
    ["", ".md5", ".sha1"].map((sum) => `${file}${sum}`),
  );
}

/** Where a command is, before a stub is put in front of it. */
async function commandOfThisMachine(name: string): Promise<string> {
  const { stdout } = await runCommand("sh", ["-c", `command -v ${name}`]);
  return stdout.trim();
}
