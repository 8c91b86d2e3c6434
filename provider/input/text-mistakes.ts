import { isObject, mapMembers, type Properties, unknownValue } from "../plain/value";
import { isAsset, isSameInput, knownText } from "./asset";
import { type Finding, withoutIgnored } from "./finding";
import { awaited } from "./validation";

/**
 * The text that a Pulumi SDK puts into a string in place of an output, in lower case and without its punctuation, which
 * differs. Examples with punctuation:
 * - Node.js: `Calling [toString] on an [Output<T>]` or `Calling [toJSON] ...`
 * - .NET: `Calling [ToString] on an [Output<T>]`
 * - Java: `Calling 'toString' on an 'Output<T>'`
 * - Python: `Calling __str__ on an Output[T]`
 * - Go: `{%!s(*internal.OutputState=...)}` or `{OutputState:0x...}`
 *
 * The patterns for printed values begin without a word boundary, because in `"tier" + output` a letter is in front.
 */
const sdkMessage =
  /calling (?:tostring|tojson|str) on an output|(?:internal|pulumi) outputstate\b|outputstate 0x/;
/** Go's `%v` of an output: a struct with just a memory address. */
const address = /(?:\{|%(?:25)*7b|&(?:amp;)*(?:#123|#x7b|lbrace|lcub);)0x[\da-f]{8,16}(?:\}|%|&)/i;
/** Punctuation between two words, plain or encoded: as HTML entities or with percent signs, even several times. */
const punctuation = /(?:&(?:amp;)*#?\w{1,10};|%(?:25)*[\da-f]{2}|[^a-z\d])+/g;

/** The text that JavaScript makes of a promise or an object in a string: plain, in HTML or percent-encoded. */
const object =
  /(?:\[|%(?:25)*5b|&(?:amp;)*(?:#91|#x5b|lsqb|lbrack);)object(?: |\+|%(?:25)*20)(promise|object)(?:\]|%|&)/i;

const sdkWords = "an error message of Pulumi's SDK";

/** Values that a program may put into a string by mistake, and the advice for each. */
const kinds = {
  output: [
    "an output was put into a string",
    "Use pulumi.interpolate (pulumi.jsonStringify for JSON; in Python, Java and C#, Output.format; in Go, pulumi.Sprintf)",
  ],
  promise: ["a promise was put into a string", `Await it, as in ${awaited}`],
  object: ["an object was put into a string", `Use its member with the text, as in ${awaited}`],
  method: ["a method was put into a string", "Call it"],
  format: [
    "a value was put into a string by a verb that doesn't fit it",
    "Use pulumi.Sprintf for an output, and the verb of its type for another value",
  ],
} as const;

/** A promise as Node.js prints it. A value must begin after the brace, because Swift code also has "Promise {". */
const promiseOfNode = new RegExp(
  String.raw`Promise \{\s+(?:${[
    String.raw`<(?:\w+>|ref |Buffer )`,
    "[\"'`[{\\d-]",
    String.raw`[A-Z]\w*(?:(?:Map|Set|Array)\(\d+\))? [[{]`,
    String.raw`(?:Map|Set)\(\d+\) \{`,
    String.raw`(?:undefined|null|true|false|NaN|Infinity|Invalid Date)\b`,
    String.raw`Symbol\(`,
    String.raw`(?:[A-Z]\w{0,50})?Error(?:[:\n]| \[)`,
  ].join("|")})`,
);

/** Texts that result from a value, such as a promise, in a string. Outside of code, few emails have them on purpose. */
const forms: readonly (readonly [form: RegExp, kind: keyof typeof kinds, written: string])[] = [
  // The SDK's message about an output that was converted to a text. It may be truncated.
  [/calling (?:\[to(?:string|json)\] on\b|'tostring'|__str__(?!\())/i, "output", sdkWords],
  [/OutputImpl \{\s+__pulumiOutput\b/, "output", '"OutputImpl { ... }"'],
  [/<pulumi\.[\w.]*Output object at 0x/, "output", '"<pulumi.output.Output object ...>"'],
  [/Pulumi\.(?:Out|In)put\w{0,20}`\d\[/, "output", '"Pulumi.Output`1[...]"'],
  // A Java object, as `com.pulumi...OutputInternal@1b2c`. Requires a capital in the class name, and no domain after the
  // `@`, because an email address may also begin with "com.pulumi.".
  [
    /com\.pulumi\.(?:\w{1,50}\.){0,9}[A-Z][\w$]{0,99}@[\da-f]{1,8}(?![\w.-]*\.\w)/,
    "output",
    '"com.pulumi...OutputInternal@..."',
  ],
  [promiseOfNode, "promise", '"Promise { ... }"'],
  [/<(?:coroutine|async_generator) object [\w.<]/, "promise", '"<coroutine object ...>"'],
  [/<(?:Task|Future) (?:pending|finished) /, "promise", '"<Task ...>"'],
  [
    /System\.(?:Threading\.Tasks|Runtime\.CompilerServices)\.\w{1,80}`\d[[+]/,
    "promise",
    '"Task`1[...]"',
  ],
  [
    /java\.util\.concurrent\.CompletableFuture@[\da-f]{1,8}(?![\w.-]*\.\w)/,
    "promise",
    '"CompletableFuture@..."',
  ],
  [/<(?:bound|built-in) method [\w.<]|<function [\w.<>]+ at 0x/, "method", '"<bound method ...>"'],
  [/%![sv]\(/, "format", '"%!s(...)"'],
];

/** Words of the patterns in `forms`. Most texts contain none of the words, and so skip the slow search. */
const hasMistakeWord =
  /calling|outputimpl|pulumi\.|promise|coroutine|async_gen|<task|lt;task|future|tasks\.|compilerservices|method|function|![sv]/i;

/** The problem with a text that contains a printed value, such as an output, worded to follow the input's name. */
export function textProblem(text: string): string | undefined {
  const hasOutput =
    /calling|outputstate|0x[\da-f]{8}/i.test(text) &&
    (address.test(text) || sdkMessage.test(text.toLowerCase().replace(punctuation, " ")));
  if (hasOutput) return valueProblem("output", sdkWords);
  const printed = object.exec(text)?.[1]?.toLowerCase();
  if (printed === "promise") return valueProblem("promise", '"[object Promise]"');
  if (printed === "object") return valueProblem("object", '"[object Object]"');
  if (!hasMistakeWord.test(text)) return undefined;
  const prose = proseOf(text);
  const [, kind, written] = forms.find(([form]) => form.test(prose)) ?? [];
  return kind && valueProblem(kind, written ?? "");
}

function valueProblem(kind: keyof typeof kinds, written: string): string {
  const [what, advice] = kinds[kind];
  return `${what}, which has ${written} in place of ${kind === "object" ? "a text" : "the value"}. ${advice}`;
}

/** URLs in HTML or in plain text. */
const addresses =
  /\b(?:href|src|srcset|action|background|poster)\s*=\s*(?:"[^"]*"|'[^']*')|(?:\bhttps?:\/\/|\bmailto:|\bwww\.)[^\s<>"']*/gi;
/** Code in backticks. A backtick before a digit doesn't end the code, because it may belong to a generic .NET class. */
const quotedCode = /(?<![\w`])`(?:[^`\n]|`\d)+`/g;
const codeTag = /<(\/?(?:code|kbd|pre|samp|textarea|tt))\b[^<>]*>/i;

/** A text without its code and URLs, with HTML entities decoded. */
function proseOf(text: string): string {
  let depth = 0;
  const parts = text.replace(addresses, " ").split(codeTag);
  const prose = parts.filter((part, at) => {
    // Parts at odd positions are tag names, because they come from the capture group.
    if (at % 2 === 1) depth = Math.max(0, depth + (part.startsWith("/") ? -1 : 1));
    return at % 2 === 0 && depth === 0;
  });
  return prose.join(" ").replace(entity, character).replace(quotedCode, " ");
}

const entity = /&(?:amp;)*(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w{1,10}));/gi;
const named: Readonly<Record<string, string>> = {
  ...{ lt: "<", gt: ">", quot: '"', apos: "'", grave: "`", excl: "!", percnt: "%" },
  ...{ lsqb: "[", rsqb: "]", lbrack: "[", lbrace: "{", lcub: "{", lpar: "(", lowbar: "_" },
};

function character(_: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return named[name.toLowerCase()] ?? " ";
  return String.fromCodePoint(Math.min(parseInt(hex ?? decimal ?? "", hex ? 16 : 10), 0x10ffff));
}

/**
 * Finds printed values, such as `[object Object]`, and source code in texts at any depth. Skips unchanged inputs, which
 * were checked before. In `rest`, unknown values replace the wrong texts, so that no other check reports these texts.
 */
export function judgeOutputs<Inputs extends object>(given: Inputs, old?: Properties) {
  const found: Finding[] = [];
  const rest = mapMembers(given, (value, name) =>
    old && isSameInput(old[name], value) ? value : withoutOutputs(value, name, found),
  );
  const findings = withoutIgnored(found, given);
  return { findings, rest: findings.length === 0 ? given : (rest as Inputs) };
}

function withoutOutputs(value: unknown, path: string, found: Finding[]): unknown {
  if (isObject(value) && !isAsset(value)) {
    const pathOf = (at: string) => (Array.isArray(value) ? `${path}[${at}]` : `${path}.${at}`);
    return mapMembers(value, (member, at) => withoutOutputs(member, pathOf(at), found));
  }
  const text = isObject(value) ? knownText(value) : value;
  if (typeof text !== "string") return value;
  const source = sourceProblem(text);
  const problem = source ?? textProblem(text);
  if (problem === undefined) return value;
  const name = source === undefined ? "output-in-text" : "source-in-text";
  found.push({ path, level: "error", name, problem });
  return unknownValue;
}

/** The beginning of an MJML file: an XML declaration and comments, if any, then the root element and the next tag. */
const mjml =
  /^\ufeff?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<mjml(?:\s[^<>]*)?>\s*(?:<|$)/i;

const fencedCode = /^```.*\n(?:(?!```).*\n)*/gm;

/** The problem with an unfinished text (MJML source, merge conflicts), worded to follow the input's name. */
export function sourceProblem(text: string): string | undefined {
  if (mjml.test(text)) {
    return "is the source of MJML, and would be mailed as it is. Compile it, as in (await mjml2html(text)).html";
  }
  const prose = text.includes("<<<<<<< ") ? text.replace(fencedCode, "") : "";
  const start = prose.search(/^<{7} /m);
  return start !== -1 && /^>{7} /m.test(prose.slice(start))
    ? "has conflict markers of git, and both versions of what is between them. Choose one, and remove the lines with the markers"
    : undefined;
}

const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** Findings about line breaks, within or at the end of a text that must be one line. */
export function judgeLine(value: unknown, path: string): Finding[] {
  if (typeof value !== "string") return [];
  const text = value.trimEnd();
  const within = lineBreak.exec(text);
  if (within) {
    const at = [...text.slice(0, within.index)].length;
    const problem = `must not contain a line break (there is one after ${at} characters). Put a space in its place`;
    return [{ path, problem }];
  }
  if (!lineBreak.test(value.slice(text.length))) return [];
  const problem =
    "ends with a line break, as files and YAML blocks do, and is sent with it. Remove it with trim() (strip() in Python, strings.TrimSpace in Go); in YAML, begin the block with |- in place of |.";
  return [{ path, level: "warning", problem }];
}

/** Findings about the texts at any depth for which `problemOf` returns a problem. */
export function judgeTexts(
  value: unknown,
  problemOf: (text: string) => string | undefined,
  path = "",
): Finding[] {
  if (typeof value === "string") {
    const problem = problemOf(value);
    return problem === undefined ? [] : [{ path, problem }];
  }
  const found: Finding[] = [];
  for (const [name, member] of isObject(value) ? Object.entries(value) : []) {
    found.push(...judgeTexts(member, problemOf, path === "" ? name : `${path}.${name}`));
  }
  return found;
}

/** Finds texts cut within a character. The SDK would report them with stack frames, without the input's name. */
export function judgeCutTexts(value: unknown): Finding[] {
  const problem =
    'has half of an emoji or of another character, as after a text was cut with slice. Cut it by whole characters, as in [...text].slice(0, 50).join("")';
  return judgeTexts(value, (text) => (text.isWellFormed() ? undefined : problem));
}
