import type { Shape } from "../contender";
import type { BenchResult } from "../result";
import { growth, inOrder, ratios, type Typical, typical } from "./comparison";
import { type Goal, goals } from "./goal";
import { modelChecks } from "./model";
import { figure, kilobytes, megabytes, seconds, table } from "./table";

/** The whole report, ratios first. */
export function markdown(result: BenchResult): string {
  const all = typical(result.runs);
  const sections = [
    introduction(result),
    ["## What must hold", goalTable(goals(result))],
    ["## Time, as multiples of the engine's own", ...times(result, all, "senders")],
    ["### A mix of kinds", ...times(result, all, "mixed")],
    ["## Requests to the service", requests(result, all)],
    ["## State and previews", ...state(result)],
    ["## The provider process", startUp(result), memory(result, all)],
    ["## Without the engine", ...lifecycles(result)],
    ["## The model of [scale](scale.md), checked", model(result)],
    ["## What was compared", ...compared(result)],
  ];
  return `${sections.flat().join("\n\n")}\n`;
}

function introduction(result: BenchResult): string[] {
  const { machine, versions, load, startedAt, size, missing } = result;
  const { stolenPercent = 0 } = load;
  const stolen =
    load.stolenPercent === undefined
      ? ""
      : `; other machines on the same host took ${figure(stolenPercent, 1)} % of the processors' time`;
  const others =
    Math.max(load.before, load.after) > machine.processors || stolenPercent > 2
      ? "Others were at work on the machine meanwhile: times are longer than they need be, and ratios less certain."
      : "The machine was calm.";
  return [
    "# Performance",
    `Written by \`npm run bench -- --size ${size}\`; every figure below was measured in that one run, against the ` +
      "emulator on the same machine. Nothing here is typed by hand.",
    `${startedAt.slice(0, 16).replace("T", " ")} UTC, on ${machine.processors} processors ` +
      `(${machine.model}), ${machine.memoryGigabytes} GB, ${machine.system}, files on ${machine.files}. Load before and after: ` +
      `${figure(load.before, 1)} and ${figure(load.after, 1)}${stolen}. ${others}`,
    ...(missing.length === 0
      ? []
      : [
          "**Not all was measured**: a part failed, or the run was cut. What is missing stands at the end.",
        ]),
    Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(", "),
  ];
}

function goalTable(all: readonly Goal[]): string {
  const wanted = ({ atMost, atLeast, digits }: Goal) =>
    atLeast === undefined
      ? `at most ${figure(atMost ?? 0, digits)}`
      : `at least ${figure(atLeast, digits)}`;
  return table(
    ["figure", "wanted", "measured:", "holds"],
    all.map((goal) => [goal.what, wanted(goal), measured(goal), verdict(goal)]),
  );
}

function measured({ measured: value, spread, digits }: Goal): string {
  if (value === undefined) return "";
  const [least, most] = (spread ?? []).map((one) => figure(one, digits));
  return least === undefined
    ? figure(value, digits)
    : `${figure(value, digits)} (${least} to ${most})`;
}

function verdict({ holds }: Goal): string {
  if (holds === undefined) return "not measured";
  return holds ? "yes" : "**no**";
}

function times(result: BenchResult, all: readonly Typical[], shape: Shape): string[] {
  const names = present(result, shape).filter((name) => name !== "no-op");
  const byName = new Map(names.map((name) => [name, ratios(result.runs, name, "no-op")]));
  const floor = inOrder(all.filter((one) => one.contender === "no-op" && one.shape === shape));
  const rows = floor.map((one) => [
    figure(one.count),
    one.step,
    figure(one.runs),
    ...names.map((name) => cell(byName.get(name)?.find(isBeside(one))?.wallRatio)),
    cell(byName.get("provider")?.find(isBeside(one))?.cpuRatio),
    seconds(one.wallMs),
  ]);
  const headings = [...names.map((name) => `${name}:`), "provider, processor time:"];
  return [
    "The contenders take turns at every step; each figure is the median of the runs. The last column is the no-op in " +
      "seconds, the others are multiples of it.",
    table(["objects:", "step", "runs:", ...headings, "no-op, s:"], rows),
  ];
}

function requests(result: BenchResult, all: readonly Typical[]): string {
  const names = present(result, "senders").filter((name) => name !== "no-op");
  const floor = inOrder(all.filter((one) => one.contender === "no-op" && one.shape === "senders"));
  const rows = floor.map((one) => [
    figure(one.count),
    one.step,
    ...names.map((name) => {
      const own = all.filter(({ contender }) => contender === name).find(isBeside(one));
      return own ? figure(own.requests) : "";
    }),
  ]);
  return table(["objects:", "step", ...names.map((name) => `${name}:`)], rows);
}

function state({ runs, diffSizes }: BenchResult): string[] {
  const senders = runs.filter(({ shape }) => shape === "senders");
  const names = [...new Set(senders.map(({ contender }) => contender))];
  const perObject = (name: string, of: "stateBytes" | "previewBytes") =>
    growth(
      senders
        .filter(({ contender }) => contender === name)
        .flatMap((run) => {
          const value = run[of];
          return value === undefined ? [] : [{ count: run.count, value }];
        }),
    );
  const rows = names.map((name) => [
    name,
    cell(perObject(name, "stateBytes"), 0),
    cell(senders.find(({ contender }) => contender === name)?.codeBytes, 0),
    cell(perObject(name, "previewBytes"), 0),
  ]);
  return [
    table(
      [
        "contender",
        "state, bytes a sender:",
        "of that code, each copy:",
        "preview of a create, bytes a sender:",
      ],
      rows,
    ),
    "Of a campaign whose body of 100 kB has one changed line, `pulumi preview --diff` prints:",
    table(
      ["body", "bytes:"],
      diffSizes.map(({ what, bytes }) => [what, figure(bytes)]),
    ),
  ];
}

function startUp({ startUp: measured }: BenchResult): string {
  return table(
    [
      "from the start of the process",
      "to the first check, ms:",
      "from there to the first create, ms:",
    ],
    measured.map(({ name, firstCheckMs, firstCreateMs }) => [
      name,
      figure(firstCheckMs),
      figure(firstCreateMs),
    ]),
  );
}

function memory(result: BenchResult, all: readonly Typical[]): string {
  const names = present(result, "senders");
  const counts = [
    ...new Set(all.filter(({ shape }) => shape === "senders").map(({ count }) => count)),
  ].sort((a, b) => a - b);
  const peak = (name: string, count: number) =>
    Math.max(
      0,
      ...all
        .filter((one) => one.contender === name && one.shape === "senders" && one.count === count)
        .map(({ peakBytes = 0 }) => peakBytes),
    );
  return table(
    ["senders:", ...names.map((name) => `${name}, most memory, MB:`)],
    counts.map((count) => [
      figure(count),
      ...names.map((name) => (peak(name, count) === 0 ? "" : megabytes(peak(name, count)))),
    ]),
  );
}

function lifecycles({ lifecycles: measured, limited }: BenchResult): string[] {
  const rows = measured.map((one) => [
    one.what,
    figure(one.count),
    figure(one.requests - one.searches),
    figure(one.searches),
    seconds(one.wallMs),
    kilobytes(one.heldBytes),
    figure(one.checkMicroseconds),
    figure(one.diffMicroseconds),
  ]);
  const headings = [
    "",
    "senders:",
    "creates:",
    "searches:",
    "s:",
    "kept, kB:",
    "check, µs:",
    "diff, µs:",
  ];
  const [up, noop] = [limited?.run, limited?.noop].map((run) =>
    run?.steps.find(({ step }) => step === "up"),
  );
  return [
    "The engine writes its whole state file with every step, so its time grows with the square of the number; the " +
      "provider's own does not. Creates keep to the pace of at most 50 requests a second, searches as well.",
    table(headings, rows),
    ...(limited && up && noop
      ? [
          `With the engine, where the service itself takes ${limited.perSecond} requests a second and refuses the rest: ` +
            `${figure(up.count)} senders in ${seconds(up.wallMs)} s, ${figure(up.requests)} requests; the no-op right before: ` +
            `${seconds(noop.wallMs)} s.`,
        ]
      : []),
  ];
}

function model(result: BenchResult): string {
  return table(
    ["", "", "foretold:", "measured:"],
    modelChecks(result).map(({ what, unit, foretold, measured }) => [
      what,
      unit,
      figure(foretold),
      figure(measured),
    ]),
  );
}

function compared({ compared: contenders, absent, missing }: BenchResult): string[] {
  const lines = contenders.flatMap(({ name, what, cannot }) => [
    `- **${name}**: ${what}.${cannot.length === 0 ? "" : " It can't:"}`,
    ...cannot.map((thing) => `  - ${thing}`),
  ]);
  const without = absent.map((sentence) => `- Not compared: ${sentence}`);
  // What failed tells more than a list can hold.
  const cut = missing.map((sentence) => `- Not measured: ${sentence.split("\n")[0] ?? ""}`);
  return [[...lines, ...without, ...cut].join("\n")];
}

function present({ runs }: BenchResult, shape: Shape): string[] {
  return [...new Set(runs.filter((run) => run.shape === shape).map(({ contender }) => contender))];
}

function isBeside(one: Typical): (other: Typical) => boolean {
  return ({ shape, count, step }) =>
    shape === one.shape && count === one.count && step === one.step;
}

function cell(value: number | undefined, digits = 2): string {
  return value === undefined ? "" : figure(value, digits);
}
