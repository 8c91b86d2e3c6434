import { parseArgs } from "node:util";
import { findEngine } from "../tools/engine";
import { runToEnd } from "../tools/engine/interruption";
import { requireLanguage } from "../tools/engine/language-host";
import { withProgress } from "../tools/engine/progress";
import { inScratch } from "../tools/engine/scratch";
import { measureDiffSize } from "./diff-size";
import { measureHostile } from "./hostile";
import { measureIdenticalCalls } from "./identical-call";
import { measureLoad } from "./load";
import { measureMemory } from "./memory";
import { preparePlugins } from "./plugins";
import { measureReach } from "./reach";
import { isBroken, type Row, rowTable } from "./row";
import { measureStart } from "./start";

const sizes = {
  /** A run of a few minutes, which shows whether all measurements work on this machine. */
  small: { senders: 20, rounds: 1, starts: 2, campaigns: [3, 6], texts: [2500, 5000, 10_000] },
  large: {
    senders: 1000,
    rounds: 7,
    starts: 14,
    campaigns: [50, 200],
    texts: [250_000, 500_000, 1_000_000],
  },
} as const;

type Size = (typeof sizes)[keyof typeof sizes];

/** The parts of the benchmark, by the names on the command line. */
const parts = {
  load: (size: Size) =>
    inScratch(async (folder) => {
      const engine = await findEngine();
      await requireLanguage(engine, "yaml");
      const plugins = await preparePlugins(folder);
      return measureLoad(engine, { plugins, count: size.senders, rounds: size.rounds });
    }),
  start: (size: Size) => inScratch((folder) => measureStart(size.starts, folder)),
  memory: async (size: Size) => measureMemory(await findEngine(), size.campaigns),
  reach: () => measureReach(),
  "identical-call": async () => measureIdenticalCalls(await findEngine(), 100),
  "diff-size": async () => measureDiffSize(await findEngine()),
  hostile: (size: Size) => measureHostile(size.texts),
} satisfies Readonly<Record<string, (size: Size) => Promise<Row[]>>>;

const names = Object.keys(parts) as (keyof typeof parts)[];

/** `npm run bench -- [part ...] [--size small|large]`. Returns 1 if a limit is broken. */
async function bench(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { size: { type: "string", default: "small" } },
  });
  const unknown = positionals.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined) {
    throw new Error(`unknown part "${unknown}"; must be one of ${names.join(", ")}`);
  }
  if (values.size !== "small" && values.size !== "large") {
    throw new Error(`--size: must be small or large (got "${values.size}")`);
  }
  const size = sizes[values.size];
  const chosen = names.filter((name) => positionals.length === 0 || positionals.includes(name));
  const rows: Row[] = [];
  for (const name of chosen) {
    rows.push(
      ...(await withProgress(`Measuring ${name}`, "a few minutes", () => parts[name](size))),
    );
  }
  console.log(rowTable(rows));
  return rows.some(isBroken) ? 1 : 0;
}

runToEnd(bench());
