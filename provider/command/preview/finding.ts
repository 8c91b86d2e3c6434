import { present } from "../../input/plain";
import { type ScheduleNote, scheduleNoteIn } from "../../nouns/campaign-schedule/audience";
import { sharedDomainIn } from "../../nouns/domain-dns-share/domain";

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
  /** What the sentence says of a schedule, read before anything in it is cut or redacted. */
  readonly note?: ScheduleNote;
  /** The domain whose records a share mails, where the sentence says it. */
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
  const said = bare.slice(prefix?.[0].length ?? 0).replace(/^EmailMarketingError: /, "");
  const check = /\[([a-z][a-z-]*)\]$/.exec(said)?.[1];
  const rank = prefix?.[1] ?? severity ?? "";
  const isNote = rank !== "error" && rank !== "warning";
  // The rest of what is said is progress.
  if (said === "" || (isNote && check === undefined)) return [];
  const text = clean(check === undefined ? said : said.slice(0, -check.length - 2));
  const level: Severity = isNote ? "note" : rank;
  const note = check === "campaign-audience" ? scheduleNoteIn(said) : undefined;
  const domain = check === "share-domain" ? sharedDomainIn(said) : undefined;
  return [
    present({ severity: level, text, check, urn: urn === "" ? undefined : urn, note, domain }),
  ];
}
