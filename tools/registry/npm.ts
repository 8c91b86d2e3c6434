import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { runTool } from "../language/requirement";

/** A registry's description of a package with a single version. */
interface Packument {
  readonly name: string;
  readonly "dist-tags": { readonly latest: string };
  readonly versions: Readonly<Record<string, object>>;
}

/** Handles requests like the npm registry. Redirects requests for packages that aren't in the folder to `upstream`. */
export async function npmRegistry(
  folder: string,
  upstream: string,
): Promise<(request: IncomingMessage, response: ServerResponse) => void> {
  const archives = new Map<string, Buffer>();
  const packuments = new Map<string, (origin: string) => Packument>();
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".tgz"))) {
    const archive = await readFile(join(folder, file));
    const text = await runTool("tar", ["-xOzf", file, "package/package.json"], { cwd: folder });
    const manifest = JSON.parse(text) as { name: string; version: string };
    const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
    archives.set(`/archives/${file}`, archive);
    packuments.set(`/${manifest.name}`, (origin) => ({
      name: manifest.name,
      "dist-tags": { latest: manifest.version },
      versions: {
        [manifest.version]: {
          ...manifest,
          dist: { tarball: `${origin}/archives/${file}`, integrity },
        },
      },
    }));
  }
  return (request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    const packument = packuments.get(path)?.(`http://${request.headers.host}`);
    const found = archives.get(path) ?? (packument && JSON.stringify(packument));
    // Prevent caching. An unreleased version changes without a new number, and a later registry may have the same port.
    response.setHeader("cache-control", "no-store");
    if (found === undefined) response.writeHead(307, { location: upstream + request.url });
    response.end(found);
  };
}
