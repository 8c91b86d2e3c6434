import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { nearestOf, suggestion } from "./nearest";

// The schemas are ours and tested, so validating them again would only slow down the start.
// `verbose` adds the value and the schema to an error, which `firstProblem` reports.
const ajv = new Ajv2020({ strict: false, validateSchema: false, verbose: true });
addFormats(ajv);

/** Creates a check of values against a schema, which is compiled on first use. */
export function checkerOf(schema: object): (value: unknown) => readonly ErrorObject[] {
  let compiled: ValidateFunction | undefined;
  return (value) => {
    compiled ??= ajv.compile(schema);
    return compiled(value) ? [] : (compiled.errors ?? []);
  };
}

/** The first error as a message: `seed.domains[0]: missing required field "domain"`. */
export function firstProblem(subject: string, errors: readonly ErrorObject[]): string | undefined {
  const [first] = errors;
  if (first === undefined) return undefined;
  const path = first.instancePath.replace(/\/(\d+)(?=\/|$)/g, "[$1]").replaceAll("/", ".");
  return `${subject}${path}: ${sentenceOf(first)}`;
}

function sentenceOf({ keyword, params, message, data, parentSchema }: ErrorObject): string {
  const got = typeof data === "object" ? "" : ` (got ${JSON.stringify(data)})`;
  switch (keyword) {
    case "required":
      return `missing required field ${JSON.stringify(params.missingProperty)}`;
    case "additionalProperties": {
      const name = String(params.additionalProperty);
      const valid = Object.keys((parentSchema?.properties ?? {}) as object);
      return `unknown field ${JSON.stringify(name)}${suggestion(name, valid)}`;
    }
    case "enum": {
      const valid = params.allowedValues as readonly string[];
      const nearest = nearestOf(String(data), valid);
      const hint = nearest === undefined ? "" : `; did you mean ${JSON.stringify(nearest)}?`;
      return `must be one of ${valid.map((value) => JSON.stringify(value)).join(", ")}${got}${hint}`;
    }
    case "type":
      return `must be ${[params.type].flat().map(withArticle).join(" or ")}${got}`;
    case "minimum":
      return `must be at least ${params.limit}${got}`;
    case "maximum":
      return `must be at most ${params.limit}${got}`;
    case "minLength":
      return "must not be empty";
    default:
      return `${message ?? "is invalid"}${got}`;
  }
}

function withArticle(type: string): string {
  return `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}
