import { chmod, copyFile, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { buildProgram, requireGoFor } from "./build";
import { cacheFolder } from "./cache";
import { runCommand } from "./command";
import { type Engine, isExecutable } from "./executable";
import { withLock } from "./lock";
import { createProgress, standardErrorProgress } from "./progress";

/** What starts programs of a language other than JavaScript and TypeScript. */
interface LanguageHost {
  readonly executable: string;
  readonly version: string;
  /** The folder of its go.mod and go.sum. */
  readonly module: string;
  readonly package: string;
  readonly expected: string;
  /** A script that the host starts beside itself, by its path in the module of the package. */
  readonly script?: string;
}

const hosts = {
  yaml: {
    executable: "pulumi-language-yaml",
    version: "1.38.1",
    module: "language-yaml",
    package: "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
    expected: "about two minutes, once",
  },
  // The last releases whose modules hold these hosts, as with the one for Node.js.
  python: {
    executable: "pulumi-language-python",
    version: "3.79.0",
    module: "language-python",
    package: "github.com/pulumi/pulumi/sdk/v3/python/cmd/pulumi-language-python",
    expected: "about a minute, once",
    script: "python/cmd/pulumi-language-python-exec",
  },
  go: {
    executable: "pulumi-language-go",
    version: "3.66.0",
    module: "language-go",
    package: "github.com/pulumi/pulumi/sdk/v3/go/pulumi-language-go",
    expected: "about a minute, once",
  },
  // The last release that is served and compiles; it needs an older engine's packages, so its own go.mod.
  java: {
    executable: "pulumi-language-java",
    version: "1.13.0",
    module: "language-java",
    package: "github.com/pulumi/pulumi-java/pkg/cmd/pulumi-language-java",
    expected: "one to three minutes, once",
  },
} as const satisfies Readonly<Record<string, LanguageHost>>;

/** A language whose host an engine of ours does not have from the start. */
export type Language = keyof typeof hosts;

/**
 * Makes sure that an engine runs programs of a language: an installed one brings its hosts along, and one that was built gets
 * them built beside itself, where the CLI looks first.
 */
export async function requireLanguage(
  engine: Engine,
  language: Language,
  report?: (line: string) => void,
): Promise<void> {
  const host: LanguageHost = hosts[language];
  const progress = report ? createProgress({ line: report }) : standardErrorProgress();
  const file = join(engine.dir, host.executable);
  if (engine.source === "path") {
    if (await isExecutable(file)) return;
    throw new Error(`${engine.pulumi} has no ${host.executable} beside it. Reinstall Pulumi.`);
  }
  const waiting = (pid: number) =>
    progress.say(`Process ${pid} is building a language host; waiting for it ...`);
  await withLock(join(cacheFolder(), "making.lock"), waiting, async () => {
    // An installer's has no such note, and is the right one for its CLI.
    const note = `${file}.version`;
    const built = await readFile(note, "utf8").catch(() => undefined);
    const isRight = built === undefined || built === host.version;
    if ((await isExecutable(file)) && isRight) return;
    await requireGoFor(`run ${language} programs`);
    const unfinished = join(engine.dir, `unfinished-${host.executable}`);
    await buildProgram(
      {
        ...host,
        what: `the ${language} language host ${host.version} with Go`,
        linkerFlags: "-w -s",
      },
      unfinished,
      progress,
    );
    if (host.script !== undefined) await copyScript(host.module, host.script, engine.dir);
    await writeFile(note, host.version);
    await rename(unfinished, file);
    await rm(unfinished, { force: true });
  });
}

/** The Go client has the module's files in its cache, from the build. */
async function copyScript(module: string, script: string, dir: string): Promise<void> {
  const args = ["list", "-m", "-f", "{{.Dir}}", "github.com/pulumi/pulumi/sdk/v3"];
  const env = { ...process.env, GOWORK: "off", GOFLAGS: "-mod=readonly" };
  const { stdout } = await runCommand("go", args, { cwd: join(__dirname, module), env });
  const target = join(dir, basename(script));
  await copyFile(join(stdout.trim(), script), target);
  await chmod(target, 0o755);
}
