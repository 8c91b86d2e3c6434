import { chmod, copyFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { addToCache, builtName } from "./cache";
import { runCommand } from "./command";
import { cliName, dynamicProviderName, type Engine, languageHostName } from "./executable";
import { withProgress } from "./progress";
import { cliVersion, languageHostVersion, minimumCliVersion } from "./version";

/** One executable that the Go client builds from a module of this repository. */
export interface GoProgram {
  readonly what: string;
  /** The folder with go.mod and go.sum. */
  readonly module: string;
  readonly package: string;
  /** Variables that the linker sets, as an option `-X`. */
  readonly linked?: string;
  readonly expected: string;
}

const programs: readonly (GoProgram & { readonly executable: string })[] = [
  {
    what: `Pulumi ${cliVersion}`,
    module: join(__dirname, "cli"),
    package: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    linked: `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${cliVersion}`,
    executable: cliName,
    expected: "3 to 5 minutes on two cores, once",
  },
  {
    what: `its Node.js language host ${languageHostVersion}`,
    module: join(__dirname, "language-nodejs"),
    package: "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
    executable: languageHostName,
    expected: "about 40 s, once",
  },
];

/** Builds the engine from its Go modules. Needs the `go` client on PATH. */
export async function buildWithGo(cache: string): Promise<Engine> {
  const pulumi = `Pulumi ${minimumCliVersion} or later (https://www.pulumi.com/docs/install) or `;
  await requireGoFor("build the Pulumi CLI, which can't be downloaded,", pulumi);
  const dir = await addToCache(cache, builtName, async (folder) => {
    const bin = join(folder, "bin");
    await mkdir(bin);
    for (const program of programs) await buildProgram(program, join(bin, program.executable));
    await copyDynamicProvider(bin);
  });
  return { pulumi: join(dir, cliName), dir, version: cliVersion, source: "build" };
}

/** If Go is missing, throws an error that says why Go is needed, and names the alternatives. */
export async function requireGoFor(what: string, instead = ""): Promise<void> {
  await runCommand("go", ["version"]).catch((cause: unknown) => {
    const ways = `Install ${instead}Go 1.25 or later (https://go.dev/doc/install), put it on the PATH`;
    throw new Error(`Go is needed to ${what} and is not installed. ${ways}, and try again.`, {
      cause,
    });
  });
}

export async function buildProgram(program: GoProgram, file: string): Promise<void> {
  const { what, module, linked = "", expected } = program;
  const args = ["build", "-buildvcs=false", "-trimpath", "-tags", "osusergo,grpcnotrace"];
  args.push("-ldflags", `-w -s ${linked}`, "-o", file, program.package);
  // Without these variables, a go.work file above this folder, or the user's vendor mode, would select other versions.
  const env = { ...process.env, GOWORK: "off", GOFLAGS: "-mod=readonly" };
  const { exitCode, stderr } = await withProgress(`Building ${what} with Go`, expected, () =>
    runCommand("go", args, { cwd: module, env }),
  );
  if (exitCode === 0) return;
  const lastLines = stderr.trim().split("\n").slice(-15).join("\n");
  throw new Error(`Building ${what} failed. The last output of Go:\n${lastLines}`);
}

/** Copies the dynamic provider, which is a script in Pulumi's npm package. */
async function copyDynamicProvider(bin: string): Promise<void> {
  const sdk = dirname(require.resolve("@pulumi/pulumi/package.json"));
  const target = join(bin, dynamicProviderName);
  await copyFile(join(sdk, dynamicProviderName), target);
  await chmod(target, 0o755);
}
