import { quoted } from "../errors/redact";
import { isLoopback } from "../input/domain";
import { once, oncePer } from "../input/once";
import { loopbackAccount } from "../settings/parse";
import type { Settings } from "../settings/settings";
import { engineNotes, type Notes } from "./engine-notes";

/** Objects that resources of this update have, by kind and id: the removal of another resource leaves them as they are. */
export interface Claims {
  /** A create, a takeover or an update sets it. */
  claim(kind: string, id: string): void;
  isClaimed(kind: string, id: string): boolean;
  /** The program goes on to declare a resource that has had it since an earlier update. */
  declare(kind: string, id: string): void;
  /** Why the removal of a resource leaves the object as it is, in words; undefined where nothing speaks against it. */
  whyKept(kind: string, id: string): string | undefined;
}

/** The claims on an account among notes, by default those of the engine, which are asked for when they are used. */
export function createClaims(settings: Settings, given: () => Notes = engineNotes): Claims {
  const { account = "" } = settings;
  const notes = once(given);
  const address = once(() => addressOf(settings));
  const holders = (how: string, kind: string, id: string) =>
    notes().behind(how, address(), kind, id);
  return {
    claim: (kind, id) => notes().add("claimed", address(), kind, id, account),
    isClaimed: (kind, id) => holders("claimed", kind, id).some(([name]) => name === account),
    declare: (kind, id) => notes().add("declared", address(), kind, id, account),
    whyKept(kind, id) {
      // Whatever the account is called: the same one may have two names.
      if (holders("claimed", kind, id).length > 0) {
        return "another resource of this update manages it";
      }
      if (holders("declared", kind, id).length > 0) {
        return "a resource of the program still declares it";
      }
      return notes().isUnreadable()
        ? "whether a resource of another Provider manages it can't be known (see the warning about the temporary folder)"
        : undefined;
    },
  };
}

/** An account's address in one spelling: that of URLs, without slashes at the end. */
function addressOf({ origin }: Settings): string {
  const text = origin("baseUrl")?.text ?? "";
  if (!URL.canParse(text)) return text;
  const { protocol, hostname, port, pathname } = new URL(text);
  // This machine has several names, and a name may end with a dot.
  const host = isLoopback({ hostname }) ? loopbackAccount : hostname.replace(/\.$/, "");
  return `${protocol}//${[host, port].filter(Boolean).join(":")}${pathname.replace(/(?<!\/)\/+$/, "")}`;
}

/**
 * What is wrong where Providers of this program have different addresses under one origin, and neither names its account: both
 * would have the name that the origin gives, so a resource that moves from one to the other would keep the other's id.
 */
export function sharedName(settings: Settings): string | undefined {
  const { account } = settings;
  const isNamed = settings.origin("account") !== undefined;
  if (isNamed || account === undefined || account === loopbackAccount) return undefined;
  const own = addressOf(settings);
  const [other] = otherAddresses(account)(own);
  if (other === undefined) return undefined;
  return (
    `${own} and ${other} are two accounts of this program, and both have the name ${quoted(account)}, because neither names its ` +
    `account. Set ${settings.place("account")}, a different one for each, and ${settings.place("formerAccounts")} to ` +
    `${quoted(account)}, so that no resource counts as moved.`
  );
}

/** Notes an address of an account's name; gives the others. Of two processes, the one that comes second sees the other one's. */
const otherAddresses = oncePer((account: string) => {
  const notes = engineNotes();
  return oncePer((address: string) => {
    notes.add("named", account, address);
    const all = notes.behind("named", account).flat();
    return all.filter((one) => one !== address);
  });
});
