import type { Account, Kind, Row, Seed } from "../account/account";
import { accountFromSeed } from "../account/seed";
import { hasIds, kindsWithIds, tables } from "../account/tables";
import type { Fault } from "../http/fault";
import type { LoggedRequest } from "../http/request-log";
import { settingCheck, suggestion } from "../input/json-schema";
import { sendDue } from "../routes/campaign-schedule";
import type { EmulatorParts } from "./parts";

/** The methods of a running emulator. The control routes do the same. */
export interface Controls {
  /** The requests to the service so far, oldest first. */
  requests(): LoggedRequest[];
  /** A copy of everything in the account, in the form of a complete seed. */
  snapshot(): Account;
  /** Replaces everything in the account with a seed. A table that the seed doesn't have becomes empty. */
  seed(data: Seed): void;
  /** Changes fields of one object, like an edit in the service's web app. */
  patch<K extends Kind>(kind: K, id: string, fields: Partial<Row<K>>): void;
  /** Removes one object, like a removal in the service's web app. */
  remove(kind: Kind, id: string): void;
  /** Replaces the pending faults; an empty list clears them. */
  faults(list: readonly Fault[]): void;
  /** Resets account, clock, log, faults and rate limit. Closes the connections of delayed requests. */
  reset(): void;
  /** Moves the emulator's clock forward. */
  advance(ms: number): void;
  /** The account's time. */
  now(): Date;
}

const checkPatch = settingCheck({ type: "object" });

export function createControls(parts: EmulatorParts): Controls {
  const { store, clock, delays, faults, limiter, log, initial, keep } = parts;
  const setFaults = (list: readonly Fault[]) => {
    faults.set(list);
    delays.release();
    store.rememberFor(faults.staleMs());
  };
  return {
    requests: () => log.entries(),
    snapshot() {
      sendDue(store);
      return structuredClone(store.account);
    },
    seed(data: Seed) {
      store.change(accountFromSeed(data, clock.now()));
    },
    patch<K extends Kind>(kind: K, id: string, fields: Partial<Row<K>>) {
      const rows = rowsWith(store.account, kind, id);
      checkPatch("patch", fields);
      const { id: newId = id } = fields as { readonly id?: string };
      if (newId !== id)
        throw new Error(`patch.id: an id can't be changed (got ${JSON.stringify(newId)})`);
      const patched = rows.map((row) => (row.id === id ? { ...row, ...fields, id } : row));
      // Check the patched account like a seed, so that a patch can't make the account invalid.
      store.change(accountFromSeed({ ...store.account, [kind]: patched }, clock.now(), "patch"));
    },
    remove(kind: Kind, id: string) {
      rowsWith(store.account, kind, id);
      store.remove(kind, id);
    },
    faults: setFaults,
    reset() {
      // End delays first, so that no waiting request changes the restored account.
      delays.end();
      clock.reset();
      log.clear();
      setFaults([]);
      limiter.reset();
      store.change(initial);
    },
    advance(ms: number) {
      clock.advance(ms);
      sendDue(store);
      keep(store.account);
    },
    now: () => clock.now(),
  };
}

/** All objects of a kind. Throws if objects of this kind have no ids, or if none of them has the given id. */
function rowsWith(account: Account, kind: string, id: string): readonly { readonly id: string }[] {
  if (!hasIds(kind)) {
    if (!Object.hasOwn(tables, kind)) {
      throw new Error(`unknown kind ${JSON.stringify(kind)}${suggestion(kind, kindsWithIds)}`);
    }
    throw new Error(
      `${kind} can't be patched or removed: they have no ids. Replace the whole account with a seed.`,
    );
  }
  const rows = account[kind];
  if (rows.some((row) => row.id === id)) return rows;
  throw new Error(`${kind}: there is no object with the id ${JSON.stringify(id)}`);
}
