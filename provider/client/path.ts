import { EmailMarketingError } from "../errors/error";

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
    const fault = faultOf(value);
    if (fault !== undefined) {
      const where = `the ${name} in ${route}{${name}}${rest}`;
      throw new EmailMarketingError("validation", `${where} ${fault}.`);
    }
    sent += encodeURIComponent(value) + rest;
    route += `{${name}}${rest}`;
  }
  return { path: sent, route };
}

function faultOf(value: string): string | undefined {
  if (value === "") return "is empty";
  if (value === "." || value === "..") return "is no id, but a step in a path";
  // Half of a surrogate pair has no encoding.
  return /\p{Surrogate}/u.test(value) ? "is no text" : undefined;
}
