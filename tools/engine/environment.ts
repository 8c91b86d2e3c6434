import { delimiter } from "node:path";
import type { Engine } from "./executable";

/** A stack in a file backend of its own. */
export interface ScratchStack {
  name: string;
  /** The folder of the backend. */
  backend: string;
  passphrase: string;
}

/** What keeps a CLI from the user's own Pulumi: its home, and no look-ups on the network. */
export function isolated(home: string) {
  return {
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    PULUMI_HOME: home,
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
}

/**
 * The environment of commands in scratch space: that of this process without what the user has set for accounts and
 * stacks of their own, and with the engine first on PATH.
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
