/** Objects that a create, a takeover or an update of this process has set, by kind and id. */
export interface Claims {
  claim(kind: string, id: string): void;
  /** True for an object that the removal of another resource must leave as it is. */
  isClaimed(kind: string, id: string): boolean;
}

/** Nothing is claimed yet. */
export function createClaims(): Claims {
  const claimed = new Set<string>();
  const keyOf = (kind: string, id: string) => `${kind}:${id}`;
  return {
    claim: (kind, id) => void claimed.add(keyOf(kind, id)),
    isClaimed: (kind, id) => claimed.has(keyOf(kind, id)),
  };
}
