import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { cacheFolder } from "../../tools/engine/cache";
import { type Language, requireLanguage } from "../../tools/engine/language-host";
import { runAs } from "../../tools/example/newcomer";
import { type Step, scriptOf, stepsOf } from "../../tools/example/page";
import { fromNpm } from "../../tools/package/from-npm";
import { packInto } from "../../tools/package/pack";
import { archiveName, buildArchive } from "../../tools/plugin/release";
import { serveRegistries } from "../../tools/registry";
import { readPublished } from "../../tools/schema/metadata";
import type { SdkLanguage } from "../../tools/sdk/language";
import { packSdks } from "../../tools/sdk/pack";
import { ok } from "../support/outcome";
import { makeRunnable } from "../support/runnable-script";
import { useScratch, useSuiteFolder } from "../support/scratch";
import { sharedEngine } from "../support/stack";

const repository = join(__dirname, "..", "..");
const guides = join(repository, "docs", "guides");
const { version } = readPublished();

interface FirstProgram {
  readonly title: string;
  readonly page: string;
  readonly host?: Language;
  readonly sdk?: SdkLanguage;
  /** The number of commands up to and including the first update, after a release. Default: six. */
  readonly typed?: number;
  /** The number of files that the reader writes. Default: three. */
  readonly files?: number;
  /** Set if the program uses dynamic resources, so that the CLI doesn't download the plugin. */
  readonly isDynamic?: true;
}

const firstPrograms: readonly FirstProgram[] = [
  { title: "TypeScript, with dynamic resources", page: "first-program.md", isDynamic: true },
  { title: "TypeScript, with the plugin", page: "first-program-plugin.md", sdk: "nodejs" },
  { title: "Python", page: "first-program-python.md", host: "python", sdk: "python" },
  { title: "Go", page: "first-program-go.md", host: "go", sdk: "go" },
  { title: "Java", page: "first-program-java.md", host: "java", typed: 8 },
  { title: "yaml", page: "first-program-yaml.md", host: "yaml", files: 1 },
];

/*
 * Follows each page exactly, in an empty home: as after a release, with servers in place of the registries, and from a
 * clone.
 */
describe("the guide to the first pulumi up", function () {
  this.timeout(1_800_000);
  const scratch = useScratch(this);
  const release = useSuiteFolder(this);
  const empty = useSuiteFolder(this);
  this.beforeAll("builds the packages and the plugin", async () => {
    await mkdir(join(release(), "npm"));
    await packInto(join(release(), "npm"));
    await buildArchive(version, release());
  });

  for (const { title, page, host, sdk, typed = 6, files = 3, isDynamic } of firstPrograms) {
    it(`leads from an empty folder to up in ${title}`, async () => {
      if (host !== undefined) await requireLanguage(await sharedEngine(), host);
      if (sdk !== undefined) await packSdks(release(), [sdk]);
      const steps = stepsOf(fromNpm(await readFile(join(guides, page), "utf8")));
      expect(typedUntilUp(steps)).to.have.length(typed);
      expect(steps.filter((step) => "file" in step)).to.have.length(files);

      expect(await follow(steps, release())).to.deep.equal(isDynamic ? [] : [archiveName(version)]);
    });

    it(`leads from a clone to up in ${title}`, async () => {
      if (host !== undefined) await requireLanguage(await sharedEngine(), host);
      const steps = stepsOf(await readFile(join(guides, page), "utf8"));
      expect(await follow(steps, empty())).to.deep.equal([]);
    });
  }

  /** Follows a page with the published packages of a release. Returns the downloaded files. */
  async function follow(steps: readonly Step[], published: string) {
    const home = scratch();
    const registries = await serveRegistries(published, home);
    try {
      const engine = await sharedEngine();
      // Use this machine's cache for files that a clone builds only once.
      const env = { ...registries.env, XDG_CACHE_HOME: join(cacheFolder(), "..", "..") };
      const run = await makeRunnable(scriptOf(steps));
      const { output } = await ok(runAs({ engine, home, env }, run, repository));
      expect(output).to.match(
        /\+ 2 to create[\s\S]*status *: "verified"[\s\S]*\+ 2 created[\s\S]*- 2 deleted/,
      );
      expect(output).to.not.include("EBADENGINE");
      return registries.asked;
    } finally {
      registries.close();
    }
  }
});

/** The commands up to the first update, without those that make and enter the folder. */
function typedUntilUp(steps: readonly Step[]): string[] {
  const lines = steps.flatMap((step) => ("commands" in step ? step.commands.split("\n") : []));
  const typed = lines.filter((line) => !/^(mkdir|cd) |^$/.test(line));
  expect(typed.filter((line) => /&&|;/.test(line))).to.deep.equal([]);
  return typed.slice(0, typed.indexOf("pulumi up") + 1);
}
