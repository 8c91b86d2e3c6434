import { nearest } from "../errors/nearest";
import { quoted } from "../errors/redact";

const notZone = "must be the name of a time zone, such as America/New_York or UTC";

/** The name of a time zone, as in the IANA database. */
export function timeZone(text: string): { readonly value: string } | { readonly problem: string } {
  try {
    // Newer versions of Node take an offset, too, which knows no summer time.
    if (/^[a-z]/i.test(text)) {
      const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions();
      return { value: timeZone };
    }
  } catch {
    const near = nearest(text, Intl.supportedValuesOf("timeZone"));
    if (near !== undefined) return { problem: `${notZone} (did you mean ${quoted(near)}?)` };
  }
  return { problem: notZone };
}
