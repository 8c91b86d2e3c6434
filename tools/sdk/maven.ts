import { readFileSync } from "node:fs";
import { join } from "node:path";
import { metadata, readPublished } from "../schema/metadata";
import { packageName } from "../schema/types";

const published = readPublished();
const [owner = "", name = ""] = published.repository.split("/");

/** The Maven coordinates of the Java SDK. Maven Central grants this group to the owner of the GitHub account. */
export const artifact = {
  groupId: `io.github.${owner.toLowerCase()}`,
  artifactId: packageName,
  version: published.version,
};

/** The folder of resources. Generated code reads its version there, and Pulumi reads the name of the SDK's plugin. */
export const javaResources = ["src", "main", "resources", "com", "pulumi", packageName];

/** The project of the SDK, as Maven Central requires it: with archives of the sources and the documentation. */
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

/** The text of the file in which Pulumi finds the SDK's plugin. */
export function pluginOfSdk(): string {
  const { version, pluginDownloadURL } = metadata(published);
  const plugin = { resource: true, name: packageName, version, server: pluginDownloadURL };
  return `${JSON.stringify(plugin, null, 2)}\n`;
}
