import { chmod, copyFile, mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { addToCache, builtName } from "./cache";
import { runCommand } from "./command";
import { cliName, dynamicProviderName, type Engine, languageHostName } from "./executable";
import type { Progress } from "./progress";
import { cliVersion, languageHostVersion, minimumCliVersion } from "./version";

/** One executable that the Go client builds from a module of this folder. */
export interface GoProgram {
  what: string;
  /** The folder of its go.mod and go.sum. */
  module: string;
  package: string;
  linkerFlags: string;
  expected: string;
}

const programs: readonly (GoProgram & { executable: string })[] = [
  {
    what: `Pulumi ${cliVersion} with Go`,
    module: "cli",
    package: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    linkerFlags: `-w -s -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${cliVersion}`,
    executable: cliName,
    expected: "3 to 5 minutes on two cores, once",
  },
  {
    what: `its Node.js language host ${languageHostVersion} with Go`,
    module: "language-nodejs",
    package: "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
    linkerFlags: "-w -s",
    executable: languageHostName,
    expected: "about 40 s, once",
  },
];

/** Builds the engine from its Go modules, as any Go tool; needs the `go` client on PATH. */
export async function buildWithGo(cache: string, progress: Progress): Promise<Engine> {
  await requireGo();
  const dir = await addToCache(cache, builtName, async (folder) => {
    const bin = join(folder, "bin");
    await mkdir(bin);
    for (const program of programs) {
      await buildProgram(program, join(bin, program.executable), progress);
    }
    await copyDynamicProvider(bin);
  });
  return { pulumi: join(dir, cliName), dir, version: cliVersion, source: "build" };
}

async function requireGo(): Promise<void> {
  try {
    await runCommand("go", ["version"]);
  } catch (cause) {
    throw new Error(
      `No Pulumi CLI was found, its installer can't be reached, and Go is not installed to build it. ` +
        `Install Pulumi ${minimumCliVersion} or later (https://www.pulumi.com/docs/install) ` +
        `or Go 1.25 or later (https://go.dev/doc/install), put it on the PATH, and try again.`,
      { cause },
    );
  }
}

/** Fails with a sentence that says what Go is needed for. */
export async function requireGoFor(what: string): Promise<void> {
  await runCommand("go", ["version"]).catch((cause: unknown) => {
    const ways = "Install Go 1.25 or later (https://go.dev/doc/install), put it on the PATH";
    throw new Error(`Go is needed to ${what} and is not installed. ${ways}, and try again.`, {
      cause,
    });
  });
}

/** Builds one executable into a file. */
export async function buildProgram(
  program: GoProgram,
  file: string,
  progress: Progress,
): Promise<void> {
  const args = ["build", "-v", "-buildvcs=false", "-trimpath", "-tags", "osusergo,grpcnotrace"];
  args.push("-ldflags", program.linkerFlags, "-o", file, program.package);
  const step = { doing: `Building ${program.what}`, expected: program.expected };
  const result = await progress.during(step, (note) => {
    const count = { downloaded: 0, compiled: 0 };
    return runCommand("go", args, {
      cwd: resolve(__dirname, program.module),
      // A go.work above this folder, or a vendor mode of the user's, would decide other versions.
      env: { ...process.env, GOWORK: "off", GOFLAGS: "-mod=readonly" },
      onLine: (line) => {
        count[line.startsWith("go: downloading ") ? "downloaded" : "compiled"] += 1;
        note(`${count.downloaded} modules downloaded, ${count.compiled} packages compiled`);
      },
    });
  });
  if (result.exitCode !== 0) {
    const lastLines = result.stderr.trim().split("\n").slice(-15).join("\n");
    throw new Error(`Building ${program.what} failed. The last output of Go:\n${lastLines}`);
  }
}

/** The npm package of Pulumi ships the third executable as a script. */
async function copyDynamicProvider(bin: string): Promise<void> {
  const sdk = dirname(require.resolve("@pulumi/pulumi/package.json"));
  const target = join(bin, dynamicProviderName);
  await copyFile(join(sdk, dynamicProviderName), target);
  await chmod(target, 0o755);
}
