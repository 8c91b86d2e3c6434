import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { documents, fromNpm, withVersions } from "./package/from-npm";

const root = join(__dirname, "..");

/** Part of a release: documents install the packages from npm, and the template asks for the versions of the release. */
async function main(): Promise<void> {
  for (const path of await documents(root)) change(path, fromNpm);
  const versions = Object.fromEntries(["provider", "emulator"].map(released));
  change("examples/template/package.json", (text) => withVersions(text, versions));
}

function released(folder: string): [string, string] {
  const text = readFileSync(join(root, folder, "package.json"), "utf8");
  const { name, version } = JSON.parse(text) as { name: string; version: string };
  return [name, version];
}

function change(path: string, by: (text: string) => string): void {
  const file = join(root, path);
  writeFileSync(file, by(readFileSync(file, "utf8")));
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
