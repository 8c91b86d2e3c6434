import { chmod, copyFile, readFile, rename, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { buildProgram, requireGoFor } from "./build";
import { cacheFolder } from "./cache";
import { runCommand } from "./command";
import { type Engine, isExecutable } from "./executable";

/** What starts programs of a language other than JavaScript and TypeScript: `pulumi-language-` and the language. */
interface LanguageHost {
  readonly version: string;
  readonly package: string;
  readonly expected: string;
  /** A script that the host starts beside itself, by its path in the module of the package. */
  readonly script?: string;
  /** A script of the shell that starts the host, which is then beside it with the ending `-host`. */
  readonly start?: string;
}

const hosts = {
  yaml: {
    version: "1.38.1",
    package: "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
    expected: "about two minutes, once",
  },
  // The last releases whose modules hold these hosts, as with the one for Node.js.
  python: {
    version: "3.79.0",
    package: "github.com/pulumi/pulumi/sdk/v3/python/cmd/pulumi-language-python",
    expected: "about a minute, once",
    script: "python/cmd/pulumi-language-python-exec",
    // Later releases read this option of Pulumi.yaml themselves.
    start: `#!/bin/sh
venv=$(sed -n 's/.*virtualenv: *\\([A-Za-z0-9_.-]*\\).*/\\1/p' Pulumi.yaml 2>/dev/null)
[ -n "$venv" ] && set -- -virtualenv="$PWD/$venv" "$@"
exec "$0-host" "$@"
`,
  },
  go: {
    version: "3.66.0",
    package: "github.com/pulumi/pulumi/sdk/v3/go/pulumi-language-go",
    expected: "about a minute, once",
  },
  // The last release that is served and compiles; it needs an older engine's packages, so its own go.mod.
  java: {
    version: "1.13.0",
    package: "github.com/pulumi/pulumi-java/pkg/cmd/pulumi-language-java",
    expected: "one to three minutes, once",
  },
} as const satisfies Readonly<Record<string, LanguageHost>>;

/** A language whose host an engine of ours does not have from the start. */
export type Language = keyof typeof hosts;

/** All of them. */
export const languages = Object.keys(hosts) as readonly Language[];

/**
 * Makes sure that an engine runs programs of a language: an installed one brings its hosts along, and one that was built gets
 * them built beside itself, where the CLI looks first.
 */
export async function requireLanguage(engine: Engine, language: Language): Promise<void> {
  const host: LanguageHost = hosts[language];
  const executable = `pulumi-language-${language}`;
  const file = join(engine.dir, executable);
  // An installer's has no such note, and is the right one for its CLI.
  const note = `${file}.version`;
  const version = host.start === undefined ? host.version : `${host.version}, started`;
  const built = await readFile(note, "utf8").catch(() => version);
  if ((await isExecutable(file)) && built === version) return;
  // The CLI of the demo may be on the PATH as well.
  if (engine.source === "path" && !engine.dir.startsWith(cacheFolder())) {
    throw new Error(`${engine.pulumi} has no ${executable} beside it. Reinstall Pulumi.`);
  }
  await requireGoFor(`run ${language} programs`);
  const module = join(__dirname, `language-${language}`);
  const unfinished = join(engine.dir, `unfinished-${process.pid}-${executable}`);
  const what = `the ${language} language host ${host.version}`;
  await buildProgram({ ...host, what, module }, unfinished);
  if (host.script !== undefined) await copyScript(module, host.script, engine.dir);
  if (host.start !== undefined) {
    await rename(unfinished, `${file}-host`);
    await writeFile(unfinished, host.start, { mode: 0o755 });
  }
  await writeFile(note, version);
  await rename(unfinished, file);
}

/** The Go client has the module's files in its cache, from the build. */
async function copyScript(module: string, script: string, dir: string): Promise<void> {
  const args = ["list", "-m", "-f", "{{.Dir}}", "github.com/pulumi/pulumi/sdk/v3"];
  const env = { ...process.env, GOWORK: "off", GOFLAGS: "-mod=readonly" };
  const { stdout } = await runCommand("go", args, { cwd: module, env });
  const target = join(dir, basename(script));
  await copyFile(join(stdout.trim(), script), target);
  await chmod(target, 0o755);
}
