import { quoted } from "../../errors/redact";
import type { Finding } from "../../input/finding";
import { clockChange, isPast, localTime } from "../../input/moment";
import { isUnknown } from "../../input/plain";
import { localMs } from "../../input/time";
import type { WeekSpan } from "../../settings/parse";
import type { Settings } from "../../settings/settings";

const minuteMs = 60_000;
const weekMs = 7 * 24 * 60 * minuteMs;
/** A Monday, 00:00, by every clock: local times are counted as if all clocks showed UTC. */
const mondayMs = Date.UTC(2024, 0, 1);

/** What the setting `sendWindow` says of a date that is to be sent. */
export function judgeSendWindow(scheduledAt: string, settings: Settings, now?: number): Finding[] {
  const spans = settings.value("sendWindow");
  if (spans === undefined || isUnknown(scheduledAt)) return [];
  const zone = settings.value("timeZone");
  // An instant needs a zone, which is judged elsewhere.
  const local = localTime(scheduledAt, zone);
  const at = local === undefined ? undefined : localMs(local);
  if (at === undefined) return [];
  const around = spansAround(at, spans);
  if (around.some(({ from, to }) => from <= at && at <= to)) return [];
  const { text = "", place } = settings.origin("sendWindow") ?? {};
  const where = zone === undefined ? "" : ` (${zone})`;
  const problem = `${inWords(at)}${where} is outside the setting sendWindow, ${quoted(text)} (${place}). ${nearest(at, around, { zone, now })}`;
  return [{ path: "scheduledAt", problem }];
}

/** The spans of the two weeks before and after a time: a change of the clocks may skip one of them. */
function spansAround(at: number, spans: readonly WeekSpan[]): WeekSpan[] {
  const week = Math.floor((at - mondayMs) / weekMs);
  return [-2, -1, 0, 1, 2].flatMap((other) => {
    const begin = mondayMs + (week + other) * weekMs;
    return spans.map(({ from, to }) => ({
      from: begin + from * minuteMs,
      to: begin + to * minuteMs,
    }));
  });
}

function nearest(
  at: number,
  around: readonly WeekSpan[],
  { zone, now }: { readonly zone: string | undefined; readonly now: number | undefined },
): string {
  const before = around
    .filter(({ to }) => to < at)
    .sort((one, other) => other.to - one.to)
    .flatMap(({ from, to }) => firstShown(to, { end: from, zone }));
  const after = around
    .filter(({ from }) => from > at)
    .sort((one, other) => one.from - other.from)
    .flatMap(({ from, to }) => firstShown(from, { end: to, zone }));
  const times = [...before.slice(0, 1), ...after.slice(0, 1)]
    .filter((time) => !isPast(inSqlFormat(time), zone, now))
    .map(inWords);
  return times.length === 1
    ? `The nearest time within it is ${times.join("")}.`
    : `The nearest times within it are ${times.join(" and ")}.`;
}

interface Towards {
  readonly end: number;
  readonly zone: string | undefined;
}

/** The first minute of a span, from one end of it to the other, that the clocks of the zone show; none in a skipped hour. */
function firstShown(begin: number, { end, zone }: Towards): number[] {
  const step = begin < end ? minuteMs : -minuteMs;
  for (let time = begin; (end - time) * step >= 0; time += step) {
    if (zone === undefined || clockChange(inSqlFormat(time), zone)?.kind !== "skipped")
      return [time];
  }
  return [];
}

function inWords(time: number): string {
  return `${new Date(time).toUTCString().slice(0, 3)} ${inSqlFormat(time)}`;
}

function inSqlFormat(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace("T", " ");
}
