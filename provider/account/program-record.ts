import { firstTimes, memoize } from "../plain/async";
import { containsUnknown, omitUndefined, type Properties } from "../plain/value";
import type { Settings } from "../settings/settings";
import { engineNotes, type Notes } from "./claims";
import { stepSecrets } from "./step";

/** One resource, as far as the engine has shown it to this process. */
export interface ProgramResource {
  readonly kind: string;
  /** The logical name; empty if unknown. */
  readonly name: string;
  /** The position in the order of declarations or of the engine's calls; 0 if unknown. */
  readonly order: number;
  /** The id of the object; absent until the engine has passed it. */
  readonly id?: string;
  /** The inputs. The unknown value replaces a part that isn't known yet, and an input that is invalid by itself. */
  readonly props: Properties;
  /** The inputs with unresolved outputs, if known, to recognize that two resources use the same output. */
  readonly given?: Properties;
  /** The output object of the id, if known, to recognize other inputs that use the same output. */
  readonly idOutput?: object;
  /** The state, if the last step that recorded the object was a diff. */
  readonly old?: Properties;
  /** The inputs in the state, as a check gets them. In the plugin, empty if the object is in another account. */
  readonly past?: Properties;
  /** The outputs in the state, if the engine shows them to the program, which it does for an unchanged resource. */
  readonly recorded?: Properties;
  /** The secret texts of the resource, which messages about other resources must not contain. */
  readonly secrets?: readonly string[];
  readonly isChanged: boolean;
  /** Set by the plugin as the resource's preflight begins. Unset in a program, which compares resources at its end. */
  readonly isAsked?: true;
  /** True if the program may no longer declare the object. */
  readonly isGone?: boolean;
}

/** The resource of an engine call. A dynamic provider gets no URN. In a preview, its check gets `place` and `name`. */
export interface CalledResource {
  readonly urn?: string;
  readonly place?: number | undefined;
  readonly name?: string | undefined;
}

interface Shown extends CalledResource {
  readonly kind: string;
  readonly props: Properties;
}

export type ProgramRecord = ReturnType<typeof createProgramRecord>;

/** The purpose of a diff, inferred from earlier calls because the engine doesn't pass it. */
export type DiffPurpose = ReturnType<ProgramRecord["compare"]>;

/** The record of one account in this process. A process may serve several Providers. */
export function recordOf({ identity }: Pick<Settings, "identity">): ProgramRecord {
  const known = records.get(identity) ?? createProgramRecord();
  records.set(identity, known);
  return known;
}

const records = new Map<string, ProgramRecord>();

/** Forgets the program, because a plugin that was started by hand may serve several engine commands in succession. */
export function forgetProgram(): void {
  records.clear();
}

/** Records the resources that the engine shows. Those with neither URN nor place share one entry, for the last one. */
export function createProgramRecord(
  { PULUMI_PARALLEL_DIFF: parallel = "" } = process.env,
  given: () => Notes = engineNotes,
) {
  const notes = memoize(given);
  const resources = new Map<string, ProgramResource>();
  /** The objects that steps of this process have handled, by kind and id. Steps of other resources look them up. */
  const objects = new Map<string, ProgramResource>();
  const secretListNames = new Set<string>();
  let hasProgram = false;
  /** True if the engine may run a program: a process has noted a check, which only a program causes, or may have. */
  const mayBeNoted = () => notes().isUnreadable() || notes().wordsAfter("program").length > 0;
  /** False if calls for several resources may be mixed: in parallel diffs, or after a refresh that runs the program. */
  let isInOrder = /^(0|false|)$/i.test(parallel);
  let isPreview = false;
  let hasMoved = false;
  /** The key of the last checked resource, if its diff or, in a replacement, its second check may come next. */
  let current: string | undefined;

  function keyInOrder(kind: string): string | undefined {
    return current !== undefined && resources.get(current)?.kind === kind ? current : undefined;
  }

  function change(key: string | undefined, facts: Partial<ProgramResource>): void {
    const known = key === undefined ? undefined : resources.get(key);
    if (key !== undefined && known) resources.set(key, { ...known, ...facts });
  }

  function noteSecretNames({ props, old }: Pick<ProgramResource, "props" | "old">) {
    const secrets = stepSecrets();
    for (const name of [props.name, old?.name]) {
      if (typeof name === "string" && secrets.includes(name)) secretListNames.add(name);
    }
  }

  return {
    /** The failed steps that this process must not send again. */
    finalSteps: [] as { key: string; inputs: Properties; failure: Error }[],
    hasProgram: () => hasProgram,
    /** True once a call has shown that this is a preview. */
    isPreview: () => isPreview,
    startPreview() {
      isPreview = true;
    },
    /** True the first time for a key, so that a check is made or reported once for several resources. */
    isFirst: firstTimes<string>(),
    /** Records a check. For the second check of a replacement, returns what is known of the replaced object. */
    check({ urn, place, ...shown }: Shown, old: Properties) {
      const { kind } = shown;
      const hasPast = Object.keys(old).length > 0;
      const key = urn ?? place?.toString() ?? "";
      const isKnown = key !== "" || (!hasPast && keyInOrder(kind) !== undefined);
      const known = isKnown ? resources.get(key) : undefined;
      if (!hasProgram) notes().add("program");
      hasProgram = true;
      isPreview ||= place !== undefined;
      const { name = "" } = shown;
      const past = hasPast ? old : known?.past;
      const facts = omitUndefined({ ...shown, name, past, isAsked: known?.isAsked });
      const order = known?.order ?? place ?? resources.size;
      resources.set(key, { ...facts, order, secrets: stepSecrets(), isChanged: true });
      if (kind === "List") noteSecretNames({ ...shown, old });
      current = hasPast ? key : undefined;
      if (hasPast || !known) return undefined;
      const { id } = known;
      // After a replacement, the program no longer declares the old object, except if `existingId` adopts it.
      const left = shown.props.existingId === id ? undefined : objects.get(`${kind} ${id}`);
      if (left) objects.set(`${kind} ${id}`, { ...left, isGone: true });
      if (!past) return undefined;
      return {
        /** The replaced object's inputs in the state; empty if the object may be in another account. */
        inputs: hasMoved ? {} : past,
        /** False if there was certainly no diff, as with the resource option `replacementTrigger` or `replaceWith`. */
        isDiffed: id !== undefined || (urn === undefined && !isInOrder),
      };
    },
    /** Records a diff and infers its purpose. */
    compare({ urn, kind, name, props }: Shown, id: string) {
      const key = urn ?? keyInOrder(kind);
      const known = key === undefined ? undefined : resources.get(key);
      const isOwn = known !== undefined && known.id === undefined;
      const isKept = isOwn && (urn !== undefined || isInOrder);
      // No check comes before a diff in a refresh, in a destroy with `--target`, or if a dependency is deleted first.
      const isBefore = urn === undefined ? !hasProgram : known === undefined;
      if (isOwn || urn !== undefined) change(key, { id });
      current = isOwn ? key : undefined;
      return {
        /**
         * True if no request will send `props`, so the diff must not fail. In a refresh, `props` come from the state
         * and are known. In a destroy with `--target`, no program runs, and the diff only finds dependents to delete.
         */
        appliesNothing: isBefore && (!containsUnknown(props) || !(hasProgram || mayBeNoted())),
        /** True if the program certainly still declares the object. */
        isKept,
        /** The logical name, from this call or from a check before it that was certainly of this resource. */
        name: name ?? (isKept ? known.name || undefined : undefined),
      };
    },
    /** Records a move between accounts. Without a URN, any later replacement may be the move, so all count as moves. */
    move(urn?: string): void {
      hasMoved ||= urn === undefined;
      change(urn, { past: {} });
    },
    /** Records that a resource is unchanged. Until then, it counts as changed. */
    keep: (urn: string | undefined) => change(urn, { isChanged: false }),
    /** Records a read. A read after a check belongs to a refresh that also runs the program, so calls may be mixed. */
    read(): void {
      if (hasProgram) isInOrder = false;
      if (isInOrder) return;
      // If calls may be mixed, no call so far proves that the program still declares the object.
      for (const [key, one] of objects) objects.set(key, { ...one, isGone: true });
    },
    /** The secret names of the program's Lists, which other steps read from the account and must not show. */
    secretListNames: (): readonly string[] => [...secretListNames],
    resource: (urn: string) => resources.get(urn),
    /** The resources of a kind that this update creates or adopts, as far as the engine has shown them. */
    added: (kind: string) =>
      [...resources].flatMap(([key, one]) => {
        // If calls are out of order, it isn't known which dynamic resources had a diff.
        const isCertain = isInOrder || key.startsWith("urn:");
        return isCertain && one.kind === kind && one.id === undefined ? [one] : [];
      }),
    /** Marks a resource whose preflight checks begin. Returns it with all resources that the engine has shown. */
    ask(urn: string) {
      change(urn, { isAsked: true });
      const own = resources.get(urn);
      return own && { own, all: [...resources.values()] };
    },
    /** Records an object for steps of other resources, because the engine passes a step only its own resource. */
    noteObject(
      object: Partial<ProgramResource> & Pick<ProgramResource, "kind" | "props"> & { id: string },
    ): void {
      const unknown = { name: "", order: 0, isChanged: true, secrets: stepSecrets() };
      objects.set(`${object.kind} ${object.id}`, { ...unknown, ...object });
      if (object.kind === "List") noteSecretNames(object);
    },
    /** Forgets a deleted object, because the service may give its id to a new one. */
    forgetObject: (kind: string, id: string) => objects.delete(`${kind} ${id}`),
    object: (kind: string, id: string) => objects.get(`${kind} ${id}`),
    objects: (kind: string) => [...objects.values()].filter((one) => one.kind === kind),
  };
}

/** The resources to compare with this one, so that only one of two conflicting resources reports the conflict. */
export function othersThan({ order, isChanged }: ProgramResource, all: readonly ProgramResource[]) {
  // A changed resource is also compared with later unchanged ones, because a preview may skip their checks. The plugin
  // doesn't know later resources yet, so there the unchanged resource is compared with the earlier changed one.
  return isChanged
    ? all.filter((one) => one.order < order || (one.order > order && !one.isChanged))
    : all.filter((one) => one.order < order && one.isChanged && one.isAsked);
}
