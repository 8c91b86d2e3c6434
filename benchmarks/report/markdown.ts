import { table } from "../../contract/table";
import { stepWords } from "../contender";
import { type HostileCell, limits } from "../hostile/measure";
import type { MemoryMeasure } from "../memory";
import type { PluginMeasure } from "../plugin/measure";
import type { BenchResult } from "../result";
import type { ShowMeasure } from "../show";
import { figure, growth } from "./figure";
import { goals, type JudgedGoal } from "./goal";
import { hostileGoals } from "./hostile";
import { memoryGoals, memoryTable } from "./memory";
import { pluginGoals, pluginTables } from "./plugin";
import { showGoals } from "./show";

/** What was measured, as Markdown. */
export function markdown(result: BenchResult): string {
  const sections = [
    introduction(result),
    ["## What must hold", goalTable(goals(result))],
    ["## CPU time", ...cpuTime(result)],
    ["## Requests to the service", ...requests(result)],
    ["## State and previews", ...state(result)],
    ["## What one call runs", ...reach(result)],
    ["## Memory", ...memory(result)],
    ["## Memory of long mails", ...memorySection(result.memory)],
    ["## Recording the state once", ...checkpoints(result)],
    ["## The plugin", ...pluginSection(result.plugin)],
    ["## Pages that show campaigns", ...showSection(result.shows)],
    ["## Texts that are slow to read", ...hostileSection(result.hostile)],
  ];
  return `${sections.flat().join("\n\n")}\n`;
}

/** What the plugin costs, beside npm's start and a plugin that does nothing. */
export function pluginSection(plugin: PluginMeasure): string[] {
  return [goalTable(pluginGoals(plugin)), ...pluginTables(plugin)];
}

/** What mails that are given as strings take. */
export function memorySection(measured: readonly MemoryMeasure[]): string[] {
  return [goalTable(memoryGoals(measured)), memoryTable(measured)];
}

/** What the pages of many campaigns cost. */
export function showSection(shows: readonly ShowMeasure[]): string[] {
  return [
    "Each campaign has its earlier self beside it: in files of the base branch, or in the preview.",
    goalTable(showGoals(shows)),
  ];
}

function hostileSection(cells: readonly HostileCell[]): string[] {
  const texts = new Set(cells.map(({ text }) => text)).size;
  return [
    `${texts} texts, such as a million tags that never end, are read wherever a text that ` +
      "others wrote is: by `comment`, by the check of a mail, by `show`, in a reply. The time is that of a text of a million " +
      "characters. Growth is from 250,000 characters to 500,000 to a " +
      `million, the least of three runs, and is judged from ${limits.judgedFromMs} ms on.`,
    goalTable(hostileGoals(cells)),
  ];
}

function introduction({ startedAt, size, versions }: BenchResult): string[] {
  const all = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    "# Performance",
    `Written by \`npm run bench -- --size ${size}\` on ${startedAt.slice(0, 10)}, against the emulator on the same machine, ` +
      `with ${all.join(", ")}.`,
    "Requests are the same in every run; sizes differ by a few bytes, CPU time and memory by more. Elapsed times are shown " +
      "only where they are compared with each other, since they depend on the machine and on what else it does.",
  ];
}

function goalTable(all: readonly JudgedGoal[]): string {
  const rows = all.map(({ what, measured, atMost, digits, unit }) => [
    what,
    unit,
    figure(atMost, Number.isInteger(atMost) ? 0 : digits),
    measured === undefined ? "–" : figure(measured, digits),
    outcome(measured, atMost),
  ]);
  return table(["", "unit", "at most:", "measured:", "holds"], rows).join("\n");
}

function outcome(measured: number | undefined, atMost: number): string {
  if (measured === undefined) return "not judged";
  return measured <= atMost ? "yes" : "**no**";
}

function cpuTime({ profiles }: BenchResult): string[] {
  const rows = profiles.map(({ step, count, ownMs, allMs }) => [
    stepWords[step],
    figure(count),
    figure(ownMs / 1000, 2),
    figure(allMs / 1000, 1),
  ]);
  return [
    "Where the CPU time of the two Node.js processes of a step goes, the program and the provider, by V8's profiler. Our code is " +
      "the functions of this package, without what they call in others. The rest is Pulumi's SDK, gRPC and Node.js itself; the engine " +
      "is a process of its own and not part of it. A busy machine makes both columns longer, and changes their proportion little.",
    table(["step", "senders:", "our code, s:", "both processes, s:"], rows).join("\n"),
  ];
}

function requests({ runs }: BenchResult): string[] {
  const counts = [...runs].sort((a, b) => a.count - b.count);
  const rows = counts.flatMap(({ count, steps: measured }) =>
    measured.map(({ step, requests: sent }) => [figure(count), stepWords[step], figure(sent)]),
  );
  return [
    table(["senders:", "step", "requests:"], rows).join("\n"),
    // Nothing is missing in the steps above.
    "A refresh that finds objects missing looks a second time, 5 seconds later, because a search may lag behind the last " +
      "`up`: one search for each of them.",
  ];
}

function state({ runs, diffSizes }: BenchResult): string[] {
  const each = (of: "stateBytes" | "previewBytes") =>
    growth(runs.map((run) => ({ count: run.count, value: run[of] })));
  const sizes = [each("stateBytes"), runs[0]?.codeBytes, each("previewBytes")].map(cell);
  const headings = ["state:", "of that code, each copy:", "preview of the creation:"];
  return [
    "Bytes for each sender:",
    table(headings, [sizes]).join("\n"),
    "What `pulumi preview --diff` prints when one line of a campaign's body of 100 kB has changed, the engine's own lines included:",
    table(
      ["body", "bytes:"],
      diffSizes.map(({ what, bytes }) => [what, figure(bytes)]),
    ).join("\n"),
  ];
}

function reach({ reach: measured }: BenchResult): string[] {
  const rows = measured.map(({ what, files, functions }) => [
    what,
    figure(files),
    figure(functions),
  ]);
  return [
    "Files and functions of this package that run, loading included, by V8's coverage:",
    table(["", "files:", "functions:"], rows).join("\n"),
  ];
}

function memory({ refreshes }: BenchResult): string[] {
  const rows = refreshes.map(({ count, requests: sent, keptBytes }) => [
    figure(count),
    figure(sent),
    figure(keptBytes / 1000),
  ]);
  return [
    "What a provider process keeps after a refresh, without the engine:",
    table(["senders:", "requests:", "kept, kB:"], rows).join("\n"),
  ];
}

function checkpoints({ checkpoints: measured }: BenchResult): string[] {
  const rows = measured.map(({ what, count, step, cpuMs, wallMs }) => [
    what,
    figure(count),
    step,
    figure(cpuMs / 1000),
    figure(wallMs / 1000),
  ]);
  return [
    "With a state in files, the engine writes the whole state at every step, which takes most of the time of a large `up` or `destroy`. " +
      "With `PULUMI_EXPERIMENTAL=true PULUMI_SKIP_CHECKPOINTS=true` it writes it once, at the end. " +
      "All rows are of the same run, one after the other; " +
      "the CPU time is that of all processes of the command.",
    table(["", "senders:", "step", "CPU time, s:", "elapsed, s:"], rows).join("\n"),
  ];
}

function cell(value: string | number | undefined): string {
  return typeof value === "number" ? figure(value) : (value ?? "");
}
