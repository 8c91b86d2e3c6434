import type { Account, Kind, Profile } from "./account";
import { checkerOf, firstFault } from "./json-schema";
import { seedSchema } from "./seed-schema";
import { idOf } from "./store";
import { inZone } from "./zone";

type Rows<T> = T extends readonly (infer R)[] ? readonly (Partial<R> & object)[] : never;

/**
 * What an account holds at the start: an array for each kind in the wire's spelling. Kinds left out
 * are empty, ids and other fields left out get defaults (docs/emulator.md lists them).
 */
export type Seed = {
  readonly [K in Exclude<keyof Account, "account" | "sequence">]?: Rows<Account[K]>;
} & {
  readonly account?: Partial<Profile>;
  readonly sequence?: Readonly<Record<string, number>>;
};

const faultsOf = checkerOf(seedSchema);

/** Fills in what a seed leaves out; throws with the first place where it is not a seed. */
export function accountFromSeed(seed: unknown, now: Date): Account {
  const fault = firstFault(faultsOf(seed));
  if (fault !== undefined) throw new Error(`seed: ${fault}`);
  checkTimezone((seed as Seed).account?.timezone ?? "UTC");
  const account = withIds(completed(seed as Seed, now.toISOString()));
  checkReferences(account);
  return account;
}

function completed(seed: Seed, now: string): Account {
  const profile: Profile = {
    timezone: "UTC",
    company_address: "1 Example Street",
    city: "Springfield",
    state: "Illinois",
    postal_code: "62701",
    country: "US",
    ...seed.account,
  };
  const rows = Object.fromEntries(
    Object.entries(defaults(now, profile)).map(([kind, fields]) => [
      kind,
      ((seed[kind as keyof typeof seed] as readonly object[] | undefined) ?? []).map((row) => ({
        ...fields,
        ...row,
      })),
    ]),
  );
  return { ...rows, account: profile, sequence: seed.sequence ?? {} } as unknown as Account;
}

function defaults(now: string, profile: Profile) {
  const { timezone, ...address } = profile;
  const day = now.slice(0, 10);
  return {
    domains: { status: "verified", open_tracking: false, created_at: now },
    senders: { createdDate: inZone(now, timezone), status: "verified", ...address },
    reply_emails: { status: "Verified" },
    lists: { list_status: "active", list_type: "1", open_percentage: 0 },
    segments: {},
    contacts: { list_id: "", tags: "", tracking_consent: "granted", custom_fields: {} },
    properties: { description: "", type: "text", used_in_form: false },
    campaigns: { status: "Draft", created_at: now, track_opens: true, subject: "" },
    opens: { at: now },
    unsubscribes: { at: now, reason: "" },
    inbox_placements: { date: day, inbox: 0, missed: 0, spam: 0 },
    webhooks: { name: "", url: "https://hooks.example.com/", status: "active" },
    file_verifications: {
      file_name: "addresses.csv",
      total_records: 0,
      created_at: now,
      deliverable: 0,
      invalid: 0,
      risky: 0,
      processing_seconds: 60,
      finished_status: "completed",
    },
    mails: { recipients: [], at: now },
  } satisfies Record<Exclude<keyof Account, "account" | "sequence">, object>;
}

const kindsWithId = [
  "domains",
  "senders",
  "reply_emails",
  "lists",
  "segments",
  "contacts",
  "properties",
  "campaigns",
  "webhooks",
] as const satisfies readonly Kind[];

function withIds(account: Account): Account {
  const filled = { ...account, sequence: { ...account.sequence } };
  for (const kind of kindsWithId) {
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

function checkTimezone(timezone: string): void {
  try {
    inZone(new Date(0), timezone);
  } catch {
    throw new Error(`seed: /account/timezone ${JSON.stringify(timezone)} is not an IANA zone`);
  }
}

/** A report over an event whose campaign or contact does not exist would silently lack a row. */
function checkReferences(account: Account): void {
  const campaigns = new Set(account.campaigns.map(({ id }) => id));
  const contacts = new Set(account.contacts.map(({ id }) => id));
  for (const kind of ["opens", "unsubscribes"] as const) {
    account[kind].forEach((event, at) => {
      if (!campaigns.has(event.campaign_id)) throw dangling(kind, at, "campaign_id");
      if (!contacts.has(event.contact_id)) throw dangling(kind, at, "contact_id");
    });
  }
  account.inbox_placements.forEach((placement, at) => {
    if (!campaigns.has(placement.campaign_id))
      throw dangling("inbox_placements", at, "campaign_id");
  });
}

function dangling(kind: string, at: number, field: string): Error {
  return new Error(`seed: /${kind}/${at}/${field} names an object that the seed does not hold`);
}
