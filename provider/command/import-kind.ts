import type { Account } from "../account/account";
import { searchContactProperties } from "../api/custom-property";
import { searchSenders } from "../api/sender";
import type { Found } from "../client/search";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import { customPropertyLifecycle } from "../resources/custom-property/lifecycle";
import { senderLifecycle } from "../resources/sender/lifecycle";
import type { Settings } from "../settings/settings";

/** An object of the account as it would stand in the state. */
export interface FoundObject {
  readonly id: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** What the service decides, beside the inputs. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** What its name is made from: the first alone where that is free, else with the next. */
  readonly nameParts: readonly string[];
}

/** A kind of objects that a command can read off an account. */
export interface ImportKind {
  readonly lifecycle: AnyLifecycle;
  /** One and several of them, in a sentence. */
  readonly words: readonly [string, string];
  readonly isReadable: (settings: Settings) => boolean;
  /** All of them, the oldest first where the service can say. */
  readonly read: (account: Account) => Promise<Found<FoundObject>>;
}

/** The kinds that can be imported. */
export const importKinds: readonly ImportKind[] = [
  {
    lifecycle: senderLifecycle,
    words: ["sender", "senders"],
    isReadable: () => true,
    async read({ main }) {
      const search = { sort_field: "created_date", sort_order: "asc" } as const;
      return converted(await searchSenders(main, search), (row) => ({
        id: row.id,
        inputs: { email: row.sender_email, name: row.sender_name },
        outputs: { status: row.status.toLowerCase(), adopted: true },
        nameParts: [row.sender_email, row.sender_name, row.id],
      }));
    },
  },
  {
    lifecycle: customPropertyLifecycle,
    words: ["custom property", "custom properties"],
    isReadable: (settings) => settings.value("operations") === "extended",
    async read({ main }) {
      return converted(await searchContactProperties(main), ({ id, field_name, field_type }) => ({
        id,
        inputs: { name: field_name, type: field_type.toLowerCase() },
        outputs: {},
        nameParts: [field_name, id],
      }));
    },
  },
];

function converted<Row>(
  { rows, ...found }: Found<Row>,
  convert: (row: Row) => FoundObject,
): Found<FoundObject> {
  return { ...found, rows: rows.map(convert) };
}
