import { readFileSync } from "node:fs";
import { join } from "node:path";
import { metadata, readPublished } from "../schema/metadata";
import { packageName } from "../schema/types";

const published = readPublished();
const [owner = "", name = ""] = published.repository.split("/");

/** What programs in Java depend on. Maven Central gives a group to the owner of the GitHub account in its name. */
export const artifact = {
  groupId: `io.github.${owner.toLowerCase()}`,
  artifactId: packageName,
  version: published.version,
};

/** Where the code that Pulumi generates looks for its version, and Pulumi for the plugin of an SDK. */
export const javaResources = ["src", "main", "resources", "com", "pulumi", packageName];

/** The project of the SDK: what its registry requires, sources and documentation as archives of their own. */
export function pomOfSdk(): string {
  const values: Readonly<Record<string, string>> = {
    "group-id": artifact.groupId,
    "artifact-id": artifact.artifactId,
    version: artifact.version,
    description: metadata(published).description,
    owner,
    repository: name,
  };
  const template = readFileSync(join(__dirname, "maven", "pom.xml"), "utf8");
  return template.replace(/@([a-z-]+)@/g, (mark, key: string) => values[key] ?? mark);
}

/** What tells Pulumi which plugin the SDK needs. */
export function pluginOfSdk(): string {
  const { version, pluginDownloadURL } = metadata(published);
  const plugin = { resource: true, name: packageName, version, server: pluginDownloadURL };
  return `${JSON.stringify(plugin, null, 2)}\n`;
}
