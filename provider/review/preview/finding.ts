import { listIn, objectIn, stringIn } from "../../engine/written";
import { taggedIn } from "../../input/finding";
import { type Properties, present } from "../../input/plain";
import type { ScheduleNote } from "../../mailing/note";

import type { Diagnostic } from "./input";

/** How bad a finding is. */
export type Severity = "error" | "warning" | "note";

/** Something that the preview says, of one resource or of the stack. */
export interface PreviewFinding {
  readonly severity: Severity;
  readonly text: string;
  /** The name in brackets at its end. */
  readonly check?: string;
  readonly urn?: string;
  /** What its tag says of a schedule. */
  readonly note?: ScheduleNote;
  /** The domain whose records a share mails. */
  readonly domain?: string;
}

/** What a diagnostic says, unless it is progress. */
export function findingOf(
  { message = "", severity, urn }: Diagnostic,
  clean: (text: string) => string,
): PreviewFinding[] {
  const bare = message
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the engine colours what it says.
    .replace(/\u001b\[[\d;]*m|<\{%[^%]*%\}>/g, "")
    // Of what a program threw, its own words are enough: a comment shows no paths of a machine.
    .replace(/\n[^\S\n]+at .*/g, "")
    .trim();
  const prefix = /^(error|warning): */.exec(bare);
  const words = bare.slice(prefix?.[0].length ?? 0).replace(/^EmailMarketingError: /, "");
  const { said, name: check, data } = taggedIn(words);
  const rank = prefix?.[1] ?? severity ?? "";
  const isNote = rank !== "error" && rank !== "warning";
  // The rest of what is said is progress.
  if (words === "" || (isNote && check === undefined)) return [];
  const level: Severity = isNote ? "note" : rank;
  const { domain, ...note } = objectIn(data) ?? {};
  return [
    present({
      severity: level,
      text: clean(said),
      check,
      urn: urn === "" ? undefined : urn,
      note: check === "campaign-audience" ? noteIn(note) : undefined,
      domain: check === "share-domain" ? stringIn(domain) : undefined,
    }),
  ];
}

/** A program may log anything that looks like a tag. */
function noteIn(note: Properties): ScheduleNote | undefined {
  const { lists, contacts, campaign, time, zone } = note;
  const isList = (one: unknown) => {
    const { id, name, contacts: size } = objectIn(one) ?? {};
    return typeof id === "string" && typeof name === "string" && typeof size === "number";
  };
  const isKnown = typeof contacts === "number" || stringIn(objectIn(contacts)?.unknown);
  const areTexts = [time, campaign ?? "", zone ?? ""].every((one) => typeof one === "string");
  const isNote = areTexts && isKnown && listIn(lists)?.every(isList);
  return isNote ? (note as unknown as ScheduleNote) : undefined;
}
