import type { ErrorObject } from "ajv/dist/2020";
import { type OperationId, operations } from "#contract";
import { checkerOf } from "../input/json-schema";
import type { Violation } from "../operation/reply";

const checkers = new Map(
  Object.entries(operations).map(([name, { requestSchema }]) => [
    name,
    requestSchema === undefined ? undefined : checkerOf(requestSchema),
  ]),
);

/** The first violation of the contract in a request body, if there is one. */
export function validate(operation: OperationId, body: unknown): Violation | undefined {
  const errors = checkers.get(operation)?.(body) ?? [];
  // Where one of several forms is accepted, the error about a format is the most helpful.
  const error = errors.find(({ keyword }) => keyword === "format") ?? errors[0];
  return error === undefined ? undefined : violation(error);
}

function violation(error: ErrorObject): Violation {
  const field = fieldOf(error);
  return { field, message: `${field || "The body"} ${sentenceEnd(error)}` };
}

/** The innermost name: `sender_email` of `/sender/sender_email`, `recipients` of `/recipients/0`. */
function fieldOf({ keyword, params, instancePath }: ErrorObject): string {
  if (keyword === "required") return String(params.missingProperty);
  if (keyword === "additionalProperties") return String(params.additionalProperty);
  const names = instancePath.split("/").filter((part) => !/^\d*$/.test(part));
  return names.at(-1) ?? "";
}

/** What the field must be, in the style of the service's own messages, without its value. */
function sentenceEnd({ keyword, params, message, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case "required":
      return "is required";
    case "additionalProperties":
      return "is not a field of this operation";
    case "minLength":
      return `must be at least ${params.limit} characters`;
    case "maxLength":
      return `must be at most ${params.limit} characters`;
    case "minItems":
      return `must have at least ${params.limit} elements`;
    case "maxItems":
      return `must have at most ${params.limit} elements`;
    case "minimum":
      return `must be at least ${params.limit}`;
    case "maximum":
      return `must be at most ${params.limit}`;
    case "enum":
    case "type": {
      const values = parentSchema?.enum as readonly string[] | undefined;
      return values === undefined
        ? `must be ${params.type}`
        : `must be one of ${values.join(", ")}`;
    }
    case "format":
      return params.format === "email"
        ? "must be a valid email address"
        : `must be a valid ${params.format}`;
    default:
      return message ?? "is not valid";
  }
}
