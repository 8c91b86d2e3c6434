import { readFileSync } from "node:fs";
import { join } from "node:path";

/*
 * Part of the check `package`: every package in the lock file needs a checksum, because npm verifies no package without
 * one. npm omits checksums of packages for other systems if its cache doesn't have the packages.
 */
interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly link?: true; readonly integrity?: string }>
  >;
}

const file = join(__dirname, "..", "package-lock.json");
const { packages } = JSON.parse(readFileSync(file, "utf8")) as Lock;
const lacking = Object.entries(packages)
  .filter(([path, { link, integrity }]) => path.includes("node_modules/") && !link && !integrity)
  .map(([path]) => path);
if (lacking.length > 0) {
  const advice =
    "Remove these entries, and run: npm install --package-lock-only --ignore-scripts (in a copy without node_modules)";
  console.error(`package-lock.json has no integrity of:\n${lacking.join("\n")}\n${advice}`);
  process.exitCode = 1;
}
