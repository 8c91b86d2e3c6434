import { checkerOf, firstProblem } from "../input/json-schema";
import type { Account, Row, RowKind } from "./account";
import { defaultsOf } from "./field";
import { kinds } from "./kind";
import { idOf, kindsWithIds } from "./object-id";
import { type DefaultContext, type Profile, profileFields } from "./profile";
import { seedSchema } from "./seed-schema";
import { inZone } from "./zone";

/**
 * What an account starts with: an array for each kind, in the wire's spelling. A kind that is left
 * out is empty. Ids and other fields that are left out get defaults (see docs/reference/emulator.md).
 */
export type Seed = {
  readonly [K in RowKind]?: readonly (Partial<Row<K>> & object)[];
} & {
  readonly account?: Partial<Profile>;
  readonly sequence?: Readonly<Record<string, number>>;
};

const errorsIn = checkerOf(seedSchema);

/**
 * Builds the account that a seed describes. Throws on the first mistake in the seed; the message
 * calls the seed `subject`, since a patch and a file are checked in the same way.
 */
export function accountFromSeed(seed: unknown, now: Date, subject = "seed"): Account {
  const problem = firstProblem(subject, errorsIn(seed));
  if (problem !== undefined) throw new Error(problem);
  checkTimezone((seed as Seed).account?.timezone ?? "UTC", subject);
  const account = withIds(completed(seed as Seed, now.toISOString()));
  checkReferences(account, subject);
  return account;
}

function completed(seed: Seed, now: string): Account {
  const profile = { ...defaultsOf(profileFields, {}), ...seed.account } as Profile;
  const rows = Object.entries(kinds).map(([kind, { fields }]) => {
    const defaults = defaultsOf(fields, { now, profile } satisfies DefaultContext);
    const given: readonly object[] = seed[kind as RowKind] ?? [];
    return [kind, given.map((row) => ({ ...defaults, ...row }))];
  });
  const sequence = seed.sequence ?? {};
  return { ...Object.fromEntries(rows), account: profile, sequence } as Account;
}

function withIds(account: Account): Account {
  const filled = { ...account, sequence: { ...account.sequence } };
  for (const kind of kindsWithIds) {
    const given: readonly { readonly id?: string }[] = account[kind];
    const taken = new Set(given.map(({ id }) => id));
    let number = filled.sequence[kind] ?? 0;
    const rows = given.map((row) => {
      if (row.id !== undefined) return row;
      do number += 1;
      while (taken.has(idOf(kind, number)));
      return { id: idOf(kind, number), ...row };
    });
    Object.assign(filled, { [kind]: rows });
    filled.sequence[kind] = number;
  }
  return filled;
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

/** Reports would silently leave out an event whose campaign or contact doesn't exist. */
function checkReferences(account: Account, subject: string): void {
  const ids = {
    campaign: new Set(account.campaigns.map(({ id }) => id)),
    contact: new Set(account.contacts.map(({ id }) => id)),
  };
  for (const kind of ["opens", "unsubscribes", "inbox_placements"] as const) {
    const rows = account[kind] as readonly object[] as readonly Record<string, unknown>[];
    rows.forEach((row, index) => {
      for (const to of ["campaign", "contact"] as const) {
        const field = `${to}_id`;
        const id = row[field];
        if (typeof id !== "string" || ids[to].has(id)) continue;
        throw new Error(
          `${subject}.${kind}[${index}].${field}: there is no ${to} with the id ${JSON.stringify(id)}`,
        );
      }
    });
  }
}
