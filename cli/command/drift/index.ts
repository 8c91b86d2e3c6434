import { EmailMarketingError } from "../../../provider/errors/error";
import { asName, exactJson } from "../../../provider/errors/redact";
import { count } from "../../../provider/plain/text";
import { providerSettings } from "../../../provider/settings/settings";
import { type Terminal, table } from "../../terminal";
import { openValidStack, printPendingSettings, type StackOptions } from "../stack";
import { configOf, type StateObject } from "../stack/exported-state";
import { compareObject, type DriftResult } from "./compare";

export interface DriftOptions extends StackOptions {
  readonly json?: boolean;
}

interface Checked extends DriftResult {
  readonly object: StateObject;
}

const driftStatus = 2;

/** Compares the state of a stack with the service, without changing either. Returns 2 if there is drift, else 0. */
export async function showDrift(options: DriftOptions, terminal: Terminal): Promise<number> {
  const stack = await openValidStack(options, terminal);
  const objects = await stack.objects("opened");
  const explicit = objects.map((one) => one.explicit);
  terminal.redact(explicit.flatMap((one) => (one ? providerSettings(configOf(one)).keys : [])));
  printPendingSettings(stack, explicit, terminal);
  terminal.progress(`Reading ${count(objects.length, "object")} ...`);
  const around = { cwd: options.cwd, config: stack.config, objects };
  const checked = await Promise.all(
    objects.map(async (object) => ({ object, ...(await compareObject(object, around)) })),
  );
  terminal.clearProgress();
  if (options.json) terminal.print(exactJson(jsonDocument(checked), 2));
  else for (const line of report(checked)) terminal.print(line);
  requireRead(checked);
  return driftedOnly(checked).length > 0 ? driftStatus : 0;
}

function driftedOnly(checked: readonly Checked[]): Checked[] {
  return checked.filter(({ is }) => is === "gone" || is === "changed");
}

/**
 * Throws if an object couldn't be read, even if others have drifted. The result is then incomplete, because that object
 * may have drifted, too.
 */
function requireRead(checked: readonly Checked[]): void {
  const faults = checked.flatMap(({ error }) => error ?? []);
  const [first] = faults;
  if (first === undefined) return;
  const more = faults.length - 1;
  const others = more === 0 ? "" : ` (${count(more, "more object", "more objects")} failed.)`;
  throw new EmailMarketingError(first.code, `${first.message}${others}`);
}

function report(checked: readonly Checked[]): string[] {
  const found = driftedOnly(checked);
  const rows = found.flatMap(rowsOf);
  const header = ["drift", "kind", "name", "property", "state", "service"];
  return [
    ...(rows.length === 0 ? [] : [...table([header, ...rows]), ""]),
    ...unreadNotes(checked),
    ...conclusion(checked, found),
  ];
}

function rowsOf({ object: { kind, name }, is, differences = [] }: Checked): string[][] {
  if (is === "gone") return [["gone", kind, asName(name), "", "", ""]];
  return differences.flatMap(({ property, state, service }) => {
    const [before, now] = [linesOf(state), linesOf(service)];
    const number = Math.min(Math.max(before.length, now.length), maxLines);
    return Array.from({ length: number }, (_, line) => [
      ...["changed", kind, asName(name), asName(property)],
      ...cellsOf(before[line], now[line]),
    ]);
  });
}

function linesOf(value: unknown): readonly unknown[] {
  return typeof value === "string" ? value.split("\n") : [value];
}

/** The maximum number of lines to show for one property. With --json, all lines are printed. */
const maxLines = 10;

/** The maximum length of a value in a table cell, because HTML may have 100 kB in one line. */
const maxCellLength = 80;

/** The table cells for a value in the state and in the service. A long value is cut around the first difference. */
function cellsOf(state: unknown, service: unknown): string[] {
  const cells = [state, service].map((value) => (value === undefined ? "-" : exactJson(value)));
  const [one = "", other = ""] = cells;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const start = Math.max(0, same - maxCellLength / 4);
  return cells.map((cell) => {
    if (cell.length <= maxCellLength) return cell;
    const end = start + maxCellLength;
    return `${start > 0 ? "..." : ""}${cell.slice(start, end)}${cell.length > end ? "..." : ""}`;
  });
}

function unreadNotes(checked: readonly Checked[]): string[] {
  const groups = new Map<string, number>();
  for (const group of checked.flatMap(notCompared)) groups.set(group, (groups.get(group) ?? 0) + 1);
  return [...groups].map(([group, number]) => `Not compared: ${number} ${group}.`);
}

function notCompared({ object: { kind }, why, open = [] }: Checked): readonly string[] {
  return why === undefined ? open.map((part) => `${kind} ${part}`) : [`${kind}: ${why}`];
}

function conclusion(checked: readonly Checked[], found: readonly Checked[]): string[] {
  const compared = checked.filter(({ is }) => is !== "unread" && is !== "fault");
  const all = count(compared.length, "object");
  if (checked.some(({ is }) => is === "fault")) return [];
  if (checked.length === 0) return ["The stack has no resources of this package."];
  if (found.length === 0) return [`No drift in ${all}.`];
  const gone = found.filter(({ is }) => is === "gone").length;
  return [
    `Drift in ${found.length} of ${all}: ${gone} gone, ${found.length - gone} changed. ${adviceFor(found)}`,
  ];
}

function adviceFor(found: readonly Checked[]): string {
  const all = found.flatMap(({ object, differences = [] }) =>
    differences.map((one) => ({ ...one, ...object })),
  );
  const isDate = ({ kind, property }: { kind: string; property: string }) =>
    kind === "CampaignSchedule" && property === "scheduledAt";
  const isGone = found.some(({ is }) => is === "gone");
  const isRestored = all.some((one) => one.isInput && !isDate(one));
  const advice = [
    [isGone || isRestored, restoreAdvice],
    [all.some(isDate), dateAdvice],
    [all.some((one) => !one.isInput), statusAdvice],
  ] as const;
  return advice.flatMap(([isMeant, sentence]) => (isMeant ? [sentence] : [])).join(" ");
}

const restoreAdvice =
  "To restore what the program declares, run pulumi refresh, then pulumi up. To keep a change, declare it in the program.";
const dateAdvice =
  "A date was moved in the web app. To keep it, declare it in the program. To undo it, move it back in the web app. pulumi up usually can't: the service changes a date only while the campaign is paused, and pulumi up resumes no paused campaign to move its date back.";
const statusAdvice =
  "A status is the service's own: pulumi refresh records it, and pulumi up doesn't change it. A paused campaign is resumed in the service's web app, or by pulumi up if the program declares another date.";

function jsonDocument(checked: readonly Checked[]) {
  const named = ({ urn, kind, name, id }: StateObject) => ({ urn, kind, name, id });
  const of = (wanted: DriftResult["is"]) => checked.filter(({ is }) => is === wanted);
  return {
    compared: of("same").length + driftedOnly(checked).length,
    drift: driftedOnly(checked).map(({ object, is, differences = [] }) => ({
      ...named(object),
      drift: is,
      differences: differences.map(({ isInput: _, ...difference }) => difference),
    })),
    unread: checked.flatMap((one) =>
      notCompared(one).map((why) => ({ ...named(one.object), why })),
    ),
    faults: of("fault").map(({ object, error }) => ({
      ...named(object),
      error: error?.message ?? "",
    })),
  };
}
