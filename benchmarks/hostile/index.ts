import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runCommand } from "../../tools/engine/command";
import { bundle } from "../../tools/plugin/bundle";
import { figure, type Row } from "../row";
import { breaks, growths, type HostileCell, limits } from "./measure";

const root = join(__dirname, "..", "..");
/** The file of the bundle, in a folder from which Node.js finds the packages outside of the bundle. */
const file = join(root, "node_modules", ".cache", "hostile-benchmark.cjs");

/**
 * Measures each text with each target, in sizes that double. Runs a bundle, because `tsx` makes each export a getter,
 * which slows parsers several times.
 */
export async function measureHostile(sizes: readonly number[]): Promise<Row[]> {
  await mkdir(dirname(file), { recursive: true });
  const mail = (name: string) => join(root, "mail", name, "index.ts");
  await bundle(file, {
    entryPoints: [join(__dirname, "measure.ts")],
    // Other modules import these two by their paths. The alias avoids a second copy in the bundle.
    alias: { "#mail/inspect": mail("inspect"), "#mail/page": mail("page") },
    external: ["@pulumi/*", "axe-core", "esbuild", "puppeteer-core"],
    minify: false,
  });
  const args = [file, ...sizes.map(String)];
  const { exitCode, stdout, output } = await runCommand(process.execPath, args);
  if (exitCode !== 0) throw new Error(`measuring failed:\n${output}`);
  const cells = JSON.parse(stdout) as HostileCell[];
  const targets = [...new Set(cells.map(({ target }) => target))];
  return targets.flatMap((target) =>
    rowsOf(
      target,
      cells.filter((cell) => cell.target === target),
      sizes,
    ),
  );
}

/** The rows of one target: the slowest text, the text that grows most, and each text that breaks a limit. */
function rowsOf(target: string, cells: readonly HostileCell[], sizes: readonly number[]): Row[] {
  const longest = figure(sizes.at(-1) ?? 0);
  const grown = cells.flatMap(growths);
  return [
    {
      what: `${target}: slowest text of ${longest} characters`,
      measured: Math.max(...cells.map(({ ms }) => ms.at(-1) ?? 0)),
      atMost: limits.processorMs,
      digits: 0,
      unit: "ms of CPU",
    },
    {
      what: `${target}: growth for each doubling of a text`,
      measured: grown.length > 0 ? Math.max(...grown) : undefined,
      atMost: limits.growth,
      digits: 1,
      unit: "times",
    },
    ...cells
      .filter((cell) => breaks(cell, sizes.length))
      .map(({ text, ms }) => ({
        what: `${target}: ${text}`,
        measured: ms.at(-1) ?? 0,
        digits: 0,
        unit: `ms of CPU for ${figure(sizes[ms.length - 1] ?? 0)} characters`,
      })),
  ];
}
