import { isDeepStrictEqual } from "node:util";
import type { ProgramResource } from "../account/program-record";
import { quotedId } from "../errors/redact";
import { type FindingName, finding, type NamedFinding } from "../input/finding";
import { comparedAddress } from "../plain/domain";
import { isAlike } from "../plain/text";
import { isUnknown, type Properties } from "../plain/value";
import type { ProgramCheck } from "./lifecycle";

interface DeclaredAs<Props> extends ProgramResource {
  readonly props: Partial<Props> & ProgramResource["props"];
}

/** A test for two resources that declare the same object, with the message. */
export interface Duplicate<Props> {
  readonly name: FindingName;
  /** The input that identifies the object, if a single input does. */
  readonly input?: keyof Props & string;
  readonly isSame: (one: DeclaredAs<Props>, other: DeclaredAs<Props>) => boolean;
  /** The problem, given the logical name of the other resource. */
  readonly problem: (other: string) => string;
}

/** A check for objects that the program declares twice. At most one of the two resources reports the error. */
export function declaredTwice<Props>({ name, input, isSame, problem }: Duplicate<Props>) {
  return {
    inputs: [],
    async atEnd({ own, others }) {
      const all = (await others(own.kind)) as readonly DeclaredAs<Props>[];
      const other = all.find((one) => isSame(own as DeclaredAs<Props>, one));
      return other ? [finding("error", name, problem(other.name), { input })] : [];
    },
  } satisfies ProgramCheck<Props>;
}

/** True if two known texts are equal but for case, the amount of white space, HTML entities and Unicode normal form. */
export function isSameText(one: unknown, other: unknown): boolean {
  return (
    typeof one === "string" &&
    typeof other === "string" &&
    one !== "" &&
    !isUnknown(one) &&
    isAlike(one, other)
  );
}

/** The inputs that have the same value as in the replaced object. Texts are compared with `isSameText`. */
export function keptInputs(old: Properties, props: Properties): string[] {
  return Object.keys(props).filter(
    (name) => isSameText(old[name], props[name]) || isDeepStrictEqual(old[name], props[name]),
  );
}

/** True if two email addresses are equal, ignoring case and punycode. An empty or unknown address is never equal. */
export function isSameAddress(one: unknown, other: unknown): boolean {
  const [a, b] = [one, other].map((text) =>
    typeof text === "string" ? comparedAddress(text) : text,
  );
  return isSameText(a, b);
}

/** True if this input has the same known value, or comes from the same output, in both resources. */
export function isSameObject(one: ProgramResource, other: ProgramResource, input: string): boolean {
  const [value, another] = [one.props[input], other.props[input]];
  if (value === undefined || another === undefined) return false;
  if (!isUnknown(value) || !isUnknown(another)) return value === another;
  const output = one.given?.[input];
  return output !== undefined && output === other.given?.[input];
}

/** True if two resources are or adopt the same object. A resource that has an id no longer adopts its `existingId`. */
export function isSameAdopted(one: ProgramResource, other: ProgramResource): boolean {
  if (one.id === undefined && other.id === undefined) {
    return isSameObject(one, other, "existingId");
  }
  const [id, another] = [one, other].map(({ id, props }) => id ?? props.existingId);
  return id !== undefined && id === another;
}

/** Warns about duplicates in the account, which two updates in the same second can create despite their look-ups. */
export function duplicateWarning(
  rows: readonly { readonly id: string }[],
  { name, what, input }: Pick<NamedFinding, "name" | "input"> & { readonly what: string },
): NamedFinding[] {
  if (rows.length < 2) return [];
  const ids = rows.map(({ id }) => quotedId(id)).sort();
  const problem = `the account has more than one ${what} (ids ${ids.join(", ")}), as after two updates at the same time. Delete those that nothing uses in the service's web app.`;
  return [finding("warning", name, problem, { input })];
}
