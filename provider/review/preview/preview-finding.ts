import { domainIn } from "../../input/audience";
import { taggedIn } from "../../input/finding";
import { present } from "../../input/plain";
import { noteIn, type ScheduleNote, type Sizes, sizesIn } from "../../input/schedule-note";
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
  /** That of the resource that its sentence names. */
  readonly about?: string;
  /** What its tag says of a schedule. */
  readonly note?: ScheduleNote;
  /** What it says of the lists of a campaign. */
  readonly sizes?: Sizes;
  /** Whether a policy says it. */
  readonly isOfPolicy?: true;
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
  const tagged = taggedIn(words);
  const { said, name: check } = tagged;
  const rank = prefix?.[1] ?? severity ?? "";
  const isNote = rank !== "error" && rank !== "warning";
  // The rest of what is said is progress.
  if (words === "" || (isNote && check === undefined)) return [];
  const level: Severity = isNote ? "note" : rank;
  return [
    present({
      severity: level,
      text: clean(said),
      check,
      urn: urn === "" ? undefined : urn,
      note: check === "campaign-audience" ? noteIn(tagged) : undefined,
      sizes: check === "campaign-audience" ? sizesIn(tagged) : undefined,
      domain: check === "share-domain" ? domainIn(said) : undefined,
    }),
  ];
}
