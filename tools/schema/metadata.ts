import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The facts about the package that a release sets. */
export interface Published {
  readonly version: string;
  /** The repository whose releases contain the plugin, as `owner/name`. */
  readonly repository: string;
}

/** Reads the version and the repository from the `package.json` files. */
export function readPublished(): Published {
  const root = join(__dirname, "..", "..");
  const { repository } = readPackageFile(root);
  const { version } = readPackageFile(join(root, "provider"));
  const path = /^github:([\w.-]+\/[\w.-]+)$/.exec(repository ?? "")?.[1];
  if (path === undefined || version === undefined) {
    throw new Error('package.json needs a repository of the form "github:owner/name"');
  }
  return { version, repository: path };
}

function readPackageFile(folder: string): { repository?: string; version?: string } {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    repository?: string;
    version?: string;
  };
}

/** Metadata for the Pulumi Registry and the CLI. */
export function metadata({ version, repository }: Published) {
  const home = `https://github.com/${repository}`;
  return {
    version,
    displayName: "Email Marketing",
    description:
      "Manages an email marketing account: contact properties, senders, webhooks, campaigns and DNS shares, with lookups by search.",
    keywords: ["pulumi", "email", "email-marketing", "category/utility", "kind/native"],
    homepage: home,
    license: "Apache-2.0",
    repository: home,
    logoUrl: `https://raw.githubusercontent.com/${repository}/main/docs/logo.svg`,
    pluginDownloadURL: `github://api.github.com/${repository}`,
    publisher: "pulumi-emailmarketing",
    namespace: "pulumi-emailmarketing",
    // Makes the generators put the plugin's version and download address into the SDKs.
    meta: { moduleFormat: "(.*)", supportPack: true },
  };
}

/** Options of each code generator. */
export function languages({ repository }: Published) {
  return {
    nodejs: {
      packageName: "@emailmarketing/pulumi",
      respectSchemaVersion: true,
      dependencies: { "@pulumi/pulumi": "^3.216.0" },
    },
    python: {
      packageName: "pulumi_emailmarketing",
      respectSchemaVersion: true,
      pyproject: { enabled: true },
      requires: { pulumi: ">=3.216.0,<4.0.0" },
    },
    go: {
      importBasePath: `github.com/${repository}/sdk/go/emailmarketing`,
      respectSchemaVersion: true,
      generateResourceContainerTypes: true,
    },
    java: {
      // Repeat the generators' default value. If a namespace were set, the generators would name the code after it.
      basePackage: "com.pulumi",
      // Generate no build file, because tools/sdk/maven/pom.xml is the build file.
      buildFiles: "none",
    },
    csharp: {
      respectSchemaVersion: true,
      rootNamespace: "Pulumi",
      namespaces: { emailmarketing: "EmailMarketing" },
      packageReferences: { Pulumi: "3.*" },
    },
  };
}
