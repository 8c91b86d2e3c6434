import { urnParts } from "../engine/urn";
import { containsUnknown, type Properties } from "../input/plain";
import type { DiffedChange } from "../lifecycle/diff";
import { keptInputs } from "../lifecycle/duplicate";
import type { Declared } from "../lifecycle/preflight-check";

/** One resource as far as the engine has shown it. */
export interface SeenResource extends Declared {
  readonly kind: string;
  readonly isNew: boolean;
  /** True for one that is new, and takes the place of no other. */
  readonly isFirst: boolean;
  /** The inputs that the state has of it, in this account. */
  readonly past: Properties;
  /** The inputs whose values it has in common with the object that it replaces. */
  readonly keeps: readonly string[];
}

/** The program as far as the engine has shown it. */
export type SeenProgram = ReturnType<typeof createSeenProgram>;

/**
 * The resources of this provider that the engine has asked for so far; none yet. It shows them one after the other, in the order
 * in which the program declares them, and never says which one is the last.
 */
export function createSeenProgram() {
  const seen = new Map<string, SeenResource>();
  let isPreview = false;
  let isDomainJudged = false;
  const note = (urn: string, facts: Partial<SeenResource>) => {
    const known = seen.get(urn);
    if (known) seen.set(urn, { ...known, ...facts });
  };
  return {
    /** Whether this is a preview, as far as the engine has said so: it does with the first change. */
    isPreview: () => isPreview,
    startPreview() {
      isPreview = true;
    },
    /** True for the first who asks: one looks for the domain of `accountDomain`, for all. */
    judgesDomain() {
      const isFirst = !isDomainJudged;
      isDomainJudged = true;
      return isFirst;
    },
    /** `old` are the inputs that the state has of it: none for one that is yet to be created. */
    declare(urn: string, old: Properties, props: Properties, secrets: readonly string[] = []) {
      const { kind, name } = urnParts(urn);
      // The engine checks a resource twice that it replaces, the second time without its past.
      const isNew = Object.keys(old).length === 0;
      const before = seen.get(urn);
      const { order = seen.size, isAsked = false, isFirst = isNew } = before ?? {};
      const past = before?.past ?? old;
      const keeps = isNew ? keptInputs(past, props) : [];
      // Which output an unknown input is, the engine does not show.
      const known = { kind, name, props, given: {}, order, past, keeps, secrets };
      seen.set(urn, { ...known, isNew, isFirst, isChanged: true, isAsked });
    },
    /** The id of the object that a check without a past is about to replace: the engine has just compared it. */
    replacedBy: (urn: string, old: Properties) =>
      Object.keys(old).length === 0 ? seen.get(urn)?.id : undefined,
    /**
     * What a diff is for. A refresh has one before the program is checked; so has a resource that goes with one that is deleted
     * first, with unknown inputs in place of that one's. After a check, the first diff is the program's own.
     */
    compare(urn: string, props: Properties): Pick<DiffedChange, "isOfRefresh" | "isKept"> {
      const known = seen.get(urn);
      return {
        isOfRefresh: known === undefined && !containsUnknown(props),
        isKept: known !== undefined && known.id === undefined,
      };
    },
    identify: (urn: string, id: string) => note(urn, { id }),
    /** Notes that an object is in another account: none of this one has its past. */
    move: (urn: string) => note(urn, { past: {} }),
    /** Notes that a resource stays as it is; any other counts as changed. */
    keep: (urn: string) => note(urn, { isChanged: false }),
    ask: (urn: string) => note(urn, { isAsked: true }),
    resource: (urn: string) => seen.get(urn),
    declared: (): readonly SeenResource[] => [...seen.values()],
  };
}
