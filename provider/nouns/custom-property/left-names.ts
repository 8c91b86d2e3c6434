/** Names of properties in one account, as the checks of a phase see them come and go; without case. */
interface Names {
  /** Those that a change leaves, with the logical names of the resources as far as they are known. */
  readonly left: Map<string, string | undefined>;
  /** Those that a property is created with or renamed to. */
  readonly wanted: Set<string>;
}

const known = new Map<string, Names>();

/** A change of the name of one property. */
export interface NameChange {
  /** Undefined for a property yet to be created. */
  readonly from: string | undefined;
  readonly to: string;
  /** The logical name of the resource. */
  readonly by: string | undefined;
  /** Whether a name that the check of a resource has left is free by now; by its logical name. */
  readonly isFree: (by?: string) => boolean;
}

/**
 * Notes a name that a property takes and the one that it leaves; gives the name that two properties of the program need at
 * the same time, whichever of them is checked first.
 */
export function noteNameChange(
  account: string,
  { from, to, by, isFree }: NameChange,
): string | undefined {
  const names = known.get(account) ?? { left: new Map(), wanted: new Set() };
  known.set(account, names);
  const [before, after] = [from?.toLowerCase(), to.toLowerCase()];
  if (before === after) return undefined;
  names.wanted.add(after);
  if (before !== undefined) names.left.set(before, by);
  if (names.left.has(after) && !isFree(names.left.get(after))) return to;
  return before !== undefined && names.wanted.has(before) ? from : undefined;
}
