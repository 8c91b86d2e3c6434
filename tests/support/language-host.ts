import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { sharedEngine } from "./stack";

const host = join(__dirname, "language-host-process.cjs");

/** The environment in which the CLI uses a language host that supports resource hooks. */
export async function withHooks(): Promise<{ readonly PATH: string }> {
  const { dir } = await sharedEngine();
  const folder = join(__dirname, "..", "..", "temp", "language-host");
  await mkdir(folder, { recursive: true });
  const script = `#!/bin/sh\nexec "${process.execPath}" "${host}" "$@"\n`;
  await writeFile(join(folder, "pulumi-language-nodejs"), script, { mode: 0o755 });
  return { PATH: [folder, dir, process.env.PATH].join(delimiter) };
}
