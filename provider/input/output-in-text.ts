import { isAsset, isSameInput, knownText } from "./asset";
import { awaited } from "./check";
import { type Finding, withoutIgnored } from "./finding";
import { isObject, type Properties, unknownValue } from "./plain";

/**
 * What Pulumi's SDKs leave in a string that an output was put into, by the words alone. The marks around them differ:
 * `Calling [toString] on an [Output<T>]` and `[toJSON]` in Node.js, `[ToString]` in .NET, `'toString' on an 'Output<T>'` in
 * Java, `__str__ on an Output[T]` in Python; in Go, `{%!s(*internal.OutputState=...)}` and `{OutputState:0x...}`.
 */
const words =
  /\bcalling (?:tostring|tojson|str) on an output|\b(?:internal|pulumi) outputstate\b|\boutputstate 0x/;
/** Go's `%v` of an output: a struct with nothing but an address in the memory of the program. */
const address = /(?:\{|%(?:25)*7b|&(?:amp;)*(?:#123|#x7b|lbrace|lcub);)0x[\da-f]{8,16}(?:\}|%|&)/i;
/** One of these is in each of them, in whichever way the text is encoded. */
const sign = /calling|outputstate|0x[\da-f]{8}/i;
/** What stands between two words: marks as such, as entities or as in an address, each any number of times over. */
const between = /(?:&(?:amp;)*#?\w{1,10};|%(?:25)*[\da-f]{2}|[^a-z\d])+/g;

/** Whether a text has the words of one of Pulumi's SDKs in place of an output's value. */
function holdsOutput(text: string): boolean {
  if (!sign.test(text)) return false;
  return address.test(text) || words.test(text.toLowerCase().replace(between, " "));
}

/** What JavaScript leaves in a string that a promise or an object was put into, as it is, in HTML or in an address. */
const object =
  /(?:\[|%(?:25)*5b|&(?:amp;)*(?:#91|#x5b|lsqb|lbrack);)object(?: |\+|%(?:25)*20)(promise|object)(?:\]|%|&)/i;

/** What is wrong with a text that has something else in place of a value, in words that follow its place. */
export function textProblem(text: string): string | undefined {
  if (holdsOutput(text)) return outputProblem;
  const [, found] = object.exec(text) ?? [];
  if (found === undefined) return undefined;
  return found.toLowerCase() === "promise"
    ? `a promise was put into a string, which has "[object Promise]" in place of the value. Await it, as in ${awaited}`
    : `an object was put into a string, which has "[object Object]" in place of a text. Use its member with the text, as in ${awaited}`;
}

const outputProblem =
  "an output was put into a string, which has an error message of Pulumi's SDK in place of the value. " +
  "Use pulumi.interpolate (pulumi.jsonStringify for JSON; in Python, Java and C#, Output.format; in Go, pulumi.Sprintf)";

/** What is wrong with the texts of some inputs, and the inputs to judge further. */
export interface Judged<Inputs> {
  readonly findings: readonly Finding[];
  /** With the unknown value in place of each text that is wrong: nothing else is to be said of it. */
  readonly rest: Inputs;
}

/** Finds each text that nobody wrote, at any depth; one that is in the state was judged before. */
export function judgeOutputs<Inputs extends object>(
  given: Inputs,
  old?: Properties,
): Judged<Inputs> {
  const found: Finding[] = [];
  const rest = Object.entries(given).map(([name, value]) => [
    name,
    old && isSameInput(old[name], value) ? value : withoutOutputs(value, name, found),
  ]);
  const findings = withoutIgnored(found, given);
  return { findings, rest: findings.length === 0 ? given : Object.fromEntries(rest) };
}

function withoutOutputs(value: unknown, path: string, found: Finding[]): unknown {
  const text =
    typeof value === "string" ? value : isAsset(value) ? (knownText(value) ?? "") : value;
  if (typeof text === "string") {
    const problem = textProblem(text);
    if (problem === undefined) return value;
    found.push({ path, level: "error", name: "output-in-text", problem });
    return unknownValue;
  }
  if (Array.isArray(value)) {
    return value.map((one, index) => withoutOutputs(one, `${path}[${index}]`, found));
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    withoutOutputs(member, `${path}.${name}`, found),
  ]);
  return Object.fromEntries(members) as unknown;
}
