import { delimiter } from "node:path";
import type { Engine } from "./executable";

/** A stack in a file backend of its own. */
export interface ScratchStack {
  name: string;
  backend: string;
  passphrase: string;
}

/** Variables that separate the CLI from the user's own Pulumi: another home, and no look-ups on the network. */
export function isolated(home: string) {
  return {
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    PULUMI_HOME: home,
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
}

/**
 * The environment for commands with a scratch stack: that of this process without the user's own settings and stacks,
 * and with
 * the engine first on PATH.
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
    PATH: `${engine.dir}${delimiter}${process.env.PATH}`,
    ...(stack && {
      PULUMI_BACKEND_URL: `file://${stack.backend}`,
      PULUMI_CONFIG_PASSPHRASE: stack.passphrase,
      PULUMI_STACK: stack.name,
    }),
  };
}
