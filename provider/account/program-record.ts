import { containsUnknown, type Properties, present } from "../input/plain";
import type { Settings } from "../settings/settings";
import { stepSecrets } from "./step";

/** One resource of the program, as far as the engine has shown it to this process. */
export interface ProgramResource {
  readonly kind: string;
  /** The logical name; empty if the engine doesn't tell it. */
  readonly name: string;
  /** Counts up by the order of declaration. */
  readonly order: number;
  /** Absent for a resource whose object is yet to be created. */
  readonly id?: string;
  /** The inputs as far as they are known. */
  readonly props: Properties;
  /**
   * The inputs as passed by the program, if known. The same output always has the same value; an output derived from
   * it may have any.
   */
  readonly given?: Properties;
  /** The output that the id is, if that is known. */
  readonly idOutput?: object;
  /** The state; absent if this run creates or adopts the object. */
  readonly old?: Properties;
  /** The inputs in the state, of this account; absent for a resource that is new and replaces no object. */
  readonly past?: Properties;
  /** Secret texts among the inputs, to remove from messages about other resources. */
  readonly secrets?: readonly string[];
  readonly isChanged: boolean;
  /** True once its checks have run, if each runs before the next resource is seen. */
  readonly isAsked?: true;
  /** True if the program may no longer declare the object. */
  readonly isGone?: boolean;
}

/** The resource of a call. A dynamic provider gets no URN, and the place in the program only in a preview. */
interface Shown {
  readonly urn?: string;
  readonly place?: number | undefined;
  readonly kind: string;
  readonly name?: string | undefined;
  readonly props: Properties;
}

/** Facts about the purpose of a diff, which the engine doesn't pass. */
export interface DiffPurpose {
  /** True if the diff only shows the result of a refresh. It must not fail, because nothing is applied. */
  readonly isOfRefresh: boolean;
  /** True if the program surely still declares the object. */
  readonly isKept: boolean;
  /** The logical name, if known. */
  readonly name?: string | undefined;
}

export type ProgramRecord = ReturnType<typeof createProgramRecord>;

/** The record of an account in this process, which may serve several Providers. */
export function recordOf({ identity }: Pick<Settings, "identity">): ProgramRecord {
  const known = records.get(identity) ?? createProgramRecord();
  records.set(identity, known);
  return known;
}

const records = new Map<string, ProgramRecord>();

/** Forgets the program: a plugin that was started by hand serves one command of the engine after the other. */
export function forgetProgram(): void {
  records.clear();
}

/**
 * The resources that the engine has shown so far, in the order of their declaration. It never says which one is the last. The purpose of a
 * call is inferred from the check of the same resource before. A call of the plugin names the resource by its URN. A dynamic provider gets
 * neither name nor URN, so there the order of calls decides. For one resource, the engine calls check with the old inputs, then diff and,
 * for a replacement, check without old inputs, with no call for another resource in between. With parallel diffs, or with a refresh beside
 * the program (`--refresh --run-program`), other calls may come in between; then no object is known to be kept by the program.
 */
export function createProgramRecord({ PULUMI_PARALLEL_DIFF: parallel = "" } = process.env) {
  const resources = new Map<string, ProgramResource>();
  /** By kind and id, what steps of this process have handled: one resource may depend on another one's object. */
  const objects = new Map<string, ProgramResource>();
  let hasProgram = false;
  let isInOrder = /^(0|false|)$/i.test(parallel);
  let isPreview = false;
  let hasMoved = false;
  let isDomainJudged = false;
  /** The key of the resource that was checked with its past or compared last. */
  let current: string | undefined;

  const ofKind = (kind: string) =>
    [...resources.values()].filter((one) => kind === "" || one.kind === kind);

  /** The resource that the calls before this one were about, if it is of this kind. */
  function keyInOrder(kind: string): string | undefined {
    return current !== undefined && resources.get(current)?.kind === kind ? current : undefined;
  }

  function change(key: string | undefined, facts: Partial<ProgramResource>): void {
    const known = key === undefined ? undefined : resources.get(key);
    if (key !== undefined && known) resources.set(key, { ...known, ...facts });
  }

  function noteGone(kind: string, id: string): void {
    const one = objects.get(`${kind} ${id}`);
    if (one) objects.set(`${kind} ${id}`, { ...one, isGone: true });
  }

  return {
    hasProgram: () => hasProgram,
    /** True in a preview, as soon as a call has shown that. */
    isPreview: () => isPreview,
    startPreview() {
      isPreview = true;
    },
    /** True for the first who asks: one looks for the domain of `accountDomain`, for all. */
    judgesDomain(): boolean {
      const isFirst = !isDomainJudged;
      isDomainJudged = true;
      return isFirst;
    },
    /**
     * Records a check. The engine checks a replacement twice, the second time without old inputs: then it returns the inputs of the
     * replaced object, as far as that is in this account.
     */
    check({ urn, place, ...shown }: Shown, old: Properties): Properties | undefined {
      const { kind } = shown;
      const hasPast = Object.keys(old).length > 0;
      const key = urn ?? place?.toString() ?? "";
      const isKnown = key !== "" || (!hasPast && keyInOrder(kind) !== undefined);
      const known = isKnown ? resources.get(key) : undefined;
      hasProgram = true;
      isPreview ||= place !== undefined;
      const order = known?.order ?? place ?? resources.size;
      const facts = present({ past: hasPast ? old : known?.past, isAsked: known?.isAsked });
      const secrets = stepSecrets();
      resources.set(key, {
        name: "",
        ...present(shown),
        ...facts,
        order,
        secrets,
        isChanged: true,
      });
      current = hasPast ? key : undefined;
      if (hasPast || !known) return undefined;
      // The program may not go on to declare the replaced object.
      if (known.id !== undefined) noteGone(kind, known.id);
      return known.past && hasMoved ? {} : known.past;
    },
    /**
     * Records a diff. A refresh has one before the program is checked. So has a resource that goes with one that is deleted first, with
     * unknown inputs. After a check, the first diff is the program's own.
     */
    compare({ urn, kind, name, props }: Shown, id: string): DiffPurpose {
      const key = urn ?? keyInOrder(kind);
      const known = key === undefined ? undefined : resources.get(key);
      const isOwn = known !== undefined && known.id === undefined;
      const isKept = isOwn && (urn !== undefined || isInOrder);
      const isBefore = urn === undefined ? !hasProgram : known === undefined;
      if (isOwn || urn !== undefined) change(key, { id });
      current = isOwn ? key : undefined;
      return {
        // A diff with an unknown value isn't of a refresh, because no state has unknown values.
        isOfRefresh: isBefore && !containsUnknown(props),
        isKept,
        name: name ?? (isKept ? known.name || undefined : undefined),
      };
    },
    /** Records that an object is in another account, so that none of this one has its past. Without a URN, all count as moved. */
    move(urn?: string): void {
      hasMoved ||= urn === undefined;
      change(urn, { past: {} });
    },
    /** Records that a resource stays as it is; any other counts as changed. */
    keep: (urn: string) => change(urn, { isChanged: false }),
    /** Records a read, after which the order of calls may say nothing any more. */
    read(): void {
      if (hasProgram) isInOrder = false;
      if (isInOrder) return;
      for (const [key, one] of objects) objects.set(key, { ...one, isGone: true });
    },
    resource: (urn: string) => resources.get(urn),
    /** The resource, and all of a kind beside it. From now on, a later one reports what it shares with this one. */
    ask(urn: string) {
      change(urn, { isAsked: true });
      const own = resources.get(urn);
      return own && { own, ofKind };
    },
    /** Records an object for the steps of other resources, because the engine shows a resource only to its own steps. */
    noteObject(object: Handled): void {
      const unknown = { name: "", order: 0, isChanged: true, secrets: stepSecrets() };
      objects.set(`${object.kind} ${object.id}`, { ...unknown, ...object });
    },
    /** Forgets a deleted object, because the service may give its id to a new one. */
    forgetObject: (kind: string, id: string) => objects.delete(`${kind} ${id}`),
    object: (kind: string, id: string) => objects.get(`${kind} ${id}`),
    objects: (kind: string) => [...objects.values()].filter((one) => one.kind === kind),
  };
}

type Handled = Partial<ProgramResource> &
  Pick<ProgramResource, "kind" | "props"> & { readonly id: string };

/** An object that a step of this process has handled. */
export function seenObject(settings: Settings, kind: string, id: string) {
  return recordOf(settings).object(kind, id);
}

export function seenObjects(settings: Settings, kind: string): readonly ProgramResource[] {
  return recordOf(settings).objects(kind);
}

/**
 * The other resources that this one is compared with. Of two resources that are the same object, only one reports it:
 * the later or the changed one. Two unchanged resources report nothing. The plugin checks an earlier resource before
 * it sees a later one, so the later one reports both.
 */
export function othersThan(
  { order, isChanged }: ProgramResource,
  all: readonly ProgramResource[],
): ProgramResource[] {
  // A preview may skip unchanged resources, so a changed one reports the duplicate, wherever it is in the program.
  return isChanged
    ? all.filter((one) => one.order < order || (one.order > order && !one.isChanged))
    : all.filter((one) => one.order < order && one.isChanged && one.isAsked);
}
