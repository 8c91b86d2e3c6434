import type { Account, Kind, Row } from "./account";
import { sendDue } from "./area/campaign-schedule";
import type { Clock } from "./clock";
import type { Delays } from "./delay";
import type { Controls } from "./emulator";
import type { Fault, FaultPlan } from "./fault";
import { checkerOf, firstProblem } from "./json-schema";
import { kinds } from "./kind";
import { suggestion } from "./nearest";
import { hasIds, kindsWithIds } from "./object-id";
import type { Limiter } from "./rate-limit";
import type { RequestLog } from "./request-log";
import { accountFromSeed, type Seed } from "./seed";
import type { StoreControl } from "./store";

/** The parts of an emulator that the controls act on. */
export interface Parts {
  readonly store: StoreControl;
  readonly clock: Clock;
  readonly delays: Delays;
  readonly faults: FaultPlan;
  readonly limiter: Limiter;
  readonly log: RequestLog;
  /** The account that a reset restores. */
  readonly initial: Account;
  /** Saves the account and the clock to the file, if there is one. */
  readonly keep: (account: Account) => void;
}

const errorsInPatch = checkerOf({ type: "object" });

/** Creates the controls of an emulator, which the library and the control routes share. */
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
      const problem = firstProblem("patch", errorsInPatch(fields));
      if (problem !== undefined) throw new Error(problem);
      const patched = rows.map((row) => (row.id === id ? { ...row, ...fields, id } : row));
      // Checked like a seed, so that a patch can't create an account that a seed couldn't.
      const account = accountFromSeed({ ...store.account, [kind]: patched }, clock.now(), "patch");
      store.change(() => account);
    },
    remove(kind: Kind, id: string) {
      rowsWith(store.account, kind, id);
      store.remove(kind, id);
    },
    faults: setFaults,
    reset() {
      // First of all, so that no waiting request is applied to the restored account.
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
    now: () => clock.now(),
  };
}

/** The objects of a kind, one of which must have the id. */
function rowsWith(account: Account, kind: string, id: string): readonly { readonly id: string }[] {
  if (!hasIds(kind)) {
    if (!Object.hasOwn(kinds, kind)) {
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
