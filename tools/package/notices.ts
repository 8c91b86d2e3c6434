import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";

interface Manifest {
  readonly name: string;
  readonly version: string;
  /** For example `MIT` or `(BSD-3-Clause AND Apache-2.0)`. */
  readonly license: string;
  readonly repository?: { readonly url?: string };
}

/** A package whose code is in one of our bundles. */
export interface BundledPackage extends Manifest {
  /** The text of its license. */
  readonly text: string;
}

/** Licenses that allow redistribution of the code if the notice is kept. */
const allowed = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"];

/**
 * The packages in a bundle that esbuild made in the folder `root`. Throws if a package has no license, or a license
 * that isn't in `allowed`.
 */
export function bundledPackages(root: string, { outputs }: Metafile): BundledPackage[] {
  const folders = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .flatMap(([path]) => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  const found = [...new Set(folders)].map((folder) => {
    const file = join(root, folder, "package.json");
    const manifest = JSON.parse(readFileSync(file, "utf8")) as Manifest;
    return { ...manifest, text: licenseIn(join(root, folder)) };
  });
  return found.map((one) => {
    // Some packages of a monorepo are published without the license file, so use that of another package from the same
    // repository.
    const kin = found.find(({ repository, text }) => text && isSame(repository, one.repository));
    const text = one.text ?? kin?.text;
    if (text === undefined) throw new Error(`${one.name} has no license file`);
    const unknown = licensesOf(one).find((license) => !allowed.includes(license));
    if (unknown === undefined) return { ...one, text };
    throw new Error(`${one.name}: the license "${unknown}" is none of ${allowed.join(", ")}`);
  });
}

/** The license file, otherwise the section "License" of the README. */
function licenseIn(folder: string): string | undefined {
  const read = (pattern: RegExp) => {
    const file = readdirSync(folder).find((one) => pattern.test(one));
    return file === undefined ? undefined : readFileSync(join(folder, file), "utf8").trim();
  };
  const [, , ofReadme] = (read(/^readme\.md$/i) ?? "").split(/^(License\n-+|#+ License)$/m);
  return (
    read(/^licen[cs]e(\.\w+)?$/i) ?? (ofReadme?.includes("Copyright") ? ofReadme.trim() : undefined)
  );
}

function isSame(one: Manifest["repository"], other: Manifest["repository"]): boolean {
  const [url, otherUrl] = [one, other].map((of) => of?.url?.replace(/^git\+|\.git$/g, ""));
  return url !== undefined && url === otherUrl;
}

function licensesOf({ license }: Manifest): string[] {
  return license.replace(/[()]/g, "").split(" AND ");
}

/** The licenses of packages as one text. A package that two bundles contain in the same version is listed once. */
export function noticesOf(packages: readonly BundledPackage[]): string {
  const parts = new Map(
    packages.map(({ name, version, license, text }) => {
      const title = `${name} ${version} (${license})`;
      return [title, `${title}\n${"-".repeat(title.length)}\n\n${text}\n`];
    }),
  );
  const sorted = [...parts].sort(([one], [other]) => (one < other ? -1 : 1));
  const head = "This package contains code of the following packages, under their licenses.\n";
  return [head, ...sorted.map(([, part]) => part)].join("\n\n");
}
