import { maxIdLength, quoted } from "../errors/redact";
import { domainOf, invisibleCharacterProblem, misplacedDotProblem } from "../plain/domain";
import { isObject, isRecord, isUnknown, type Properties, unknownValue } from "../plain/value";
import { type Finding, findingNames, isFindingName } from "./finding";
import { nearest, unknownName } from "./nearest";

/** Checks one value at a path. Values that are unknown until apply are never checked. */
export interface Check {
  (value: unknown, path: string): readonly Finding[];
  /** For an object: the checks of its members. */
  readonly members?: AnyChecks;
}

export interface InputCheck {
  readonly check: Check;
  readonly required?: true;
}

/** The row of each input, by the input's name. The compiler requires a row for every input. */
export type Fields<Props, Row extends InputCheck = Field> = {
  readonly [Name in keyof Props]-?: Row &
    (object extends Pick<Props, Name>
      ? { readonly required?: never }
      : { readonly required: true });
};

type AnyChecks = Readonly<Record<string, InputCheck>>;

export interface ChangeContext {
  readonly isExtended: boolean;
  readonly old: Properties;
  readonly props: Properties;
}

/** The meaning of a change: fixed, or computed from the change and from whether extended operations are in use. */
type FixedOrComputed<Meaning> = Meaning | ((context: ChangeContext) => Meaning | undefined);

/** One input of a resource: its check, its name in requests, and the meaning of a change. */
export interface Field extends InputCheck {
  /** The name of the input's field in requests, if there is one. */
  readonly wire?: string;
  /** Set if a change replaces the object; "deleted first" if the service refuses a second object beside the old one. */
  readonly replaces?: FixedOrComputed<true | "deleted first">;
  /** The advice for a changed input if the service has no operation to change it. */
  readonly immutable?: FixedOrComputed<string>;
  /** The advice for a removed input if it can be changed but not removed. */
  readonly notRemovable?: FixedOrComputed<string>;
}

export type AnyFields = Readonly<Record<string, Field>>;

/** Limits of a text; lengths count characters (code points). */
interface TextLimits {
  readonly min?: number;
  readonly max?: number;
  /** True to refuse invisible characters in a text that must be exact, such as an address or a domain. */
  readonly isExact?: true;
  /** Returns the problem with a text of a valid length, if there is one. */
  readonly problemOf?: (text: string) => string | undefined;
}

export function text({
  min = 0,
  max = Number.POSITIVE_INFINITY,
  isExact,
  problemOf,
}: TextLimits = {}): Check {
  return ofType("string", (value: string) => {
    const invisible = isExact && invisibleCharacterProblem(value);
    if (invisible !== undefined) return invisible;
    const length = [...value].length;
    if (length === 0 && min === 1) return "must not be empty";
    if (length < min || length > max)
      return `must be ${rangeInWords(min, max)} characters long (got ${length})`;
    return problemOf?.(value);
  });
}

function rangeInWords(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) return `at least ${min}`;
  return min > 0 ? `${min} to ${max}` : `at most ${max}`;
}

interface AddressLimits extends Pick<TextLimits, "min" | "max"> {
  /** True for an existing address, which may have dots that the service refuses in a new address. */
  readonly isLookedUp?: boolean;
}

/** Checks an email address. The limits are the length limits of the field. */
export function address({ isLookedUp = false, ...limits }: AddressLimits = {}): Check {
  const words = "must be an email address, such as news@example.com";
  // The only ASCII punctuation in a domain is "." and "-", and "-" neither begins nor ends a name.
  const inName = String.raw`[^\s.!-,/:-@[-\x60{-~]`;
  const hyphens = String.raw`(?!-|.*(?:\.-|-\.|-$))`;
  // An existing address may have dots as in "a..b@" or "a.@", because mobile networks in Japan once assigned these.
  const dots = isLookedUp ? "" : String.raw`(?!\.|[^@]*\.[.@])`;
  const local = String.raw`${dots}[^\s@<>",;:()[\]\\]+`;
  // Accepts misplaced dots, because `misplacedDotProblem` refuses them below with its own message. Before the required
  // dot, only the first character may be a dot, because otherwise a long text would take seconds to match.
  const domain = String.raw`${hyphens}(?:\.|${inName})${inName}*\.(?:\.|${inName})+`;
  const pattern = new RegExp(`^${local}@${domain}$`);
  const problemOf = (value: string) => {
    if (!pattern.test(value)) return words;
    const fault = misplacedDotProblem(domainOf(value));
    return fault === undefined ? undefined : `${words} (its domain ${fault})`;
  };
  return text({ min: 1, ...limits, isExact: true, problemOf });
}

/** Checks an id of the service. The limit is the longest id that messages show in full. */
export const id: Check = text({ min: 1, max: maxIdLength });

export const flag: Check = ofType("boolean", () => undefined);

/** Accepts any value except a resource, which is sent as a reference, so that a diff would miss changes within it. */
export const anyValue: Check = (value, path) => {
  if (!isObject(value)) return [];
  if (isResource(value)) return [wrongType(path, "a value", value)];
  return Object.entries(value).flatMap(([name, member]) => anyValue(member, `${path}.${name}`));
};

/** Accepts only these words. The finding doesn't quote the value, because the check can't know if it is a secret. */
export function oneOf(...words: readonly string[]): Check {
  return ofType("string", (value: string) =>
    words.includes(value) ? undefined : mustBeOneOf(words),
  );
}

export function mustBeOneOf(words: readonly string[]): string {
  return `must be one of ${words.map(quoted).join(", ")}`;
}

/** A number without a fraction: `integer` in the schema of the plugin, and in its SDKs. */
export type WholeNumber = number;

export const wholeNumber: Check = ofType("number", (value: number) =>
  Number.isSafeInteger(value) && value >= 1 ? undefined : "must be a whole number, at least 1",
);

export function listOf(element: Check, { min = 0, max = Number.POSITIVE_INFINITY } = {}): Check {
  return (value, path) => {
    if (value === unknownValue) return [];
    if (!Array.isArray(value)) return [wrongType(path, "an array", value)];
    const findings = value.flatMap((one, index) => element(one, `${path}[${index}]`));
    if (value.length >= min && value.length <= max) return findings;
    const problem = `must have ${rangeInWords(min, max)} elements (got ${value.length})`;
    return [{ path, problem }, ...findings];
  };
}

export function members<Props>(checks: Fields<Props, InputCheck>): Check {
  const check: Check = (value, path) => {
    if (value === unknownValue) return [];
    if (!hasMembers(value)) return [wrongMembers(checks, path, value)];
    return checkMembers(checks, value, path);
  };
  return Object.assign(check, { members: checks });
}

/** The finding about a value that isn't an object, with the members that the expected object must have. */
function wrongMembers(checks: AnyChecks, path: string, value: unknown): Finding {
  const needed = Object.keys(checks).filter((name) => checks[name]?.required);
  if (needed.length === 0) return wrongType(path, "an object", value);
  const given = isResource(value)
    ? `a resource; pass its outputs, as in { ${needed.map((name) => `${name}: s.${name}`).join(", ")} }`
    : typeInWords(value, "an object");
  return { path, problem: `must be an object with ${needed.join(" and ")} (got ${given})` };
}

/** Sets `input`, the path in the tag, of each finding without one whose path belongs to an input. */
export function withInputs(checks: AnyChecks, findings: readonly Finding[]): Finding[] {
  return findings.map((one) => ({ ...one, input: one.input ?? declaredPath(checks, one.path) }));
}

/** A path for a tag: `listIds[0]` becomes `listIds.*`, `rules.limit` stays. Undefined if it belongs to no input. */
function declaredPath(checks: AnyChecks, path: string): string | undefined {
  const [name = "", ...rest] = path.split(/[.[]/);
  if (!Object.hasOwn(checks, name)) return undefined;
  if (rest.length === 0) return name;
  const inner = declaredPath(checks[name]?.check.members ?? {}, rest.join("."));
  return `${name}.${inner ?? "*"}`;
}

export const anyObject: Check = (value, path) =>
  value === unknownValue || hasMembers(value) ? [] : [wrongType(path, "an object", value)];

export function checkInputs(checks: AnyChecks, props: unknown): Finding[] {
  return hasMembers(props)
    ? checkMembers(checks, props, "")
    : [wrongType("", "an object of inputs", props)];
}

function checkMembers(checks: AnyChecks, value: Record<string, unknown>, path: string): Finding[] {
  const findings: Finding[] = [];
  const prefix = path === "" ? "" : `${path}.`;
  for (const [name, { required }] of Object.entries(checks)) {
    if (!required || value[name] !== undefined) continue;
    const problem = `missing required input ${quoted(name)}`;
    findings.push({ path, input: prefix + name, problem });
  }
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    // Look up own properties only, because every object inherits names such as `constructor`.
    const row = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (row) findings.push(...row.check(member, prefix + name));
    else findings.push({ path, problem: unknownName("input", name, Object.keys(checks)) });
  }
  return findings;
}

/** Creates a check of the type, then of the value. Values are never converted. */
export function ofType<Value>(
  type: "string" | "number" | "boolean",
  problemOf: (value: Value) => string | undefined,
): Check {
  return (value, path) => {
    if (value === unknownValue) return [];
    if (typeof value !== type) return [wrongType(path, `a ${type}`, value)];
    const problem = problemOf(value as Value);
    return problem === undefined ? [] : [{ path, problem }];
  };
}

export function wrongType(path: string, wanted: string, value: unknown): Finding {
  return { path, problem: `must be ${wanted} (got ${typeInWords(value, wanted)})` };
}

function typeInWords(value: unknown, wanted: string): string {
  if (Array.isArray(value)) return "an array";
  if (value === null) return "null";
  if (!isObject(value)) return `a ${typeof value}`;
  if (isResource(value)) {
    return wanted === "an array"
      ? "a resource; pass an array of outputs, such as [list.id]"
      : wanted === "an object"
        ? "a resource; pass an object of values"
        : "a resource; pass one of its outputs, such as its id";
  }
  if ("__pulumiOutput" in value) {
    return "an output; use the Output form of the function, such as getListOutput";
  }
  if (typeof value.then === "function") {
    return "a promise; await it, or use the Output form of the function that gives it, such as getListsOutput";
  }
  // Template compilers such as mjml return an object with the member `html`.
  if ("html" in value) return `an object; pass its member html, as in ${awaited}`;
  return wanted === "a string" || wanted === "an array"
    ? `an object${idsAdvice(value)}`
    : "an object";
}

/** Advice for a program that passed the result of a function such as getList, or a promise of it, in place of ids. */
function idsAdvice(value: Record<string, unknown>): string {
  if ("id" in value)
    return "; pass one of its members, such as its id, as in (await getList({ name })).id, or use getListOutput";
  const [[name, rows] = [], ...others] = Object.entries(value);
  const areFound = Array.isArray(rows) && rows.every((row) => isObject(row) && "id" in row);
  return name === undefined || !areFound || others.length > 0
    ? ""
    : `; pass a member of each of its ${quoted(name)}, such as the id, as in (await getLists({})).lists.map(({ id }) => id), or use getListsOutput`;
}

/** Example code in messages for a program that passes a template compiler's result instead of the text in it. */
export const awaited = "(await mjml2html(text)).html";

/** True for an object with named members that isn't an array or a resource. */
export function hasMembers(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && !(resourceMark in value);
}

/** The mark on resources of Pulumi's SDK. Copies of a resource keep it. */
export const resourceMark = "__pulumiResource";

function isResource(value: unknown): boolean {
  return isObject(value) && resourceMark in value;
}

/** The inputs that have a value and a field in requests, each under the name of its field. */
export function toWire(fields: AnyFields, props: object): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(props)) {
    const wire = fields[name]?.wire;
    if (wire !== undefined && value !== undefined) sent[wire] = value;
  }
  return sent;
}

/** Inputs that every resource takes. */
export interface CommonProps {
  /**
   * Names of findings to suppress for this resource, such as `list-empty`; the name is in brackets at the end of the
   * message. An unknown name is a warning. A change updates the state only.
   */
  ignoreChecks?: string[];
}

/** Warns about an unknown finding name, because the name suppresses nothing and is most likely misspelt. */
const findingName: Check = (value, path) => {
  const findings = text({ min: 1 })(value, path);
  const name = String(value);
  if (findings.length > 0 || isUnknown(value) || isFindingName(name)) return findings;
  const near = nearest(name, findingNames);
  const next =
    near === undefined
      ? "the name is in brackets at the end of the message to suppress"
      : `did you mean ${quoted(near)}?`;
  const problem = `not the name of a finding, so it has no effect; ${next}`;
  return [{ path, problem, level: "warning", name: "check-unknown" }];
};

export const commonFields = {
  ignoreChecks: { check: listOf(findingName) },
} satisfies Record<string, Field>;
