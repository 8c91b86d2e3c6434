import type { AnyListed } from "../../../provider/lifecycle/found-object";
import type { Properties } from "../../../provider/plain/value";
import { configKey, loopbackAccount } from "../../../provider/settings/table";
import type { Stack } from "../stack";
import { configFor, type StateObject } from "../stack/exported-state";

/**
 * Finds objects of a kind that the stack already manages, so that the import skips them. Also finds an object that the
 * state has under another account name, if both names may mean one account.
 */
export function managedObjects(
  kind: string,
  stackObjects: readonly StateObject[],
  { settings, config }: Pick<Stack, "settings" | "config">,
) {
  // Sort by account, because the order in a state varies between runs, and `findManaged` takes the first match.
  const ofKind = stackObjects
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
    /**
     * Undefined if the stack doesn't have the object. `account` is the account's name in the state, if the settings
     * name another account.
     */
    findManaged({ id, props }: AnyListed): { readonly account?: string } | undefined {
      const all = ofKind.filter((one) => one.id === id);
      if (all.some(({ outputs }) => settings.isOwnAccount(outputs.account))) return {};
      const other = all.find(
        (one) =>
          // An emulator's account and an account of the service are never the same account.
          ![accountOf(one), settings.account].includes(loopbackAccount) &&
          !hasOtherAddress(one) &&
          // Two accounts may use the same id, so compare names too.
          isNamedAs(one.outputs, props),
      );
      return other && { account: accountOf(other) };
    },
  };
}

/** Compares email addresses, or names if there is no address, ignoring case. True if one of the objects has neither. */
function isNamedAs(state: Properties, props: Properties): boolean {
  const [one, other] = [state, props].map(({ email, name }) => email ?? name);
  if (typeof one !== "string" || typeof other !== "string") return true;
  return one.toLowerCase() === other.toLowerCase();
}

function accountOf({ outputs: { account } }: StateObject): string {
  return typeof account === "string" ? account : "";
}
