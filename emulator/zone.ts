const formats = new Map<string, Intl.DateTimeFormat>();

/** `YYYY-MM-DD HH:MM:SS` of a moment in a zone (an IANA name; an unknown one throws). */
export function inZone(moment: Date | string, timezone: string): string {
  let format = formats.get(timezone);
  if (format === undefined) {
    // Swedish writes dates the way the wire does.
    format = new Intl.DateTimeFormat("sv-SE", {
      timeZone: timezone,
      dateStyle: "short",
      timeStyle: "medium",
    });
    formats.set(timezone, format);
  }
  return format.format(typeof moment === "string" ? new Date(moment) : moment);
}

/** `YYYY-MM-DD` of a moment in a zone. */
export function dayInZone(moment: Date | string, timezone: string): string {
  return inZone(moment, timezone).slice(0, 10);
}
