import type { AnyLifecycle } from "../../lifecycle/lifecycle";
import { loopbackAccount } from "../../settings/account-name";
import type { Settings } from "../../settings/settings";
import type { StateObject } from "../stack/state";

/** What a stack holds of a kind. */
export interface Held {
  /** The logical names that are taken. */
  readonly names: readonly string[];
  /**
   * The objects that the account may have, by id: with the name of the account that the state has one in, where that is
   * another one.
   */
  readonly accounts: ReadonlyMap<string, string | undefined>;
}

/**
 * Only the user can say whether two names of accounts mean one. What is imported although the stack has it
 * under another name would be managed twice.
 */
export function heldOf(
  held: readonly StateObject[],
  { kind }: AnyLifecycle,
  settings: Settings,
): Held {
  // The state has resources in the order in which they were registered, which differs from run to run.
  const ofKind = held
    .filter((one) => one.kind === kind)
    .toSorted((one, other) => accountOf(one).localeCompare(accountOf(other)));
  const accounts = new Map<string, string | undefined>();
  for (const { id, outputs } of ofKind) {
    const { account } = outputs;
    if (settings.isOwnAccount(account)) accounts.set(id, undefined);
    else if (!accounts.has(id) && mayBeSame(String(account), settings)) {
      accounts.set(id, String(account));
    }
  }
  return { names: ofKind.map(({ name }) => name), accounts };
}

/** An emulator is no account's other name. */
function mayBeSame(recorded: string, { account }: Settings): boolean {
  return recorded !== loopbackAccount && account !== loopbackAccount;
}

function accountOf({ outputs: { account } }: StateObject): string {
  return typeof account === "string" ? account : "";
}
