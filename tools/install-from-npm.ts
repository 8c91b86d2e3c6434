import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "./engine/command";
import { runToEnd } from "./engine/interruption";
import { atVersion, documents, fromNpm, withVersions } from "./package/from-npm";

const root = join(__dirname, "..");

/** A step of a release: makes documents install the packages from npm, and sets the release's version in programs. */
async function main(): Promise<void> {
  const versions = Object.fromEntries(["provider", "emulator"].map(released));
  const version = versions["pulumi-email-marketing"] ?? "";
  for (const path of await documents(root)) {
    change(path, (text) => atVersion(fromNpm(text), version));
  }
  const projects = ["ls-files", "examples/languages/*/go.mod", "examples/languages/*/pom.xml"];
  const { stdout } = await runCommand("git", projects, { cwd: root });
  for (const path of stdout.trim().split("\n")) change(path, (text) => atVersion(text, version));
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

runToEnd(main());
