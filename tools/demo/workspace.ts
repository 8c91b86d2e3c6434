import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { defaultKeys } from "email-marketing-emulator";
import type { Engine } from "../engine";
import { type CommandResult, type RunningCommand, startCommand } from "../engine/command";
import { scratchEnvironment } from "../engine/environment";

/** A copy of the quickstart for its own stack. The caller creates the stack. */
export interface Workspace {
  /** The folder of the program. */
  readonly project: string;
  /** Runs a command of the CLI or of the package. `onLine` gets each line of output as it arrives. */
  run(command: string, onLine: (line: string) => void): Promise<CommandResult>;
  /** Waits for the running command, kills the command if it takes too long, and removes the copy of the quickstart. */
  close(): Promise<void>;
}

export interface WorkspaceOptions {
  readonly engine: Engine;
  readonly baseUrl: string;
}

/** The name of the demo's stack. The process id distinguishes it from stacks of the user. */
export const stack = `demo-${process.pid}`;

const commandLimitMs = 10_000;
const repository = join(__dirname, "..", "..");
const packageCommand = join(repository, "provider", "bin", "pulumi-email-marketing.js");

/** Copies the quickstart into the repository, so that the program finds its packages. */
export async function openWorkspace({ engine, baseUrl }: WorkspaceOptions): Promise<Workspace> {
  await mkdir(join(repository, "temp"), { recursive: true });
  const project = await mkdtemp(join(repository, "temp", "demo-"));
  await cp(join(repository, "examples", "quickstart"), project, { recursive: true });
  const backend = join(project, ".backend");
  await mkdir(backend);
  const env = {
    ...scratchEnvironment(engine, join(project, ".home"), {
      name: stack,
      backend,
      passphrase: "demo",
    }),
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    EMAIL_MARKETING_API_KEY: defaultKeys.apiKey,
    EMAIL_MARKETING_BASE_URL: baseUrl,
    EMAIL_MARKETING_OPERATIONS: "extended",
    EMAIL_MARKETING_PREFLIGHT: "error",
    EMAIL_MARKETING_TIME_ZONE: "Europe/Berlin",
  };
  let running: RunningCommand | undefined;
  let isClosing = false;
  return {
    project,
    run(command, onLine) {
      if (isClosing) throw new Error("the demo was interrupted");
      const [program, ...args] = command.replace(/ > .*/, "").split(" ");
      const [file, given] =
        program === "pulumi"
          ? [engine.pulumi, [...args, "--non-interactive", "--color", "never"]]
          : [process.execPath, [packageCommand, ...args]];
      running = startCommand(file, given, { cwd: project, env, onLine });
      return running.result;
    },
    async close() {
      isClosing = true;
      const killing = setTimeout(() => running?.kill("SIGKILL"), commandLimitMs);
      await running?.result;
      clearTimeout(killing);
      // Retry, because the demo may still write the output of a killed command into the folder.
      await rm(project, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
