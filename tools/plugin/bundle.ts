import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";

const root = join(__dirname, "..", "..");
const provider = join(root, "provider");

/** The plugin in one file, which `provider/bin/pulumi-resource-emailmarketing.js` starts. */
export const bundleFile = join(provider, "dist", "pulumi-resource-emailmarketing.js");

/** The command line in one file, which `provider/bin/pulumi-email-marketing.js` starts. */
const commandFile = join(provider, "dist", "pulumi-email-marketing.js");

/** Optional peers of the package: the command loads those that the user has installed. */
const optionalPeers = ["axe-core", "nodemailer", "puppeteer-core"];

/** What the plugin's packages load for what it doesn't use, and on Node.js older than 18. */
const neverLoaded = ["@grpc/proto-loader", "web-streams-polyfill/*"];

/** The generated protocol can turn each message into a plain object, which nothing of ours asks for. */
const withoutToObject: Plugin = {
  name: "without-to-object",
  setup({ onLoad }) {
    onLoad({ filter: /_pb\.js$/ }, async ({ path }) => {
      const code = await readFile(path, "utf8");
      return { contents: code.replaceAll("jspb.Message.GENERATE_TO_OBJECT", "false") };
    });
  },
};

const format: BuildOptions = {
  bundle: true,
  platform: "node",
  target: "node20.19",
  format: "cjs",
  minify: true,
  plugins: [withoutToObject],
  charset: "utf8",
  // THIRD-PARTY-NOTICES has the licenses of what is bundled.
  legalComments: "none",
  external: neverLoaded,
  absWorkingDir: root,
  write: false,
};

/** Writes the compiled plugin and all that it needs into one file, so that it starts fast and needs no packages. Returns what is in it. */
export async function bundlePlugin(file = bundleFile): Promise<Metafile> {
  return bundle(file, { entryPoints: [join(provider, "dist", "plugin", "main.js")] });
}

/** Writes the command line and all that it needs into one file. What a command loads at its first use stays unevaluated until then. */
export async function bundleCommand(): Promise<Metafile> {
  return bundle(commandFile, {
    entryPoints: [join(root, "cli", "command", "main.ts")],
    external: [...neverLoaded, ...optionalPeers],
    // Otherwise the file holds two copies: the source, and what is compiled for programs.
    alias: { "#mail/inspect": join(root, "mail", "inspect", "index.ts") },
  });
}

/** Writes a program and all that it imports into one file. Returns what is in it. */
export async function bundle(file: string, options: BuildOptions): Promise<Metafile> {
  const made = await build({ ...format, ...options, metafile: true, write: false });
  if (made.outputFiles.length !== 1) throw new Error(`${basename(file)} became several files`);
  await mkdir(dirname(file), { recursive: true });
  for (const { contents } of made.outputFiles) await writeFile(file, contents);
  return made.metafile;
}
