/** Names of properties in one account, as the checks of a phase see them come and go; without case. */
interface Names {
  /** Those that a change leaves, and the service keeps. */
  readonly left: Set<string>;
  /** Those that a property is created with or renamed to. */
  readonly wanted: Set<string>;
}

const known = new Map<string, Names>();

/** A change of the name of one property. */
export interface NameChange {
  /** Undefined for a property yet to be created. */
  readonly from: string | undefined;
  readonly to: string;
}

/**
 * Notes a name that a property takes and the one that it leaves; gives the name that two properties of the program need at
 * the same time, whichever of them is checked first.
 */
export function noteNameChange(account: string, { from, to }: NameChange): string | undefined {
  const names = known.get(account) ?? { left: new Set(), wanted: new Set() };
  known.set(account, names);
  const [before, after] = [from?.toLowerCase(), to.toLowerCase()];
  if (before === after) return undefined;
  names.wanted.add(after);
  if (before !== undefined) names.left.add(before);
  if (names.left.has(after)) return to;
  return before !== undefined && names.wanted.has(before) ? from : undefined;
}
