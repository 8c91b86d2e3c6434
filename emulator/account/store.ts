import type { Account, Kind, Mail, Row } from "./account";
import type { Clock } from "./clock";
import { defaultsOf } from "./field";
import { idOf, tables } from "./tables";

/** Read access to an account, for operations. */
export interface AccountView {
  readonly account: Account;
  /** The account's time. */
  now(): Date;
  find<K extends Kind>(kind: K, id: string): Row<K> | undefined;
}

/** Read and write access to the current account. Each change is one synchronous step, so requests can't interleave. */
export type Store = ReturnType<typeof createStore>;

interface Listeners {
  /** Called with the account after every change. */
  readonly keep: (account: Account) => void;
  readonly sent: (mails: readonly Mail[], account: Account) => void;
}

function nextId(account: Account, kind: Kind): { id: string; number: number } {
  const isTaken = (id: string) => rowsOf(account, kind).some((row) => row.id === id);
  let number = (account.sequence[kind] ?? 0) + 1;
  while (isTaken(idOf(kind, number))) number += 1;
  return { id: idOf(kind, number), number };
}

export function createStore(initial: Account, clock: Clock, { keep, sent }: Listeners) {
  let current = initial;
  let memoryMs = 0;
  let former: { readonly account: Account; readonly replacedAt: number }[] = [];

  function change(replaced: Partial<Account>): void {
    const at = clock.wireMs();
    former = former.filter(({ replacedAt }) => replacedAt > at - memoryMs);
    if (memoryMs > 0) former.push({ account: current, replacedAt: at });
    current = { ...current, ...replaced };
    keep(current);
  }

  const viewOf = (account: Account): AccountView => ({
    account,
    now: () => clock.now(),
    find: (kind, id) => rowsOf(account, kind).find((row) => row.id === id),
  });

  return {
    get account() {
      return current;
    },
    now: () => clock.now(),
    find: <K extends Kind>(kind: K, id: string) => viewOf(current).find(kind, id),
    /** Adds an object with the next id of the kind. Missing fields get defaults. */
    insert<K extends Kind>(kind: K, given: Partial<Row<K>>): Row<K> {
      const { id, number } = nextId(current, kind);
      const context = { now: clock.now().toISOString(), profile: current.account };
      const row = { ...defaultsOf(tables[kind].fields, context), ...given, id } as Row<K>;
      change({
        sequence: { ...current.sequence, [kind]: number },
        [kind]: [...current[kind], row],
      });
      return row;
    },
    /** Changes fields of the object with this id, if it exists. */
    update<K extends Kind>(kind: K, id: string, fields: Partial<Row<K>>): void {
      const rows = rowsOf(current, kind);
      change({ [kind]: rows.map((row) => (row.id === id ? { ...row, ...fields } : row)) });
    },
    remove(kind: Kind, id: string): void {
      change({ [kind]: rowsOf(current, kind).filter((row) => row.id !== id) });
    },
    /** Replaces parts of the account, such as whole tables. */
    change,
    /** Adds emails to the account and passes them to `sent`. The `mails` of a seed are only stored. */
    send(mails: readonly Mail[]): void {
      if (mails.length === 0) return;
      change({ mails: [...current.mails, ...mails] });
      sent(mails, current);
    },
    /** The account as it was `agoMs` ago, or the oldest remembered state. */
    asOf(agoMs: number): AccountView {
      const since = clock.wireMs() - agoMs;
      return viewOf(former.find(({ replacedAt }) => replacedAt > since)?.account ?? current);
    },
    /** Remembers earlier states of the account for this long. 0 forgets all of them. */
    rememberFor(ms: number): void {
      memoryMs = ms;
      if (ms === 0) former = [];
    },
  };
}

function rowsOf<K extends Kind>(
  account: Account,
  kind: K,
): readonly (Row<K> & { readonly id: string })[] {
  // `Account` guarantees that rows of a kind have ids, but the compiler can't infer this for a generic kind.
  return account[kind] as readonly unknown[] as readonly (Row<K> & { readonly id: string })[];
}
