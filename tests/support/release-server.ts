import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { readPublished } from "../../tools/schema/metadata";
import { listening } from "./server";

/** A loopback address that stands for the releases of the repository on GitHub. */
export interface ReleaseServer {
  /** What the CLI has asked for, as `GET /name`. */
  readonly asked: string[];
  /** Sends a CLI to it, and lets the CLI download what it needs. */
  readonly env: NodeJS.ProcessEnv;
  close(): void;
}

/** Serves one archive, whatever is asked for. */
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
      // npm puts the plugin of this repository on the PATH.
      PULUMI_IGNORE_AMBIENT_PLUGINS: "true",
    },
    close: () => void close(),
  };
}
