/** Objects that resources of this process have, by kind and id: the removal of another resource leaves them as they are. */
export interface Claims {
  /** A create, a takeover or an update sets it. */
  claim(kind: string, id: string): void;
  isClaimed(kind: string, id: string): boolean;
  /** The program goes on to declare a resource that has had it since an earlier update. */
  hold(kind: string, id: string): void;
  isHeld(kind: string, id: string): boolean;
}

/** Nothing is claimed or held yet. */
export function createClaims(): Claims {
  const claimed = new Set<string>();
  const held = new Set<string>();
  const keyOf = (kind: string, id: string) => `${kind}:${id}`;
  return {
    claim: (kind, id) => void claimed.add(keyOf(kind, id)),
    isClaimed: (kind, id) => claimed.has(keyOf(kind, id)),
    hold: (kind, id) => void held.add(keyOf(kind, id)),
    isHeld: (kind, id) => held.has(keyOf(kind, id)),
  };
}
