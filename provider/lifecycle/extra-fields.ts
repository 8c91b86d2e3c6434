import { isDeepStrictEqual } from "node:util";
import type { Finding } from "../input/finding";
import { type AnyFields, anyObject, type Field, members } from "../input/validation";
import { containsUnknown, isObject, isUnknown, type Properties } from "../plain/value";

type FieldValues = Readonly<Record<string, unknown>>;

/** Fields to send in addition to the inputs, under the names that the service uses. */
export interface ExtraFields {
  readonly create?: FieldValues;
  readonly update?: FieldValues;
}

interface Extensible {
  readonly extraFields?: ExtraFields;
}

export const createdFields = {
  check: members<Pick<ExtraFields, "create">>({ create: { check: anyObject } }),
} satisfies Field;

export const createdAndUpdatedFields = {
  check: members<ExtraFields>({ create: { check: anyObject }, update: { check: anyObject } }),
} satisfies Field;

/** Findings about `extraFields` that conflict with inputs or would send a campaign, and about their changes. */
export function judgeExtraFields(fields: AnyFields, props: Extensible, old?: Extensible) {
  const { extraFields } = props;
  return [
    ...(["create", "update"] as const).flatMap((part) =>
      namesIn(extraFields?.[part]).flatMap((name) => judgeName(fields, props, { part, name })),
    ),
    ...judgeChangedFields(fields, props, old),
  ];
}

function judgeName(
  fields: AnyFields,
  props: object,
  { part, name }: { readonly part: keyof ExtraFields; readonly name: string },
): Finding[] {
  const path = `extraFields.${part}.${name}`;
  if (normalizedName(name) === "scheduledat") {
    const problem =
      "must not be set, because it would send the campaign. Declare a CampaignSchedule with the date instead";
    return [{ path, problem }];
  }
  const input = inputGiven(fields, props, name);
  if (input === undefined || (fields[input]?.wire ?? input) !== name) return [];
  const problem = `must not be set together with the input ${input}: both name the same field of the request. Remove one of the two`;
  return [{ path, problem }];
}

/** Findings about changes of `extraFields` that no request would send. */
function judgeChangedFields(fields: AnyFields, props: Extensible, old?: Extensible): Finding[] {
  if (!old || containsUnknown(props.extraFields)) return [];
  // Fields that an input now sets don't count as removed. A later version of the package may have added that input.
  const kept = ({ extraFields }: Extensible) =>
    Object.entries(extraFields?.create ?? {}).filter(
      ([name]) => inputGiven(fields, props, name) === undefined,
    );
  if (isDeepStrictEqual(Object.fromEntries(kept(old)), Object.fromEntries(kept(props)))) return [];
  const problem =
    "can't be changed after creation, because it is only sent with the create. Restore the old value, or add extraFields.create to ignoreChanges.";
  return [{ path: "extraFields.create", problem }];
}

export function changedExtraFields(old: ExtraFields | undefined, now: ExtraFields | undefined) {
  const changed = Object.entries(now?.update ?? {}).filter(
    ([name, value]) => !isDeepStrictEqual(old?.update?.[name], value),
  );
  return Object.fromEntries(changed);
}

/** The paths of the extra fields that a step sends. Only a create without `existingId` sends `extraFields.create`. */
export function extraFieldsSent(
  old: Extensible | undefined,
  props: Extensible & { readonly existingId?: unknown },
): string[] {
  const { existingId, extraFields } = props;
  const isCreated = old === undefined && existingId === undefined;
  const parts = {
    "extraFields.create": isCreated ? namesIn(extraFields?.create) : [],
    "extraFields.update": Object.keys(changedExtraFields(old?.extraFields, extraFields)),
  };
  return Object.entries(parts).flatMap(([part, names]) => names.map((name) => `${part}.${name}`));
}

/** The inputs, with the old value of each input that moved to `extraFields`, because a move isn't a removal. */
export function withMovedInputs(fields: AnyFields, old: Properties, props: Properties) {
  const { extraFields = {} } = props as Extensible;
  const names = [...namesIn(extraFields.create), ...namesIn(extraFields.update)];
  const moved = names
    .map((name) => inputFor(fields, name) ?? "")
    .filter((input) => input in old && props[input] === undefined);
  return { ...props, ...Object.fromEntries(moved.map((input) => [input, old[input]])) };
}

function namesIn(part: unknown): string[] {
  return isObject(part) && !isUnknown(part) ? Object.keys(part) : [];
}

/** A name in lower case without `_` and `-`, so that `reply_to` and `replyTo` are equal. */
const normalizedName = (name: string) => name.toLowerCase().replace(/[_-]/g, "");

/** Of the inputs that are sent, the one with this name in the program or in the request, ignoring case, `_` and `-`. */
function inputFor(fields: AnyFields, name: string): string | undefined {
  const found = Object.entries(fields).find(
    ([input, { wire, required }]) =>
      (wire !== undefined || required) &&
      [wire ?? input, input].map(normalizedName).includes(normalizedName(name)),
  );
  return found?.[0];
}

/** The input that is sent under this name or a similar one, if it is set. */
function inputGiven(fields: AnyFields, props: object, name: string): string | undefined {
  const input = inputFor(fields, name);
  return input !== undefined && Reflect.get(props, input) !== undefined ? input : undefined;
}
