import { runCommand } from "../engine/command";

/** If a command is missing or fails, throws an error that says what to install. */
export async function requireCommand(
  command: string,
  args: readonly string[],
  remedy: string,
): Promise<void> {
  const exitCode = await runCommand(command, args).then(
    (result) => result.exitCode,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    },
  );
  if (exitCode !== 0) throw new Error(`${remedy}, put it on the PATH, and try again.`);
}

export async function runTool(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<string> {
  const { exitCode, output } = await runCommand(command, args, options);
  if (exitCode !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${output.trimEnd()}`);
  return output;
}
