import { chmod, copyFile, readFile, rename, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { buildProgram, requireGoFor } from "./build";
import { cacheFolder } from "./cache";
import { runCommand } from "./command";
import { type Engine, isExecutable } from "./executable";

/** An executable `pulumi-language-<language>`, which starts programs of a language other than JavaScript and TypeScript. */
interface LanguageHost {
  readonly version: string;
  readonly package: string;
  readonly expected: string;
  /** A script that the host starts from the host's folder. The path is relative to the package's module. */
  readonly script?: string;
  /** A shell script that starts the host. The host's executable is then next to the script, with the suffix `-host`. */
  readonly start?: string;
}

const hosts = {
  yaml: {
    version: "1.38.1",
    package: "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
    expected: "about two minutes, once",
  },
  // The last releases for Python and Go whose modules contain the language hosts. The version for Node.js is chosen in
  // the same way.
  python: {
    version: "3.79.0",
    package: "github.com/pulumi/pulumi/sdk/v3/python/cmd/pulumi-language-python",
    expected: "about a minute, once",
    script: "python/cmd/pulumi-language-python-exec",
    // The script reads the option `virtualenv` of Pulumi.yaml, because only later releases of the host do.
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
  // The last release that a module proxy serves and that compiles. It needs packages of an older engine.
  java: {
    version: "1.13.0",
    package: "github.com/pulumi/pulumi-java/pkg/cmd/pulumi-language-java",
    expected: "one to three minutes, once",
  },
} as const satisfies Readonly<Record<string, LanguageHost>>;

/** A language whose host is not part of a built engine. */
export type Language = keyof typeof hosts;

export const languages = Object.keys(hosts) as readonly Language[];

/**
 * Makes sure that an engine runs programs of a language. Builds a missing host into the engine's folder, where the CLI
 * looks first.
 */
export async function requireLanguage(engine: Engine, language: Language): Promise<void> {
  const host: LanguageHost = hosts[language];
  const executable = `pulumi-language-${language}`;
  const file = join(engine.dir, executable);
  // An installed host has no version file, and always fits the installed CLI.
  const note = `${file}.version`;
  const version = host.start === undefined ? host.version : `${host.version}, started`;
  const built = await readFile(note, "utf8").catch(() => version);
  if ((await isExecutable(file)) && built === version) return;
  // The engine on PATH may also be from our cache.
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

/**
 * Copies a script from Pulumi's Go SDK, which the build has downloaded to Go's module cache. `module` is the folder of
 * the built host.
 */
async function copyScript(module: string, script: string, dir: string): Promise<void> {
  const args = ["list", "-m", "-f", "{{.Dir}}", "github.com/pulumi/pulumi/sdk/v3"];
  const env = { ...process.env, GOWORK: "off", GOFLAGS: "-mod=readonly" };
  const { stdout } = await runCommand("go", args, { cwd: module, env });
  const target = join(dir, basename(script));
  await copyFile(join(stdout.trim(), script), target);
  await chmod(target, 0o755);
}
