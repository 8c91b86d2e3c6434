/** Objects that resources of this process have, by kind and id: the removal of another resource leaves them as they are. */
export interface Claims {
  /** A create, a takeover or an update sets it. */
  claim(kind: string, id: string): void;
  isClaimed(kind: string, id: string): boolean;
  /** The program goes on to declare a resource that has had it since an earlier update. */
  declare(kind: string, id: string): void;
  isDeclared(kind: string, id: string): boolean;
}

/** Nothing is claimed or declared yet. */
export function createClaims(): Claims {
  const claimed = new Set<string>();
  const declared = new Set<string>();
  const keyOf = (kind: string, id: string) => `${kind}:${id}`;
  return {
    claim: (kind, id) => void claimed.add(keyOf(kind, id)),
    isClaimed: (kind, id) => claimed.has(keyOf(kind, id)),
    declare: (kind, id) => void declared.add(keyOf(kind, id)),
    isDeclared: (kind, id) => declared.has(keyOf(kind, id)),
  };
}
