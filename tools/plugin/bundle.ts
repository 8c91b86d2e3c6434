import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build } from "esbuild";

const provider = join(__dirname, "..", "..", "provider");

/** The plugin in one file, which `provider/bin/pulumi-resource-emailmarketing.js` starts. */
export const bundleFile = join(provider, "dist", "pulumi-resource-emailmarketing.js");

/** Writes the compiled plugin and all that it needs into one file, so that it starts fast and needs no packages. */
export async function bundlePlugin(file = bundleFile): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const { outputFiles } = await build({
    entryPoints: [join(provider, "dist", "plugin", "main.js")],
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "cjs",
    minify: true,
    legalComments: "none",
    write: false,
  });
  for (const { contents } of outputFiles) await writeFile(file, contents);
}
