import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";

const provider = join(__dirname, "..", "..", "provider");

/** The plugin in one file, which `provider/bin/pulumi-resource-emailmarketing.js` starts. */
export const bundleFile = join(provider, "dist", "pulumi-resource-emailmarketing.js");

/** Lies beside the plugin's file: the data of email clients, which only programs with `mailClients` set load. */
export const mailClientsName = "mail-clients.js";

/** What the plugin's packages load for what it doesn't use, and on Node.js older than 18. */
const neverLoaded = ["@grpc/proto-loader", "web-streams-polyfill/*"];

const format: BuildOptions = {
  bundle: true,
  platform: "node",
  target: "node20.19",
  format: "cjs",
  minify: true,
  legalComments: "none",
  external: neverLoaded,
  write: false,
};

/** In the plugin's file, `caniemail` is what lies beside it: it is larger than half of all the rest. */
const mailClientsApart: Plugin = {
  name: "mail-clients-apart",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^caniemail$/ }, ({ path }) => ({ path, namespace: "apart" }));
    onLoad({ filter: /^/, namespace: "apart" }, () => ({
      // The executable's own `require` knows nothing but what is in Node.js.
      contents: `module.exports = require("node:module").createRequire(__filename)("./${mailClientsName}");`,
    }));
  },
};

/**
 * Writes the compiled plugin and all that it needs into one file, so that it starts fast and needs no packages, and the
 * data of email clients into one beside it. Gives the paths of both.
 */
export async function bundlePlugin(file = bundleFile): Promise<[string, string]> {
  const mailClients = join(dirname(file), mailClientsName);
  await mkdir(dirname(file), { recursive: true });
  await Promise.all([
    bundle(file, {
      entryPoints: [join(provider, "dist", "plugin", "main.js")],
      plugins: [mailClientsApart],
    }),
    bundle(mailClients, { entryPoints: ["caniemail"], absWorkingDir: provider }),
  ]);
  return [file, mailClients];
}

/** Writes a program and all that it imports into one file. */
export async function bundle(file: string, options: BuildOptions): Promise<void> {
  const { outputFiles } = await build({ ...format, ...options, write: false });
  if (outputFiles.length !== 1) throw new Error(`${basename(file)} became several files`);
  for (const { contents } of outputFiles) await writeFile(file, contents);
}
