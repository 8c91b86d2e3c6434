import { table } from "../../tools/table";
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
      what: `${stepWords[one.step]} of ${figure(one.count)} senders, of the time of a plugin that does nothing`,
      measured: median(ratios(one)),
      atMost: 1.1,
      digits: 2,
      unit: "times",
    })),
  ];
}

/** What each round took of the other's time, which ran right behind it: a machine is now faster, now slower. */
function ratios({ pluginMs, noOpMs }: LoadMeasure): number[] {
  return pluginMs.flatMap((ms, round) => {
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
    ["the plugin, until its port line", seconds(start.pluginMs)],
    ["unchanged `up` of a YAML program without resources", seconds(emptyMs)],
    [`the same with ${figure(count)} senders by the plugin`, seconds(pluginMs)],
    [`the same senders as dynamic resources in TypeScript`, seconds(dynamicMs)],
  ];
  const loaded = load.map((one) => [
    stepWords[one.step],
    figure(one.count),
    seconds(one.pluginMs),
    seconds(one.noOpMs),
  ]);
  return [
    `CPU time of all processes of a command, the engine included: medians of ${pluginMs.length} rounds in turns. The large stack is made and removed once, and its other steps ` +
      `are medians of ${Math.max(0, ...load.map((one) => one.pluginMs.length))}; the two of each round are compared with each other. The plugin is in the CLI's cache. The one that does nothing decodes what it is given, and encodes the same ` +
      "outputs. What ours takes more is mostly the requests, each create on a connection of its own, with a look for the engine before it.",
    table(["", "CPU time, s:"], rows).join("\n"),
    table(["step", "senders:", "the plugin, s:", "one that does nothing, s:"], loaded).join("\n"),
  ];
}
