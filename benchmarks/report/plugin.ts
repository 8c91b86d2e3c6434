import { table } from "../../contract/table";
import { stepWords } from "../contender";
import type { LoadMeasure } from "../plugin/load";
import type { PluginMeasure } from "../plugin/measure";
import { figure, median } from "./figure";
import type { Goal } from "./goal";

/** What must hold of the plugin. */
export function pluginGoals({ start, unchanged, load }: PluginMeasure): Goal[] {
  const { count, emptyMs, pluginMs, dynamicMs } = unchanged;
  const run = median(pluginMs);
  const what = `unchanged up of ${figure(count)} senders in YAML`;
  return [
    {
      what: "start of the plugin to its port line, above Node.js itself",
      measured: (median(start.pluginMs) - median(start.nodeMs)) / 1000,
      atMost: 0.15,
      digits: 2,
      unit: "s of CPU",
    },
    {
      what: "start of a release's executable, of the time of the plugin from npm on the same Node.js",
      measured: median(start.releasedMs) / median(start.pluginMs),
      atMost: 1.1,
      digits: 2,
      unit: "times",
    },
    {
      what: `${what}, above a program with none`,
      measured: (run - median(emptyMs)) / 1000,
      atMost: 0.6,
      digits: 2,
      unit: "s of CPU",
    },
    {
      what: `${what}, of the time of dynamic resources in TypeScript`,
      measured: run / median(dynamicMs),
      atMost: 0.7,
      digits: 2,
      unit: "times",
    },
    ...load.map((one) => ({
      what: `${stepWords[one.step]} of ${figure(one.count)} senders by ${one.way}, of the time of one that does nothing`,
      measured: median(ratios(one)),
      atMost: mostTimes[one.way][one.step],
      digits: 2,
      unit: "times",
    })),
  ];
}

/** Dynamic resources start a program and a process in the SDK for each step, which scatters more. */
const mostTimes = {
  plugin: { up: 1.1, unchanged: 1.1, refresh: 1.1, destroy: 1.1 },
  "dynamic resources": { up: 1.15, unchanged: 1.2, refresh: 1.2, destroy: 1.1 },
} satisfies Record<LoadMeasure["way"], Record<LoadMeasure["step"], number>>;

/** What each round took of the other's time, which ran right behind it: a machine is now faster, now slower. */
function ratios({ oursMs, noOpMs }: LoadMeasure): number[] {
  return oursMs.flatMap((ms, round) => {
    const other = noOpMs[round];
    return other === undefined ? [] : [ms / other];
  });
}

/** The figures behind them. */
export function pluginTables({ start, unchanged, load }: PluginMeasure): string[] {
  const seconds = (times: readonly number[]) => figure(median(times) / 1000, 2);
  const { count, emptyMs, pluginMs, dynamicMs } = unchanged;
  const rows = [
    ["Node.js that prints a line", seconds(start.nodeMs)],
    ["the plugin from npm, until its port line", seconds(start.pluginMs)],
    ["the executable of a release, until its port line", seconds(start.releasedMs)],
    ["a plugin that does nothing, until its port line", seconds(start.noOpMs)],
    ["unchanged `up` of a YAML program without resources", seconds(emptyMs)],
    [`the same with ${figure(count)} senders by the plugin`, seconds(pluginMs)],
    [`the same senders as dynamic resources in TypeScript`, seconds(dynamicMs)],
  ];
  const loaded = load.map((one) => [
    one.way,
    stepWords[one.step],
    figure(one.count),
    seconds(one.oursMs),
    seconds(one.noOpMs),
    [...ratios(one)]
      .sort((a, b) => a - b)
      .map((ratio, at, all) => (at === 0 || at === all.length - 1 ? figure(ratio, 2) : ""))
      .filter(Boolean)
      .join(" to "),
  ]);
  return [
    `CPU time of all processes of a command, the engine included: medians of ${pluginMs.length} rounds in turns. The large stack is made and removed once, and its other steps ` +
      `are medians of ${Math.max(0, ...load.map((one) => one.oursMs.length))}; the two of each round are compared with each other. The plugin is in the CLI's cache. The plugin that does nothing decodes what it is given, and encodes the same ` +
      "outputs. What ours takes more is mostly the requests, each create on a connection of its own, with a look for the engine before it.",
    table(["", "CPU time, s:"], rows).join("\n"),
    table(
      ["by", "step", "senders:", "ours, s:", "one that does nothing, s:", "ratios:"],
      loaded,
    ).join("\n"),
  ];
}
