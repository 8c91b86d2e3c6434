import { containsUnknown, type Properties, present } from "../input/plain";
import type { DiffedChange } from "../lifecycle/diff";

/** The calls of one process, as far as their order says what they are for. */
export type Calls = ReturnType<typeof createCalls>;

/**
 * What the order of the engine's calls tells a dynamic provider, which is given neither name nor URN: nothing before the first
 * check is of a program. Of one resource the engine asks a check with its past, a diff, and, if it replaces it, a check without a
 * past, and nothing of another one in between. With parallel diffs, or where a refresh goes on beside the program
 * (`--refresh --run-program`), others come in between: then it is known of no object that the program keeps it.
 */
export function createCalls({ PULUMI_PARALLEL_DIFF: parallel = "" } = process.env) {
  let hasProgram = false;
  let isInOrder = /^(0|false|)$/i.test(parallel);
  /** The resource that was checked with its past, with its logical name in a preview, and with its id once it was compared. */
  let current: { readonly kind: string; readonly name?: string; readonly id?: string } | undefined;
  return {
    hasProgram: () => hasProgram,
    /** Notes a check; gives the id of the object that is replaced, where the check is the second one for it. */
    check(kind: string, hasPast: boolean, name?: string): string | undefined {
      const replaced = !hasPast && current?.kind === kind ? current.id : undefined;
      hasProgram = true;
      current = hasPast ? present({ kind, name }) : undefined;
      return replaced;
    },
    /** Notes a diff; gives what it is for. Of what goes with an object that is deleted first, one comes without a check. */
    diff(
      kind: string,
      id: string,
      props: Properties,
    ): Pick<DiffedChange, "isOfRefresh" | "isKept" | "name"> {
      const isOwn = current?.kind === kind && current.id === undefined;
      const isKept = isOwn && isInOrder;
      const name = isKept ? current?.name : undefined;
      current = isOwn ? { kind, id } : undefined;
      // No state holds an unknown value, so a refresh compares none.
      return present({ isOfRefresh: !hasProgram && !containsUnknown(props), isKept, name });
    },
    /** Notes a read; gives whether the order of the calls still says something. */
    read(): boolean {
      if (hasProgram) isInOrder = false;
      return isInOrder;
    },
  };
}
