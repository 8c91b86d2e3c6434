import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runCommand } from "../../tools/engine/command";
import { bundle } from "../../tools/plugin/bundle";
import type { HostileCell } from "./measure";

const root = join(__dirname, "..", "..");
/** Among the packages that it loads. */
const file = join(root, "node_modules", ".cache", "hostile-benchmark.cjs");

/**
 * Each text at each place, in sizes that double; in one file, as the plugin has them. `tsx` makes a getter of each name
 * that a package of ES modules exports, and a parser several times slower than users have it.
 */
export async function measureHostile(sizes: readonly number[]): Promise<HostileCell[]> {
  await mkdir(dirname(file), { recursive: true });
  const mail = (name: string) => join(root, "mail", name, "index.ts");
  await bundle(file, {
    entryPoints: [join(__dirname, "process.ts")],
    // As well as by their paths: one copy of each.
    alias: { "#mail/inspect": mail("inspect"), "#mail/page": mail("page") },
    external: ["@pulumi/*", "axe-core", "esbuild", "puppeteer-core"],
    minify: false,
  });
  const { exitCode, stdout, output } = await runCommand(process.execPath, [
    file,
    ...sizes.map(String),
  ]);
  if (exitCode !== 0) throw new Error(`measuring failed:\n${output}`);
  return JSON.parse(stdout) as HostileCell[];
}
