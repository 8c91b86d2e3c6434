const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns an instant as `YYYY-MM-DD HH:MM:SS` in an IANA time zone. Throws on an unknown zone. */
export function inZone(instant: Date | string, timezone: string): string {
  let format = formats.get(timezone);
  if (format === undefined) {
    // The Swedish locale formats dates as the service does.
    format = new Intl.DateTimeFormat("sv-SE", {
      timeZone: timezone,
      dateStyle: "short",
      timeStyle: "medium",
    });
    formats.set(timezone, format);
  }
  const shown = format.format(typeof instant === "string" ? new Date(instant) : instant);
  // Pad with zeros, because the locale writes years before 1000 without them.
  return shown.padStart("YYYY-MM-DD HH:MM:SS".length, "0");
}

/** Returns an instant as `YYYY-MM-DD` in an IANA time zone. */
export function dayInZone(instant: Date | string, timezone: string): string {
  return inZone(instant, timezone).slice(0, 10);
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The instant of a local time `YYYY-MM-DD HH:MM:SS` in an IANA time zone. If a clock change makes the time occur twice,
 * returns the first instant. If it skips the time, moves the time forward by the length of the change.
 */
export function fromZone(local: string, timezone: string): Date {
  const asUtc = Date.parse(`${local.replace(" ", "T")}Z`);
  // Try the UTC offsets of the day before and the day after, because the clocks may change once in between.
  const [before, after] = [asUtc - dayMs, asUtc + dayMs].map((instant) => {
    const shown = Date.parse(`${inZone(new Date(instant), timezone).replace(" ", "T")}Z`);
    return new Date(asUtc - (shown - instant));
  }) as [Date, Date];
  if (inZone(before, timezone) === local) return before;
  return inZone(after, timezone) === local ? after : before;
}
