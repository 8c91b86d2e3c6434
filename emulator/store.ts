import type { Account, Kind, Row } from "./account";
import type { Clock } from "./clock";

/** The account and its changes. Every change is one synchronous step, so none can come between. */
export interface Store {
  /** The account as it stands; never changed in place. */
  readonly account: Account;
  /** The account's time. */
  now(): Date;
  find<K extends Kind>(kind: K, id: string): Row<K> | undefined;
  /** Adds an object under the next id of its kind. */
  insert<K extends Kind>(kind: K, build: (id: string) => Row<K>): Row<K>;
  /** Changes fields of the object with this id, if there is one. */
  update<K extends Kind>(kind: K, id: string, fields: Partial<Row<K>>): void;
  remove(kind: Kind, id: string): void;
  /** Any other change. */
  change(change: (account: Account) => Account): void;
}

/** What the server does with a store beyond what operations may. */
export interface StoreControl extends Store {
  /** The same store as it stood so long ago, as far as it is remembered. */
  asOf(agoMs: number): Store;
  /** Remembers former states for so long; 0 forgets them. */
  rememberFor(ms: number): void;
}

/** The id that a kind's object with this number gets: `sender-1` onwards. */
export function idOf(kind: Kind, number: number): string {
  return `${singular[kind]}-${number}`;
}

/** Whether the text is the name of a kind whose objects have ids. */
export function isKind(text: string): text is Kind {
  return Object.hasOwn(singular, text);
}

function nextId(account: Account, kind: Kind): { id: string; number: number } {
  const isTaken = (id: string) => rowsOf(account, kind).some((row) => row.id === id);
  let number = (account.sequence[kind] ?? 0) + 1;
  while (isTaken(idOf(kind, number))) number += 1;
  return { id: idOf(kind, number), number };
}

const singular = {
  domains: "domain",
  senders: "sender",
  reply_emails: "reply-email",
  lists: "list",
  segments: "segment",
  contacts: "contact",
  properties: "property",
  campaigns: "campaign",
  webhooks: "webhook",
} satisfies Record<Kind, string>;

/** A store over an account; `keep` is called with every state it takes. */
export function createStore(
  initial: Account,
  clock: Clock,
  keep: (account: Account) => void,
): StoreControl {
  let current = initial;
  let memoryMs = 0;
  let former: { readonly account: Account; readonly replacedAt: number }[] = [];

  function become(next: Account): void {
    if (next === current) return;
    const at = clock.wireMs();
    former = former.filter(({ replacedAt }) => replacedAt > at - memoryMs);
    if (memoryMs > 0) former.push({ account: current, replacedAt: at });
    current = next;
    keep(next);
  }

  function over(read: () => Account): Store {
    return {
      get account() {
        return read();
      },
      now: () => clock.now(),
      find: (kind, id) => rowsOf(read(), kind).find((row) => row.id === id),
      insert(kind, build) {
        const { id, number } = nextId(current, kind);
        const row = build(id);
        become({
          ...current,
          sequence: { ...current.sequence, [kind]: number },
          [kind]: [...current[kind], row],
        });
        return row;
      },
      update(kind, id, fields) {
        const rows = rowsOf(current, kind);
        become({
          ...current,
          [kind]: rows.map((row) => (row.id === id ? { ...row, ...fields } : row)),
        });
      },
      remove(kind, id) {
        become({ ...current, [kind]: rowsOf(current, kind).filter((row) => row.id !== id) });
      },
      change: (change) => become(change(current)),
    };
  }

  return Object.defineProperties(over(() => current) as StoreControl, {
    asOf: {
      value: (agoMs: number) => {
        const since = clock.wireMs() - agoMs;
        const then = former.find(({ replacedAt }) => replacedAt > since)?.account;
        return over(() => then ?? current);
      },
    },
    rememberFor: {
      value: (ms: number) => {
        memoryMs = ms;
        if (ms === 0) former = [];
      },
    },
  });
}

function rowsOf<K extends Kind>(account: Account, kind: K): readonly Row<K>[] {
  // What `Account` says; the compiler does not follow it through an intersection.
  return account[kind] as readonly unknown[] as readonly Row<K>[];
}
