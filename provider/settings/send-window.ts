import type { Parse } from "./parse";

/** A span of every week, in minutes since Monday 00:00. Both ends belong to it; `to` may lie in the next week. */
export interface WeekSpan {
  readonly from: number;
  readonly to: number;
}

const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const dayMinutes = 24 * 60;

const form =
  /^(?:(?<firstDay>[a-z]{3})(?: *- *(?<lastDay>[a-z]{3}))? +)?(?<begin>\d?\d:\d\d) *- *(?<end>\d?\d:\d\d)$/i;

const notWindow =
  'must be days and hours such as "Mon-Fri 08:00-18:00", several of them separated by ";"';

/** Days and hours of every week; without days, the hours of every day. */
export const sendWindow: Parse<readonly WeekSpan[]> = (text) => {
  const parts = text.split(";").filter((part) => part.trim() !== "");
  const spans = parts.map((part) => spansOf(part.trim()));
  const isWindow = spans.length > 0 && spans.every((some) => some.length > 0);
  return isWindow ? { value: spans.flat() } : { problem: notWindow };
};

/** One span for each day; none where the text is not in the form. */
function spansOf(text: string): WeekSpan[] {
  const parts = form.exec(text)?.groups;
  if (!parts) return [];
  const { firstDay = "mon", lastDay = parts.firstDay ?? "sun", begin = "", end = "" } = parts;
  const [first, last] = [dayOf(firstDay), dayOf(lastDay)];
  const [from, to] = [minuteOf(begin), minuteOf(end)];
  // The same time twice may mean a minute or a day.
  const isClock = from < dayMinutes && to <= dayMinutes && from !== to;
  if (first === -1 || last === -1 || !isClock) return [];
  const count = ((last - first + days.length) % days.length) + 1;
  return Array.from({ length: count }, (_, at) => {
    const start = ((first + at) % days.length) * dayMinutes;
    return { from: start + from, to: start + (to < from ? to + dayMinutes : to) };
  });
}

function dayOf(name: string): number {
  return days.indexOf(name.toLowerCase());
}

/** More than a day has for what no clock shows. */
function minuteOf(time: string): number {
  const [hours, minutes] = time.split(":").map(Number);
  return hours === undefined || minutes === undefined || minutes > 59
    ? Number.POSITIVE_INFINITY
    : hours * 60 + minutes;
}
