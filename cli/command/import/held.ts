import type { Properties } from "../../../provider/input/plain";
import type { AnyListed } from "../../../provider/lifecycle/listing";
import { loopbackAccount } from "../../../provider/settings/parse";
import { configKey } from "../../../provider/settings/source";
import type { Stack } from "../stack";
import { configFor, type StateObject } from "../stack/exported-state";

/**
 * Only the user can say whether two names of accounts mean one. What is imported although the stack has it under another
 * name would be managed twice. Ids alone show nothing: another account may have given the same ones.
 */
export function heldOf(
  kind: string,
  held: readonly StateObject[],
  { settings, config }: Pick<Stack, "settings" | "config">,
) {
  // The state has resources in the order in which they were registered, which differs from run to run.
  const ofKind = held
    .filter((one) => one.kind === kind)
    .toSorted((one, other) => accountOf(one).localeCompare(accountOf(other)));
  const baseUrl = settings.value("baseUrl");
  const hasOtherAddress = (one: StateObject) => {
    const other = configFor(one, config)(configKey("baseUrl"));
    return (
      other !== undefined && baseUrl !== undefined && new URL(other).href !== new URL(baseUrl).href
    );
  };
  return {
    names: ofKind.map(({ name }) => name),
    /** Whether the stack holds an object of the account: in this account, or in one of another name, which may be the same. */
    holding({ id, props }: AnyListed): { readonly account?: string } | undefined {
      const all = ofKind.filter((one) => one.id === id);
      if (all.some(({ outputs }) => settings.isOwnAccount(outputs.account))) return {};
      const other = all.find(
        (one) =>
          // An emulator is no account's other name.
          ![accountOf(one), settings.account].includes(loopbackAccount) &&
          !hasOtherAddress(one) &&
          isNamedAs(one.outputs, props),
      );
      return other && { account: accountOf(other) };
    },
  };
}

/** By the address, else by the name; a state of which neither is known may be of the same object. */
function isNamedAs(state: Properties, props: Properties): boolean {
  const [one, other] = [state, props].map(({ email, name }) => email ?? name);
  if (typeof one !== "string" || typeof other !== "string") return true;
  return one.toLowerCase() === other.toLowerCase();
}

function accountOf({ outputs: { account } }: StateObject): string {
  return typeof account === "string" ? account : "";
}
