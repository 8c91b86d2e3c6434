import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import type { Engine } from "../engine";
import { type CommandResult, runCommand } from "../engine/command";
import { scratchEnvironment } from "../engine/environment";

/** Somebody who has the CLI and npm, an empty home, and no settings of their own. */
export interface Newcomer {
  readonly engine: Engine;
  readonly home: string;
  /** What else the environment has, such as registries that stand in for the real ones. */
  readonly env?: NodeJS.ProcessEnv;
  /** Folders of executables that come before all others. */
  readonly path?: readonly string[];
}

/** Runs a script in a folder as in the shell of a person; it ends at the first command that fails. */
export function runAs(newcomer: Newcomer, script: string, cwd: string): Promise<CommandResult> {
  // A job is a group of its own; nothing that runs beside outlives the script.
  const shell = `set -m\ntrap 'for job in $(jobs -p); do kill -- -$job; done' EXIT\n${script}`;
  return runCommand("bash", ["-e", "-c", shell], { cwd, env: environment(newcomer) });
}

function environment({ engine, home, env, path: first = [] }: Newcomer): NodeJS.ProcessEnv {
  const whole = scratchEnvironment(engine, join(home, ".pulumi"));
  // npm hands over to its scripts where it runs, and puts the packages of this repository on the PATH.
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
    // npm asks again, up to twice, and waits five minutes each time by default: longer than any test.
    npm_config_fetch_timeout: "60000",
    npm_config_audit: "false",
    npm_config_fund: "false",
    ...env,
  };
}
