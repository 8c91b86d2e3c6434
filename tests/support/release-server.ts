import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { readPublished } from "../../tools/schema/metadata";
import { listening } from "./server";

/** A server on a loopback address that replaces the repository's releases on GitHub. */
export interface ReleaseServer {
  /** The requests of the CLI, as `GET /name`. */
  readonly asked: string[];
  /** Environment variables that let the CLI download plugins, and direct it to this server. */
  readonly env: NodeJS.ProcessEnv;
  close(): void;
}

/** Serves one archive for every request. */
export async function serveRelease(archive: string): Promise<ReleaseServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.setHeader("content-length", statSync(archive).size);
    createReadStream(archive).pipe(response);
  });
  const { origin, close } = await listening(server);
  const { repository } = readPublished();
  const override = `^github://api\\.github\\.com/${repository}=${origin}`;
  return {
    asked,
    env: {
      PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES: override,
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: undefined,
      // Without this variable, the CLI would use the repository's plugin, which npm puts on the PATH.
      PULUMI_IGNORE_AMBIENT_PLUGINS: "true",
    },
    close: () => void close(),
  };
}
