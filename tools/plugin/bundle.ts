import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";

const root = join(__dirname, "..", "..");
const provider = join(root, "provider");

/** The bundled plugin, which `provider/bin/pulumi-resource-emailmarketing.js` starts. */
export const bundleFile = join(provider, "dist", "pulumi-resource-emailmarketing.js");

/** The bundled command line, which `provider/bin/pulumi-email-marketing.js` starts. */
const commandFile = join(provider, "dist", "pulumi-email-marketing.js");

/** Optional peer dependencies of the package, which the command loads if the user has installed them. */
const optionalPeers = ["axe-core", "nodemailer", "puppeteer-core"];

/** Packages to leave out of the bundle, because they are loaded only for unused features, or on Node.js before 18. */
const neverLoaded = ["@grpc/proto-loader", "web-streams-polyfill/*"];

/** Removes the code of the generated protocol that turns messages into plain objects, because nothing uses it. */
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
  // THIRD-PARTY-NOTICES contains the licenses of bundled packages.
  legalComments: "none",
  external: neverLoaded,
  absWorkingDir: root,
  write: false,
};

/**
 * Bundles the compiled plugin and its dependencies into one file, so that it starts fast and needs no packages. Returns
 * the list of bundled files.
 */
export async function bundlePlugin(file = bundleFile): Promise<Metafile> {
  return bundle(file, { entryPoints: [join(provider, "dist", "plugin", "main.js")] });
}

/**
 * Bundles the command line and its dependencies into one file, which evaluates a lazily loaded module only at its first
 * use.
 */
export async function bundleCommand(): Promise<Metafile> {
  return bundle(commandFile, {
    entryPoints: [join(root, "cli", "command", "main.ts")],
    external: [...neverLoaded, ...optionalPeers],
    // Without the alias, the bundle would contain this module twice: the source, and the version compiled for programs.
    alias: { "#mail/inspect": join(root, "mail", "inspect", "index.ts") },
  });
}

/**
 * Bundles a program and its imports into one file, and returns the list of bundled files. Renames the finished file,
 * because a process may start in the meantime.
 */
export async function bundle(file: string, options: BuildOptions): Promise<Metafile> {
  const made = await build({ ...format, ...options, metafile: true, write: false });
  const [code, ...others] = made.outputFiles;
  if (!code || others.length > 0) throw new Error(`${basename(file)} became several files`);
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, code.contents);
  await rename(unfinished, file);
  return made.metafile;
}
