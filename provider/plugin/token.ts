import { EmailMarketingError } from "../errors/error";
import { unknownName } from "../errors/nearest";
import type { AnyDataSource } from "../lifecycle/data-source";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import { once } from "../once";
import { kindOfToken } from "../urn";

// Loaded with the first resource or function, since the engine waits for the start of the plugin.
const resources = once(() => require("../nouns") as typeof import("../nouns"));
const functions = once(() => require("../nouns/functions") as typeof import("../nouns/functions"));

/** The lifecycle of a kind. */
export function lifecycleOf(kind: string): AnyLifecycle {
  return entryOf<AnyLifecycle>(resources().lifecycles, "resource", kind);
}

/** The data source of a function's token, such as `emailmarketing:index:getSender`. */
export function dataSourceOf(token: string): AnyDataSource {
  // Each checks its own arguments, whatever the engine sends.
  const table = functions().dataSources as unknown as Readonly<Record<string, AnyDataSource>>;
  return entryOf(table, "function", kindOfToken(token));
}

/** The lifecycle of the resources of a type token, such as `emailmarketing:index:Sender`. */
export function lifecycleOfToken(token: string): AnyLifecycle {
  return lifecycleOf(kindOfToken(token));
}

function entryOf<Entry>(
  table: Readonly<Record<string, Entry>>,
  what: string,
  given: string,
): Entry {
  const entry = Object.hasOwn(table, given) ? table[given] : undefined;
  if (entry) return entry;
  // A program may have been written for a newer version than the one that is installed.
  throw new EmailMarketingError(
    "validation",
    unknownName({ what, given, names: Object.keys(table) }),
  );
}
