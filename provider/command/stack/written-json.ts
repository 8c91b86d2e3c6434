import { readFile } from "node:fs/promises";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020";
import { EmailMarketingError } from "../../errors/error";

/** JSON that another program or a person wrote, as far as it is as its readers need it. */
export interface SoundJson {
  /** The value without what is not as the schema has it. */
  readonly value: unknown;
  /** What is wrong and where, such as `steps[3] must be an object (got null)`; never a value. */
  readonly problems: readonly string[];
}

// The schemas are ours and tested. They name what is read; unknown members pass.
const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  strict: false,
  validateSchema: false,
  inlineRefs: true,
});

/** Holds a value that was just parsed against a schema, and takes out of it what does not match. */
export function soundJson(value: unknown, schema: object): SoundJson {
  const validate = ajv.getSchema(schemaName(schema)) ?? ajv.compile(schema);
  if (validate(value)) return { value, problems: [] };
  const errors = validate.errors ?? [];
  const root = { value };
  const lists = new Set<unknown[]>();
  for (const { keyword, instancePath } of errors) {
    if (keyword === "required") continue;
    const path = ["value", ...stepsOf(instancePath)];
    const last = path.pop() ?? "";
    const parent = path.reduce<unknown>(memberOf, root);
    if (typeof parent !== "object" || parent === null) continue;
    Reflect.deleteProperty(parent, last);
    if (Array.isArray(parent)) lists.add(parent);
  }
  // Only now: the paths of the errors count every item.
  for (const list of lists) list.splice(0, list.length, ...list.flatMap((item: unknown) => [item]));
  return { value: root.value, problems: errors.filter((error) => !isAbsent(error)).map(sentence) };
}

/** A member that may be null is absent where it is. */
function isAbsent({ data, parentSchema }: ErrorObject): boolean {
  return data === null && parentSchema?.orNull === true;
}

function schemaName(schema: object): string {
  return (schema as { readonly $id?: string }).$id ?? "";
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function stepsOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** `steps[3].oldState` for `/steps/3/oldState`. */
function placeOf(pointer: string): string {
  const place = stepsOf(pointer).reduce(
    (path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : `${path}.${step}`),
    "",
  );
  return place.replace(/^\./, "") || "the JSON";
}

const words: Readonly<Record<string, string>> = {
  array: "a list",
  object: "an object",
  string: "a text",
  number: "a number",
  boolean: "true or false",
};

function sentence({ keyword, params, instancePath, data }: ErrorObject): string {
  const place = placeOf(instancePath);
  if (keyword === "required") return `${place} has no "${String(params.missingProperty)}"`;
  const types = [params.type as string | readonly string[]].flat();
  return `${place} must be ${types.map((type) => words[type] ?? type).join(" or ")} (got ${typeName(data)})`;
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  const type = Array.isArray(value) ? "array" : typeof value;
  return words[type] ?? type;
}

/** A text that should be JSON, and what an error says of it. */
export interface Written {
  readonly text: string;
  readonly source: string;
  /** Where it comes from, as a sentence. */
  readonly origin: string;
}

/** Reads JSON that is used as a whole or not at all. */
export function readWritten<Value>({ text, source, origin }: Written, schema: object): Value {
  const fault = (problem: string) =>
    new EmailMarketingError("config", `${source} ${problem}. ${origin}`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw fault("is not JSON");
  }
  const { value, problems } = soundJson(parsed, schema);
  if (problems.length > 0) throw fault(`can't be used: ${firstOf(problems)}`);
  return value as Value;
}

/** The same for a file, which another job or a person may have written. */
export async function readWrittenFile<Value>(
  file: string,
  { source, origin }: Omit<Written, "text">,
  schema: object,
): Promise<Value> {
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new EmailMarketingError("config", `${source} can't be read. ${origin}`, { cause });
  });
  return readWritten({ text, source, origin }, schema);
}

/** Problems as one sentence: the first, and how many more there are. */
export function firstOf([first = "", ...more]: readonly string[]): string {
  return more.length === 0 ? first : `${first}, and ${more.length} more like it`;
}

/**
 * The JSON up to its last whole item of a list or object that the outermost object holds, closed there; a text that goes on
 * behind the outermost object ends with that.
 */
export function wholeItems(text: string): { readonly json: string; readonly endsEarly: boolean } {
  const open: string[] = [];
  let end = 0;
  let closing = "";
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isText) {
      if (sign === "\\") at += 1;
      else if (sign === '"') isText = false;
      continue;
    }
    if (sign === '"') isText = true;
    const isEnd = sign === "}" || sign === "]";
    if (sign === "{") open.push("}");
    else if (sign === "[") open.push("]");
    else if (isEnd) open.pop();
    else continue;
    if (open.length > 2) continue;
    end = at + 1;
    closing = open.toReversed().join("");
    if (open.length === 0) return { json: text.slice(0, end), endsEarly: false };
  }
  return { json: text.slice(0, end) + closing, endsEarly: true };
}
