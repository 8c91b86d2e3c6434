import { lastOf, urnParts } from "../engine/urn";
import { EmailMarketingError } from "../errors/error";
import { unknownName } from "../errors/nearest";
import type { AnyDataSource } from "../lifecycle/data-source";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import { functions, kinds } from "../nouns";

/** The lifecycle of the resources of a type token, such as `emailmarketing:index:Sender`. */
export function lifecycleOf(token: string): AnyLifecycle {
  return loaded<AnyLifecycle>(kinds, "resource", lastOf(token));
}

/** The lifecycle of the resource that a request is about. */
export function lifecycleFor(request: { getUrn(): string }): AnyLifecycle {
  return lifecycleOf(urnParts(request.getUrn()).type);
}

/** The data source of a function's token, such as `emailmarketing:index:getSender`. */
export function dataSourceOf(token: string): AnyDataSource {
  return loaded<AnyDataSource>(functions, "function", lastOf(token));
}

function loaded<Entry>(
  table: Readonly<Record<string, () => Entry>>,
  what: string,
  given: string,
): Entry {
  const load = Object.hasOwn(table, given) ? table[given] : undefined;
  if (load) return load();
  // A program may have been written for a newer version than the one that is installed.
  throw new EmailMarketingError(
    "validation",
    unknownName({ what, given, names: Object.keys(table) }),
  );
}
