import { join } from "node:path";
import { runCommand } from "../engine/command";
import { cachedDownload, npmPackage } from "./download";
import { pythonEnvironment } from "./python-environment";
import { runTool } from "./requirement";

const here = join(__dirname, "csharp");
const pulumiVersion = "3.112.1";

/** The result of the C# compiler: what it has read, and its errors and warnings. */
export interface Compiled {
  readonly files: number;
  readonly programs: number;
  readonly problems: readonly string[];
}

/**
 * Compiles our SDK for .NET in one folder, and each program in another folder, without running them. Microsoft's .NET
 * SDK isn't needed, because the runtime is on PyPI (Linux on x64) and the compiler on npm.
 */
export async function compileCsharp(sdk: string, programs: string): Promise<Compiled> {
  const pulumi = join(await pulumiSources(), "sdk", "Pulumi");
  const bin = await pythonEnvironment(join(here, "requirements.txt"));
  const roslyn = await npmPackage("@autorest/csharp", "3.0.0-beta.20211007.2");
  const args = [join(here, "compile.py"), pulumi, roslyn, sdk, programs];
  return JSON.parse(await runTool(join(bin, "python"), args, { cwd: here })) as Compiled;
}

/**
 * Clones the sources of Pulumi's .NET SDK, because PyPI and npm have no package of it. `PULUMI_DOTNET_REPOSITORY` can
 * name another repository to clone.
 */
export function pulumiSources(
  repository = process.env.PULUMI_DOTNET_REPOSITORY ?? "https://github.com/pulumi/pulumi-dotnet",
  cache?: string,
): Promise<string> {
  const clone = async (folder: string) => {
    const args = ["clone", "--quiet", "--depth", "1", "--branch", `v${pulumiVersion}`];
    const env = { ...process.env, GIT_TERMINAL_PROMPT: "0" };
    const { exitCode, output } = await runCommand("git", [...args, repository, folder], { env });
    if (exitCode === 0) return;
    throw new Error(
      `C# was not compiled: the sources of Pulumi's .NET SDK can't be cloned. Set PULUMI_DOTNET_REPOSITORY to a clone of it, and try again.\n${output.trimEnd()}`,
    );
  };
  return cachedDownload(`pulumi-dotnet-${pulumiVersion}`, clone, cache);
}
