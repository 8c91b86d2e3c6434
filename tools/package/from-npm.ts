import { runCommand } from "../engine/command";
import { readPublished } from "../schema/metadata";

/** What says how to install the packages; decisions only say why. */
const pages = ["*README.md", "CHANGELOG.md", "docs/*.md", ":!docs/dev"];

const changes: readonly (readonly [RegExp, string])[] = [
  [/^Until the packages are on npm, .*\n\n?/gm, ""],
  [/^ *(?:npm run pack|cp \S*packed\/\*\.tgz \S+)\n/gm, ""],
  // The SDK of a language and the plugin, which its registry and the release have. Java's is in none.
  [
    /^(?:npm run (?:plugin|sdk -- (?!sources java).*)|pulumi plugin install .* --file temp\/release\/.*|cp .*(?:temp\/release|sdk)\/.*)\n/gm,
    "",
  ],
  [/^\.\/(pulumi_emailmarketing)-.*\.whl$/gm, "$1"],
  [/^\nreplace \S+ => \.\/sdk\n/gm, ""],
  [/\.\/emailmarketing-pulumi-\*\.tgz/g, "@emailmarketing/pulumi"],
  [/^cp -r packed (?=\S)/gm, "mkdir "],
  // Where it stands alone, it is an upgrade: without a tag, npm keeps to the range in package.json.
  [
    /npm install \.\/\*\.tgz$/gm,
    "npm install pulumi-email-marketing@latest email-marketing-emulator@latest",
  ],
  [/(?:\.|(?:\.\.\/\.\.\/)?packed)\/\*\.tgz/g, "pulumi-email-marketing email-marketing-emulator"],
  [/\.\/([\w-]+)-\*\.tgz/g, "$1"],
];

/** The documents that users follow, by their paths in the repository. */
export async function documents(repository: string): Promise<string[]> {
  const { stdout } = await runCommand("git", ["ls-files", ...pages], { cwd: repository });
  return stdout.trim().split("\n");
}

/** A document whose commands install the archives of `npm run pack`, with commands that install from npm. */
export function fromNpm(document: string): string {
  // Only the SDK of a registry has the CLI find the plugin.
  const isAlone = !/^npm run sdk -- (?!sources java)/m.test(document);
  const release = `--server github://api.github.com/${readPublished().repository}`;
  const fromRelease = isAlone ? document.replace(/--file temp\/release\/.*$/gm, release) : document;
  return changes.reduce((text, [from, to]) => text.replace(from, to), fromRelease);
}

/** The `package.json` of a project that takes these versions from npm. */
export function withVersions(file: string, versions: Readonly<Record<string, string>>): string {
  return file.replace(/"([\w-]+)": "[^"]+"/g, (row, name: string) =>
    versions[name] === undefined ? row : `"${name}": "^${versions[name]}"`,
  );
}

/** A document or a project that names the SDK or the plugin of a version, with this version. */
export function atVersion(file: string, version: string): string {
  const before = [
    "<artifactId>emailmarketing</artifactId>\\s*<version>",
    "/sdk/go v",
    "plugin install resource emailmarketing ",
  ];
  return file.replace(new RegExp(`(${before.join("|")})\\d+\\.\\d+\\.\\d+`, "g"), `$1${version}`);
}
