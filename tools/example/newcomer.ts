import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import type { Engine } from "../engine";
import { type CommandResult, runCommand } from "../engine/command";
import { scratchEnvironment } from "../engine/environment";

/** A user with the CLI and npm, an empty home and no settings. */
export interface Newcomer {
  readonly engine: Engine;
  readonly home: string;
  /** More environment variables, such as the address of a registry for tests. */
  readonly env?: NodeJS.ProcessEnv;
  /** Folders to put first on PATH. */
  readonly path?: readonly string[];
}

/** Runs a script in a folder, as a user in a shell would. Stops at the first command that fails. */
export function runAs(newcomer: Newcomer, script: string, cwd: string): Promise<CommandResult> {
  // Job control makes each background job a process group, so that the trap can kill all of its processes.
  const shell = `set -m\ntrap 'for job in $(jobs -p); do kill -- -$job; done' EXIT\n${script}`;
  return runCommand("bash", ["-e", "-c", shell], { cwd, env: environment(newcomer) });
}

function environment({ engine, home, env, path: first = [] }: Newcomer): NodeJS.ProcessEnv {
  const whole = scratchEnvironment(engine, join(home, ".pulumi"));
  // Remove the variables npm_* and INIT_CWD and the PATH entries node_modules/.bin, which `npm run` adds.
  const own = Object.entries(whole).filter(([name]) => !/^(npm_|INIT_CWD$)/i.test(name));
  const path = (whole.PATH ?? "")
    .split(delimiter)
    .filter((one) => !/node_modules|node-gyp-bin/.test(one));
  const global = join(home, ".npm-global");
  return {
    ...Object.fromEntries(own),
    HOME: home,
    PATH: [...first, ...path, join(global, "bin")].join(delimiter),
    npm_config_cache: process.env.npm_config_cache ?? join(homedir(), ".npm"),
    npm_config_userconfig: process.env.npm_config_userconfig ?? join(homedir(), ".npmrc"),
    npm_config_prefix: global,
    npm_config_prefer_offline: "true",
    // By default npm retries twice and waits five minutes each time, longer than any test.
    npm_config_fetch_timeout: "60000",
    npm_config_audit: "false",
    npm_config_fund: "false",
    ...env,
  };
}
