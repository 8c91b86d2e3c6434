import type { Account } from "../account/account";

/** How many differences are still to be asked for, by kind and id: two resources of a state may have one object. */
const read = new WeakMap<Account, Map<string, number>>();

/** Notes that the engine has read an object, which it does to refresh it. */
export function noteRead(account: Account, kind: string, id: string): void {
  const known = read.get(account) ?? new Map<string, number>();
  read.set(account, known);
  const key = `${kind} ${id}`;
  known.set(key, (known.get(key) ?? 0) + 1);
}

/**
 * Whether the engine asks for a difference only to show what a refresh has found: it asks once for each object that it has
 * read, right after that. The same process may serve the update behind the refresh (pulumi up --refresh), which asks
 * again.
 */
export function isOfRefresh(account: Account, kind: string, id: string): boolean {
  const known = read.get(account);
  const key = `${kind} ${id}`;
  const left = known?.get(key) ?? 0;
  if (left > 0) known?.set(key, left - 1);
  return left > 0;
}
