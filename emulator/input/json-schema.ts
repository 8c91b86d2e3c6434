import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { closest, distance } from "fastest-levenshtein";

// The schemas are tested, so skip their validation for a faster start. `verbose` adds the value and the schema to
// errors, because messages use both.
const ajv = new Ajv2020({ strict: false, validateSchema: false, verbose: true });
addFormats(ajv);
ajv.addFormat("header name other than trailer", /^(?!trailer$)[!#$%&'*+.^`|~\w-]+$/i);
ajv.addFormat("header value", /^[\t -~\x80-\xff]*$/);

/** An invalid field of a request, and the message about the field. */
export interface Violation {
  readonly field: string;
  readonly message: string;
}

/** Creates a check of request bodies, which returns one violation of the schema. */
export function bodyCheck(schema: object): (body: unknown) => Violation | undefined {
  const errorsIn = checkerOf(schema);
  return (body) => {
    const errors = errorsIn(body);
    // Under `anyOf`, the error about the format is the most helpful one.
    const error = errors.find(({ keyword }) => keyword === "format") ?? errors[0];
    if (error === undefined) return undefined;
    const field = fieldOf(error);
    return { field, message: `${field || "The body"} ${sentenceOf(error, serviceWords)}` };
  };
}

/** Creates a check of a user's values, which throws an error such as `seed.lists[0]: missing required field "name"`. */
export function settingCheck(schema: object): (name: string, value: unknown) => void {
  const errorsIn = checkerOf(schema);
  return (name, value) => {
    const [first] = errorsIn(value);
    if (first === undefined) return;
    const path = first.instancePath.replace(/\/(\d+)(?=\/|$)/g, "[$1]").replaceAll("/", ".");
    throw new Error(`${name}${path}: ${sentenceOf(first, settingWords)}`);
  };
}

/** Creates a check against a schema, which is compiled on first use. */
function checkerOf(schema: object): (value: unknown) => readonly ErrorObject[] {
  let compiled: ValidateFunction | undefined;
  return (value) => {
    compiled ??= ajv.compile(schema);
    return compiled(value) ? [] : (compiled.errors ?? []);
  };
}

/** The innermost field: `sender_email` for `/sender/sender_email`, `recipients` for `/recipients/0`. */
function fieldOf({ keyword, params, instancePath }: ErrorObject): string {
  if (keyword === "required") return String(params.missingProperty);
  if (keyword === "additionalProperties") return String(params.additionalProperty);
  const names = instancePath.split("/").filter((part) => !/^\d*$/.test(part));
  return names.at(-1) ?? "";
}

/** The ends of error messages, by the schema keyword that the value violates. */
type Words = Readonly<Record<string, (error: ErrorObject) => string>> & {
  readonly other: (error: ErrorObject) => string;
};

function sentenceOf(error: ErrorObject, words: Words): string {
  return (words[error.keyword] ?? words.other)(error);
}

/** Endings in the style of the service's own messages, which don't repeat the value. */
const serviceWords: Words = {
  required: () => "is required",
  additionalProperties: () => "is not a field of this operation",
  minLength: ({ params }) => `must be at least ${params.limit} characters`,
  maxLength: ({ params }) => `must be at most ${params.limit} characters`,
  minItems: ({ params }) => `must have at least ${params.limit} elements`,
  maxItems: ({ params }) => `must have at most ${params.limit} elements`,
  minimum: ({ params }) => `must be at least ${params.limit}`,
  maximum: ({ params }) => `must be at most ${params.limit}`,
  enum: oneOfWords,
  type: oneOfWords,
  format: ({ params }) =>
    params.format === "email"
      ? "must be a valid email address"
      : `must be a valid ${params.format}`,
  other: ({ message }) => message ?? "",
};

function oneOfWords({ params, parentSchema }: ErrorObject): string {
  const values = parentSchema?.enum as readonly string[] | undefined;
  return values === undefined ? `must be ${params.type}` : `must be one of ${values.join(", ")}`;
}

/** Endings for mistakes in seeds and options, with the wrong value or the most similar valid name. */
const settingWords: Words = {
  required: ({ params }) => `missing required field ${JSON.stringify(params.missingProperty)}`,
  additionalProperties: ({ params, parentSchema }) => {
    const name = String(params.additionalProperty);
    const valid = Object.keys((parentSchema?.properties ?? {}) as object);
    return `unknown field ${JSON.stringify(name)}${suggestion(name, valid)}`;
  },
  enum: (error) => {
    const valid = error.params.allowedValues as readonly string[];
    const words = valid.map((value) => JSON.stringify(value)).join(", ");
    return `must be one of ${words}${got(error)}${nearest(String(error.data), valid)}`;
  },
  type: (error) =>
    `must be ${[error.params.type].flat().map(withArticle).join(" or ")}${got(error)}`,
  minLength: () => "must not be empty",
  format: (error) => `must be a valid ${error.params.format}${got(error)}`,
  minimum: (error) => `must be at least ${error.params.limit}${got(error)}`,
  maximum: (error) => `must be at most ${error.params.limit}${got(error)}`,
  other: (error) => `${error.message ?? ""}${got(error)}`,
};

function got({ data }: ErrorObject): string {
  return typeof data === "object" ? "" : ` (got ${JSON.stringify(data)})`;
}

function withArticle(type: string): string {
  return `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}

/** The end of a message about an unknown name: the most similar valid name, or else all valid names. */
export function suggestion(name: string, valid: readonly string[]): string {
  if (valid.length === 0) return "";
  return nearest(name, valid) || `. Valid names: ${valid.join(", ")}`;
}

/** A question with the valid name that is most similar to a misspelt name. Empty if no name is close enough. */
function nearest(name: string, valid: readonly string[]): string {
  const spellings = new Map(valid.map((other) => [other.toLowerCase(), other]));
  const spelling = closest(name.toLowerCase(), [...spellings.keys()]);
  // Allow edits in a third of the letters. With more edits, a suggestion is more often wrong than right.
  const limit = Math.max(name.length, spelling.length) / 3;
  if (distance(name.toLowerCase(), spelling) > limit) return "";
  return `; did you mean ${JSON.stringify(spellings.get(spelling))}?`;
}
