/** Names of one kind in one account, as the checks of a phase see them come and go; without case. */
interface Names {
  /** Those that a change leaves, and the service keeps. */
  readonly left: Set<string>;
  /** Those that an object is created with or renamed to. */
  readonly wanted: Set<string>;
}

const known = new Map<string, Names>();

/** A change of the name of one object. */
export interface NameChange {
  /** Undefined for an object yet to be created. */
  readonly from: string | undefined;
  readonly to: string;
}

/**
 * Notes a name that an object takes and the one that it leaves; gives the name that two objects of the program need at
 * the same time, whichever of them is checked first.
 */
export function noteNameChange(where: string, { from, to }: NameChange): string | undefined {
  const names = known.get(where) ?? { left: new Set(), wanted: new Set() };
  known.set(where, names);
  const [before, after] = [from?.toLowerCase(), to.toLowerCase()];
  if (before === after) return undefined;
  names.wanted.add(after);
  if (before !== undefined) names.left.add(before);
  if (names.left.has(after)) return to;
  return before !== undefined && names.wanted.has(before) ? from : undefined;
}
