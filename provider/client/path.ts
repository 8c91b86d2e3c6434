import { invalidParameter, type ParameterProblem } from "../errors/request-error";

/** A request path and the template that it was made from; only the template may appear in a message. */
export interface Path {
  readonly path: string;
  readonly route: string;
}

/**
 * Makes a path whose parameters are percent-encoded: path`/list/${{ id }}` gives `/list/a%2Fb` and the
 * route `/list/{id}`. A parameter that is empty, `.` or `..` would be another path, so it is refused.
 */
export function path(
  literals: TemplateStringsArray,
  ...parameters: readonly Record<string, string>[]
): Path {
  let sent = literals[0] ?? "";
  let route = sent;
  for (const [index, parameter] of parameters.entries()) {
    const [name, value] = Object.entries(parameter)[0] ?? ["", ""];
    const rest = literals[index + 1] ?? "";
    const problem = problemOf(value);
    if (problem !== undefined) throw invalidParameter(name, `${route}{${name}}${rest}`, problem);
    sent += encodeURIComponent(value) + rest;
    route += `{${name}}${rest}`;
  }
  return { path: sent, route };
}

function problemOf(value: string): ParameterProblem | undefined {
  if (value === "") return "empty";
  if (value === "." || value === "..") return "path-step";
  // Half of a surrogate pair has no encoding.
  return /\p{Surrogate}/u.test(value) ? "lone-surrogate" : undefined;
}
