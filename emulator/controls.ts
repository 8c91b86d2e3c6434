import type { Account, Kind, Row } from "./account";
import { sendDue } from "./area/campaign-schedule";
import type { Clock } from "./clock";
import type { Delays } from "./delay";
import type { Controls } from "./emulator";
import type { Fault, FaultPlan } from "./fault";
import type { Limiter } from "./rate-limit";
import type { RequestLog } from "./request-log";
import { accountFromSeed, type Seed } from "./seed";
import { isKind, type StoreControl } from "./store";

/** What the controls work on. */
export interface Parts {
  readonly store: StoreControl;
  readonly clock: Clock;
  readonly delays: Delays;
  readonly faults: FaultPlan;
  readonly limiter: Limiter;
  readonly log: RequestLog;
  /** The account that a reset goes back to. */
  readonly initial: Account;
  /** Writes the account and the clock to the file, if there is one. */
  readonly keep: (account: Account) => void;
}

/** The controls of an emulator; the handle and the control routes are the same ones. */
export function createControls(parts: Parts): Controls {
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
      const account = accountFromSeed(data, clock.now());
      store.change(() => account);
    },
    patch<K extends Kind>(kind: K, id: string, fields: Partial<Row<K>>) {
      const rows = rowsWith(store.account, kind, id);
      const patched = rows.map((row) => (row.id === id ? { ...row, ...fields, id } : row));
      // As strict as a seed, so that no patch makes an account that no seed could.
      const account = accountFromSeed({ ...store.account, [kind]: patched }, clock.now());
      store.change(() => account);
    },
    remove(kind: Kind, id: string) {
      rowsWith(store.account, kind, id);
      store.remove(kind, id);
    },
    faults: setFaults,
    reset() {
      // Before anything else: what still waits must not be applied to the account of the start.
      delays.end();
      clock.reset();
      log.clear();
      setFaults([]);
      limiter.reset();
      store.change(() => initial);
      keep(initial);
    },
    advance(ms: number) {
      clock.advance(ms);
      sendDue(store);
      keep(store.account);
    },
  };
}

/** The objects of a kind, when one of them has the id; else an error that says what is wrong. */
function rowsWith(account: Account, kind: Kind, id: string): readonly { readonly id: string }[] {
  const rows = isKind(kind) ? account[kind] : undefined;
  if (rows === undefined) throw new Error(`${kind} is not a kind of objects with ids`);
  if (rows.some((row) => row.id === id)) return rows;
  throw new Error(`${kind} has no object with the id ${id}`);
}
