const formats = new Map<string, Intl.DateTimeFormat>();

/** A moment as `YYYY-MM-DD HH:MM:SS` in an IANA time zone; throws on an unknown zone. */
export function inZone(moment: Date | string, timezone: string): string {
  let format = formats.get(timezone);
  if (format === undefined) {
    // Swedish dates have the service's format.
    format = new Intl.DateTimeFormat("sv-SE", {
      timeZone: timezone,
      dateStyle: "short",
      timeStyle: "medium",
    });
    formats.set(timezone, format);
  }
  return format.format(typeof moment === "string" ? new Date(moment) : moment);
}

/** A moment as `YYYY-MM-DD` in an IANA time zone. */
export function dayInZone(moment: Date | string, timezone: string): string {
  return inZone(moment, timezone).slice(0, 10);
}
