import { urnParts } from "../engine/urn";
import { containsUnknown, type Properties, present } from "../input/plain";
import type { DiffedChange } from "../lifecycle/diff";
import { keptInputs, othersThan } from "../lifecycle/duplicate";
import type { Declared, Program } from "../lifecycle/preflight-check";

/** A resource, as far as the engine has shown it. */
export interface SeenResource extends Declared {
  readonly kind: string;
  /** The old inputs in the state, if the object is in this account; absent for a new object. */
  readonly past?: Properties;
  /** The inputs that have the same value as in the replaced object; absent if it replaces none. */
  readonly keeps?: readonly string[];
}

/** The program, as far as the engine has shown it. */
export type SeenProgram = ReturnType<typeof createSeenProgram>;

/**
 * Collects the resources of this provider that the engine has shown. The engine shows them one after the other, in
 * the order of their declarations, and never says which is the last.
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
    /** True if this is surely a preview. The engine says so with the first create or update. */
    isPreview: () => isPreview,
    startPreview() {
      isPreview = true;
    },
    /** True for the first caller, which checks `accountDomain` for all. */
    judgesDomain() {
      const isFirst = !isDomainJudged;
      isDomainJudged = true;
      return isFirst;
    },
    /** Records a check. `old` are the inputs in the state, empty for a new object. */
    declare(urn: string, old: Properties, props: Properties, secrets: readonly string[] = []) {
      const { kind, name } = urnParts(urn);
      // The engine checks a replaced resource twice, the second time without old inputs.
      const isWithoutPast = Object.keys(old).length === 0;
      const before = seen.get(urn);
      const { order = seen.size, isAsked } = before ?? {};
      const past = isWithoutPast ? before?.past : old;
      const keeps = isWithoutPast && past ? keptInputs(past, props) : undefined;
      const known = { kind, name, props, order, past, keeps, secrets, isAsked };
      seen.set(urn, { ...present(known), isChanged: true });
    },
    /** The id of the object that a check without old inputs replaces, known from the diff right before. */
    replacedBy: (urn: string, old: Properties) =>
      Object.keys(old).length === 0 ? seen.get(urn)?.id : undefined,
    /**
     * The purpose of a diff. In a refresh, the diff comes before the first check of the program. A dependent of an
     * object that is deleted first also gets a diff without a check, but with unknown inputs. After a check, the
     * first diff is the program's own.
     */
    compare(urn: string, props: Properties): Pick<DiffedChange, "isOfRefresh" | "isKept"> {
      const known = seen.get(urn);
      return {
        isOfRefresh: known === undefined && !containsUnknown(props),
        isKept: known !== undefined && known.id === undefined,
      };
    },
    identify: (urn: string, id: string) => note(urn, { id }),
    /** Records that the object is in another account, so its old inputs don't count here. */
    move: (urn: string) => note(urn, { past: {} }),
    /** Records that a resource is unchanged; all others count as changed. */
    keep: (urn: string) => note(urn, { isChanged: false }),
    resource: (urn: string) => seen.get(urn),
    /**
     * The view of the program for the checks of a resource. From now on, the resource reports what it shares with
     * others.
     */
    ask(urn: string): Omit<Program, "account" | "old"> | undefined {
      note(urn, { isAsked: true });
      const own = seen.get(urn);
      if (!own) return undefined;
      const all = [...seen.values()];
      const ofKind = (kind: string) => all.filter((one) => kind === "" || one.kind === kind);
      // Later resources are left out, because whether they were seen depends on how long earlier steps took.
      const soFar = (kind = "") => ofKind(kind).filter(({ order }) => order <= own.order);
      return {
        ...{ own, props: own.props, keeps: own.keeps },
        resources: async (kind) => soFar(kind),
        others: async (kind) => othersThan(own, ofKind(kind)),
        declares: async (kind, fits) => soFar(kind).some(fits) || undefined,
      };
    },
  };
}
