import { delimiter } from "node:path";
import type { Engine } from "./executable";

/** A stack in its own file backend. */
export interface ScratchStack {
  name: string;
  backend: string;
  passphrase: string;
}

/**
 * Variables that separate the CLI from the user's Pulumi installation: another home folder, and no look-ups on the
 * network.
 */
export function isolated(home: string) {
  return {
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    PULUMI_HOME: home,
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
}

/**
 * The environment for commands with a scratch stack: this process's environment, but without the user's settings and
 * stacks. The engine is first on PATH.
 */
export function scratchEnvironment(
  engine: Engine,
  home: string,
  stack?: ScratchStack,
): NodeJS.ProcessEnv {
  const users = /^(EMAIL_MARKETING_|PULUMI_|NODE_OPTIONS$)/;
  const inherited = Object.entries(process.env).filter(([name]) => !users.test(name));
  return {
    ...Object.fromEntries(inherited),
    ...isolated(home),
    // Collect no garbage below a limit, because it takes a fifth of the CPU time of short CLI commands.
    GOGC: "off",
    GOMEMLIMIT: "500MiB",
    PATH: `${engine.dir}${delimiter}${process.env.PATH}`,
    ...(stack && {
      PULUMI_BACKEND_URL: `file://${stack.backend}`,
      PULUMI_CONFIG_PASSPHRASE: stack.passphrase,
      PULUMI_STACK: stack.name,
    }),
  };
}
