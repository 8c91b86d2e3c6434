import { createRequire } from "node:module";
import { join } from "node:path";
import { EmailMarketingError } from "../errors/error";
import { name as packageName } from "../errors/package";
import { isMocked } from "./sdk";

let resolvedFrom: string | undefined;

/**
 * The provider process loads this package by name from the project's folder, where a strict package manager
 * may not have it: better said here than by the engine's failure to load the text in the state.
 */
export function requireResolvable(): void {
  const folder = process.cwd();
  // A program with a thousand resources asks a thousand times; under mocks no provider process loads anything.
  if (resolvedFrom === folder || isMocked()) return;
  try {
    // From the project's folder: by its own name, a package always resolves itself.
    createRequire(join(folder, "index.js")).resolve(`${packageName}/dynamic`);
  } catch {
    throw new EmailMarketingError(
      "config",
      `can't resolve the package ${packageName} from the project folder ${folder}, where Pulumi loads it. ` +
        `Add it to the dependencies of the project's own package.json. Run: npm install ${packageName}`,
    );
  }
  resolvedFrom = folder;
}
