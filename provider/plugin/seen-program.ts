import type { Declared } from "../lifecycle/preflight";
import { urnParts } from "../urn";

type Properties = Readonly<Record<string, unknown>>;

/** One resource as far as the engine has shown it. */
export interface SeenResource extends Declared {
  readonly kind: string;
  /** True when the object is yet to be created. */
  readonly isNew: boolean;
  /** True for one that is new, and takes the place of no other. */
  readonly isFirst: boolean;
}

/**
 * The resources of this provider that the engine has asked for so far. It shows them one after the other, in the order in
 * which the program declares them, and never says which one is the last.
 */
export interface SeenProgram {
  /** Whether this is a preview, as far as the engine has said so: it does with the first change. */
  readonly isPreview: () => boolean;
  startPreview(): void;
  /** True for the first who asks: one looks for the domain of `accountDomain`, for all. */
  judgesDomain(): boolean;
  declare(resource: {
    readonly urn: string;
    readonly props: Properties;
    readonly isNew: boolean;
  }): void;
  /** Notes the id of an object that is there. */
  identify(urn: string, id: string): void;
  /** Notes that a resource is to be changed. */
  change(urn: string): void;
  /** A resource that was declared before. */
  resource(urn: string): SeenResource | undefined;
  /** All of one kind so far. */
  ofKind(kind: string): readonly SeenResource[];
}

/** A program of which nothing is seen yet. */
export function createSeenProgram(): SeenProgram {
  const seen = new Map<string, SeenResource>();
  let isPreview = false;
  let isDomainJudged = false;
  return {
    isPreview: () => isPreview,
    startPreview() {
      isPreview = true;
    },
    judgesDomain() {
      const isFirst = !isDomainJudged;
      isDomainJudged = true;
      return isFirst;
    },
    declare({ urn, props, isNew }) {
      const { kind, name } = urnParts(urn);
      // The engine checks a resource twice that it replaces.
      const before = seen.get(urn);
      const { order = seen.size, isChanged = false, resource = {}, isFirst = isNew } = before ?? {};
      // Which resource's output an unknown input is, the engine does not show.
      const known = { kind, name, resource, props, origins: {}, order };
      seen.set(urn, { ...known, isNew, isFirst, isChanged: isChanged || isNew });
    },
    identify(urn, id) {
      const known = seen.get(urn);
      if (known) seen.set(urn, { ...known, id });
    },
    change(urn) {
      const known = seen.get(urn);
      if (known) seen.set(urn, { ...known, isChanged: true });
    },
    resource: (urn) => seen.get(urn),
    ofKind: (kind) => [...seen.values()].filter((one) => one.kind === kind),
  };
}
