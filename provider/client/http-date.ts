/** The three date formats of HTTP (RFC 9110, 5.6.7), all in UTC. */
const forms = [
  /^[a-z]{3}, (?<day>\d{1,2}) (?<month>[a-z]{3}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/i,
  /^[a-z]{6,9}, (?<day>\d{1,2})-(?<month>[a-z]{3})-(?<year>\d{2}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/i,
  /^[a-z]{3} (?<month>[a-z]{3}) +(?<day>\d{1,2}) (?<time>\d{2}:\d{2}:\d{2}) (?<year>\d{4})$/i,
];

/** The time of an HTTP date in milliseconds, or undefined if the text isn't one. */
export function httpDateMs(text: string, now: number = Date.now()): number | undefined {
  const found = forms.map((form) => form.exec(text.trim())).find((match) => match !== null);
  if (!found?.groups) return undefined;
  const { day, month, year = "", time } = found.groups;
  const moment = Date.parse(`${day} ${month} ${wholeYear(year, now)} ${time} GMT`);
  return Number.isNaN(moment) ? undefined : moment;
}

/** Completes a two-digit year to the latest year that is at most 50 years ahead. */
function wholeYear(year: string, now: number): number {
  if (year.length === 4) return Number(year);
  const latest = new Date(now).getUTCFullYear() + 50;
  return latest - ((latest - Number(year)) % 100);
}
