import type { Account } from "../account/account";
import { searchContactProperties } from "../api/custom-property";
import { searchSenders } from "../api/sender";
import type { Found } from "../client/search";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import type { Settings } from "../settings/settings";
import { customPropertyLifecycle } from "./custom-property/resource";
import { senderLifecycle } from "./sender/resource";

/** An object of the account as it would stand in the state. */
export interface FoundObject {
  readonly id: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Inputs whose texts lie in files of their own, each with the ending of its file. */
  readonly files?: Readonly<Record<string, string>>;
  /** Why a program can't declare it, beside what its inputs show. */
  readonly problems?: readonly string[];
  /** What the service decides, beside the inputs. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** What its name is made from: the first alone where that is free, else with the next. */
  readonly nameParts: readonly string[];
}

/** A kind of objects that an account can list. */
export interface Listing {
  readonly lifecycle: AnyLifecycle;
  /** One and several of them, in a sentence. */
  readonly words: readonly [string, string];
  readonly isReadable: (settings: Settings) => boolean;
  /** All of them, the oldest first where the service can say, whatever order it lists them in. */
  readonly read: (account: Account, chosen?: ImportChoice) => Promise<Found<FoundObject>>;
  /** True for one that is imported only where the user names it. */
  readonly isNamedOnly?: true;
  /** What the program can't declare of every object. */
  readonly note?: string;
}

/** Which objects the user asks for. */
export interface ImportChoice {
  /** Campaigns by their ids, whatever their status. */
  readonly ids: readonly string[];
}

/** The kinds whose objects can be listed as they would stand in the state. */
export const listings: readonly Listing[] = [
  {
    lifecycle: senderLifecycle,
    words: ["sender", "senders"],
    isReadable: () => true,
    async read({ main }) {
      const search = { sort_field: "created_date", sort_order: "asc" } as const;
      const found = await searchSenders(main, search);
      return converted(
        sorted(found, ({ createdDate }) => createdDate),
        (row) => ({
          id: row.id,
          inputs: { email: row.sender_email, name: row.sender_name },
          outputs: { status: row.status.toLowerCase(), adopted: true },
          nameParts: [row.sender_email, row.sender_name, row.id],
        }),
      );
    },
  },
  {
    lifecycle: customPropertyLifecycle,
    words: ["custom property", "custom properties"],
    isReadable: (settings) => settings.value("operations") === "extended",
    async read({ main }) {
      const found = await searchContactProperties(main);
      return converted(sorted(found), ({ id, field_name, field_type }) => ({
        id,
        inputs: { name: field_name, type: field_type.toLowerCase() },
        outputs: {},
        nameParts: [field_name, id],
      }));
    },
  },
];

/** In the order of a date and then of the ids: names depend on it, and a service may list objects in any order. */
function sorted<Row extends { readonly id: string }>(
  found: Found<Row>,
  dateOf: (row: Row) => string = () => "",
): Found<Row> {
  const rows = [...found.rows].sort(
    (one, other) => compared(dateOf(one), dateOf(other)) || comparedIds(one.id, other.id),
  );
  return { ...found, rows };
}

/** A longer id is the later one where ids are numbers. */
function comparedIds(one: string, other: string): number {
  return one.length - other.length || compared(one, other);
}

function compared(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function converted<Row>(
  { rows, ...found }: Found<Row>,
  convert: (row: Row) => FoundObject,
): Found<FoundObject> {
  return { ...found, rows: rows.map(convert) };
}
