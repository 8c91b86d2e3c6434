import { isLoopback } from "../input/loopback";
import type { Parse } from "./parse";

/** The account of every emulator, whatever its port. */
export const loopbackAccount = "loopback";

/** What the account at an address is called while no setting names it. */
export function accountAt(address: string): string {
  const url = new URL(address);
  return isLoopback(url) ? loopbackAccount : url.origin;
}

/** Names of accounts, separated by commas; an address stands for what the account there is called without a name. */
export const accountNames: Parse<readonly string[]> = (text) => {
  const entries = text.split(",").map((entry) => entry.trim());
  const names = entries
    .filter((entry) => entry !== "")
    .map((entry) => (/^https?:/i.test(entry) && URL.canParse(entry) ? accountAt(entry) : entry));
  // Every emulator has this name, so an object of one is in no other account.
  return names.includes(loopbackAccount)
    ? {
        problem:
          'must not contain "loopback": the objects of an emulator can\'t belong to another account',
      }
    : { value: names };
};
