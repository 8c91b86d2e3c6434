import { EmailMarketingError } from "./error";
import { quoted } from "./redact";

/**
 * Converts the error about a package that can't be loaded to an error of this package. Without this, Pulumi's SDK would
 * format stack frames for minutes. Other errors are returned unchanged.
 */
export function ofInstallation(error: unknown): unknown {
  const { code, message = "" } = (error ?? {}) as {
    readonly code?: unknown;
    readonly message?: string;
  };
  if (typeof code !== "string" || !code.endsWith("MODULE_NOT_FOUND")) return error;
  const [, name] = /^Cannot find (?:package|module) '([^']+)'/.exec(message) ?? [];
  const what = name === undefined ? "a package that it needs" : `the package ${quoted(name)}`;
  return new EmailMarketingError(
    "config",
    `can't load ${what} (${code}). Install the project's packages again; with Yarn, set nodeLinker: node-modules.`,
    { cause: error },
  );
}
