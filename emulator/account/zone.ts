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
  const shown = format.format(typeof moment === "string" ? new Date(moment) : moment);
  // The format writes the year 606 in three digits.
  return shown.padStart("YYYY-MM-DD HH:MM:SS".length, "0");
}

/** A moment as `YYYY-MM-DD` in an IANA time zone. */
export function dayInZone(moment: Date | string, timezone: string): string {
  return inZone(moment, timezone).slice(0, 10);
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The moment at which clocks in an IANA time zone show `YYYY-MM-DD HH:MM:SS`. A time that is shown
 * twice means its first occurrence; one that is skipped means as much later as the clocks jump.
 */
export function fromZone(local: string, timezone: string): Date {
  const asUtc = Date.parse(`${local.replace(" ", "T")}Z`);
  // The offsets on both sides of any change of the clocks; zones change them less than once a day.
  const [before, after] = [asUtc - dayMs, asUtc + dayMs].map((moment) => {
    const shown = Date.parse(`${inZone(new Date(moment), timezone).replace(" ", "T")}Z`);
    return new Date(asUtc - (shown - moment));
  }) as [Date, Date];
  if (inZone(before, timezone) === local) return before;
  return inZone(after, timezone) === local ? after : before;
}
