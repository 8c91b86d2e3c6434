import { settingCheck } from "../input/json-schema";
import type { Account, Profile, Seed } from "./account";
import { defaultsOf } from "./field";
import type { DefaultContext, TableName } from "./tables";
import { hasIds, idOf, profileFields, seedSchema, tables } from "./tables";
import { inZone } from "./zone";

const check = settingCheck(seedSchema);

/** Creates an account from a seed. Throws on the first mistake, with a message that starts with `subject`. */
export function accountFromSeed(seed: unknown, now: Date, subject = "seed"): Account {
  check(subject, seed);
  checkTimezone((seed as Seed).account?.timezone ?? "UTC", subject);
  const account = completed(seed as Seed, now.toISOString(), subject);
  checkReferences(account, subject);
  return account;
}

type Identified = { readonly id?: string; readonly file_id?: string };

function completed(seed: Seed, now: string, subject: string): Account {
  const profile = { ...defaultsOf(profileFields, {}), ...seed.account } as Profile;
  const sequence = { ...seed.sequence };
  const rows = Object.entries(tables).map(([name, { fields }]) => {
    const defaults = defaultsOf(fields, { now, profile } satisfies DefaultContext);
    const given: readonly object[] = seed[name as TableName] ?? [];
    const whole: readonly Identified[] = given.map((row) => ({ ...defaults, ...row }));
    const ids = whole.map(({ id, file_id = id }) => file_id);
    const last = new Map(ids.map((id, at) => [id, at]));
    const twice = ids.findIndex((id, at) => id !== undefined && last.get(id) !== at);
    if (twice >= 0) {
      const places = `[${twice}] and [${last.get(ids[twice])}]`;
      throw new Error(
        `${subject}.${name}: ${places} have the same id ${JSON.stringify(ids[twice])}`,
      );
    }
    if (!hasIds(name)) return [name, whole];
    let number = sequence[name] ?? 0;
    const withIds = whole.map((row) => {
      if (row.id !== undefined) return row;
      do number += 1;
      while (last.has(idOf(name, number)));
      return { id: idOf(name, number), ...row };
    });
    sequence[name] = number;
    return [name, withIds];
  });
  return { ...Object.fromEntries(rows), account: profile, sequence } as Account;
}

function checkTimezone(timezone: string, subject: string): void {
  try {
    inZone(new Date(0), timezone);
  } catch {
    const got = JSON.stringify(timezone);
    throw new Error(
      `${subject}.account.timezone: must be an IANA time zone such as "Europe/Berlin" (got ${got})`,
    );
  }
}

/** Throws if an event refers to a missing campaign or contact, because reports would omit the event. */
function checkReferences(account: Account, subject: string): void {
  const idsIn = (rows: readonly { readonly id: string }[]) => new Set(rows.map(({ id }) => id));
  const known = { campaign: idsIn(account.campaigns), contact: idsIn(account.contacts) };
  for (const table of ["opens", "unsubscribes", "inbox_placements"] as const) {
    const rows: readonly { readonly [field: string]: unknown }[] = account[table];
    rows.forEach((row, index) => {
      for (const [to, ids] of Object.entries(known)) {
        const field = `${to}_id`;
        const id = row[field];
        if (typeof id !== "string" || ids.has(id)) continue;
        throw new Error(
          `${subject}.${table}[${index}].${field}: there is no ${to} with the id ${JSON.stringify(id)}`,
        );
      }
    });
  }
}
