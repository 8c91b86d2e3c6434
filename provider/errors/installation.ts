import { EmailMarketingError } from "./error";
import { quoted } from "./redact";

/** Loads another package on its first use. A missing one is an error of ours: of any other, Pulumi's SDK formats frames for minutes. */
export async function installed<Library>(load: () => Promise<Library>): Promise<Library> {
  try {
    return await load();
  } catch (cause) {
    const { code = "", message = "" } = cause as NodeJS.ErrnoException;
    const [, name] = /^Cannot find (?:package|module) '([^']+)'/.exec(message) ?? [];
    if (name === undefined || !code.endsWith("MODULE_NOT_FOUND")) throw cause;
    throw new EmailMarketingError(
      "config",
      `can't load the package ${quoted(name)} (${code}). Install the project's packages again; with Yarn, set nodeLinker: node-modules.`,
      { cause },
    );
  }
}
