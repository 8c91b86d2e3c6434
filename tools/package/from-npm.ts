import { runCommand } from "../engine/command";
import { readPublished } from "../schema/metadata";

/** Pages that may tell how to install the packages. */
const pages = ["*README.md", "CHANGELOG.md", "docs/*.md", ":!docs/dev"];

const changes: readonly (readonly [RegExp, string])[] = [
  [/^Until the packages are on npm, .*\n\n?/gm, ""],
  [/^ *(?:npm run pack|cp \S*packed\/\*\.tgz \S+)\n/gm, ""],
  // Remove commands that build SDKs or the plugin, because a release publishes both. No registry has the Java SDK, so
  // its commands stay.
  [
    /^(?:npm run (?:plugin|sdk -- (?!sources java).*)|pulumi plugin install .* --file temp\/release\/.*|cp .*(?:temp\/release|sdk)\/.*)\n/gm,
    "",
  ],
  [/^\.\/(pulumi_emailmarketing)-.*\.whl$/gm, "$1"],
  [/^\nreplace \S+ => \.\/sdk\n/gm, ""],
  [/\.\/emailmarketing-pulumi-\*\.tgz/g, "@emailmarketing/pulumi"],
  [/^cp -r packed (?=\S)/gm, "mkdir "],
  // A command that installs nothing but the archives is an upgrade. It needs the tag `latest`, because npm otherwise
  // stays within the range in package.json.
  [
    /npm install \.\/\*\.tgz$/gm,
    "npm install pulumi-email-marketing@latest email-marketing-emulator@latest",
  ],
  [/(?:\.|(?:\.\.\/\.\.\/)?packed)\/\*\.tgz/g, "pulumi-email-marketing email-marketing-emulator"],
  [/\.\/([\w-]+)-\*\.tgz/g, "$1"],
];

/** The paths of the documents for users. */
export async function documents(repository: string): Promise<string[]> {
  const { stdout } = await runCommand("git", ["ls-files", ...pages], { cwd: repository });
  return stdout.trim().split("\n");
}

/** Replaces commands that install the archives of `npm run pack` with commands that install from npm. */
export function fromNpm(document: string): string {
  // Without an SDK from a registry, the CLI needs the address of the release to find the plugin.
  const isAlone = !/^npm run sdk -- (?!sources java)/m.test(document);
  const release = `--server github://api.github.com/${readPublished().repository}`;
  const fromRelease = isAlone ? document.replace(/--file temp\/release\/.*$/gm, release) : document;
  return changes.reduce((text, [from, to]) => text.replace(from, to), fromRelease);
}

/** Sets the versions of packages from npm in a `package.json`. */
export function withVersions(file: string, versions: Readonly<Record<string, string>>): string {
  return file.replace(/"([\w-]+)": "[^"]+"/g, (row, name: string) =>
    versions[name] === undefined ? row : `"${name}": "^${versions[name]}"`,
  );
}

/** Sets the version of the SDK or the plugin in a document or a project. */
export function atVersion(file: string, version: string): string {
  const before = [
    "<artifactId>emailmarketing</artifactId>\\s*<version>",
    "/sdk/go v",
    "plugin install resource emailmarketing ",
  ];
  return file.replace(new RegExp(`(${before.join("|")})\\d+\\.\\d+\\.\\d+`, "g"), `$1${version}`);
}
