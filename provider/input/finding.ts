/** How bad a finding is: an error fails the preview or the update; a warning and an info are only shown. */
export type Level = "error" | "warning" | "info";

/** Every finding that `ignoreChecks` can name, with what it means. */
export const findingNames = {
  "account-moved": "the campaign or schedule would be created again in another account",
  "account-unproven":
    "the sender is missing, and nothing shows that the key belongs to its account",
  "audience-again": "another mail goes to the same list within the hours of audienceGapHours",
  "campaign-audience": "when a campaign is sent, and to how many contacts",
  "campaign-closed": "the campaign is being sent, was sent or was stopped, so it can't be changed",
  "campaign-duplicate": "two resources adopt the same campaign",
  "campaign-sender-unknown": "neither the account nor the program has the campaign's sender",
  "campaign-sender-unverified": "the campaign's sender is not verified",
  "campaign-not-draft": "the service mails a new campaign that has no date",
  "campaign-overwritten": "an adoption replaces what the campaign contains",
  "campaign-unknown": "the service's list has no campaign with this id",
  "campaign-replaced":
    "a campaign that is scheduled is replaced, so its readers could be mailed twice",
  "character-lost": "a text that is mailed has U+FFFD in place of a character",
  "check-unknown": "ignoreChecks has an entry that is not the name of a finding",
  "domain-unknown": "the account has no domain with this id",
  "element-unclosed": "an element in the HTML is never closed",
  "extra-fields-unguarded": "extra fields of a campaign could get around a setting that guards",
  "html-too-large": "the HTML is over 102 kB, where some mailbox providers clip it",
  "image-without-alt": "an image in the HTML has no alt text",
  "link-empty": "a link leads nowhere, or an image has no address",
  "link-not-https": "a link or image in the HTML does not use https",
  "list-conflict": "the list exists, or existingId does not name it",
  "list-duplicate": "two resources are the same list",
  "list-empty": "a contact list has no contacts",
  "list-unknown": "the account has no list with this id",
  "merge-tag-unknown": "a merge tag is none of the service's",
  "plain-text-missing": "the campaign has HTML but no plain text",
  "preheader-is-subject": "the preheader repeats the subject",
  "property-cap": "the account would exceed 100 custom properties",
  "property-conflict": "the custom property exists, and can't be adopted as declared",
  "property-duplicate": "two resources are custom properties of the same name",
  "property-exists": "the custom property exists and will be adopted",
  "recipients-unknown":
    "maxRecipients is set, and how many contacts a campaign goes to can't be known",
  "reply-to-unknown": "replyTo is not a reply-to address of the account",
  "reply-to-unverified": "replyTo is not verified",
  "schedule-duplicate": "two resources schedule the same campaign",
  "schedule-past": "the new date is in the past by more than 24 hours",
  "schedule-pause": "the date changes, which requires a paused campaign",
  "schedule-time-repeated": "the clocks are put back, so the date happens twice",
  "schedule-time-skipped": "the clocks are put forward past the date, so it does not exist",
  "schedule-undeclared": "the service mails the campaign on a date that the program does not have",
  "sender-conflict": "the sender exists, and adopt is false",
  "sender-domain-failed": "the verification of the sender's domain failed",
  "sender-domain-unknown": "the account does not have the sender's domain",
  "sender-domain-unverified": "the sender's domain is not verified",
  "sender-duplicate": "two resources are senders with the same address and name",
  "sender-exists": "the sender exists and will be adopted",
  "share-domain": "the domain whose DNS records are emailed",
  "share-duplicate": "two resources send the same records to the same address",
  "unsubscribe-missing": "the campaign has no unsubscribe link",
  "webhook-duplicate": "two resources switch the same webhook",
  "webhook-unknown": "the account has no webhook with this id",
} as const satisfies Record<string, string>;

/** The name by which `ignoreChecks` suppresses a finding. */
export type FindingName = keyof typeof findingNames;

/** One problem with the inputs of a resource. */
export interface Finding {
  /** Where: an input's name, deeper parts after dots or in brackets; empty for the resource as a whole. */
  readonly path: string;
  /** What is wrong and what to do, in words that follow the path; never holds an input's value. */
  readonly problem: string;
  /** By default an error. */
  readonly level?: Level;
  /** The name by which `ignoreChecks` suppresses it; without one it can't be suppressed. */
  readonly name?: FindingName;
  /** What the comment on a pull request shows of it, as JSON; nothing secret. */
  readonly data?: object;
  /** True where the update fails whatever is suppressed. */
  readonly isLasting?: true;
}

/** A finding that `ignoreChecks` can suppress. */
export interface NamedFinding extends Finding {
  readonly name: FindingName;
  readonly level: Level;
}

/** A finding about the resource as a whole, or one whose words name the input. */
export function finding(
  level: Level,
  name: FindingName,
  problem: string,
  data?: object,
): NamedFinding {
  return { path: "", level, name, problem, ...(data && { data }) };
}

/** The sentence of a finding. */
export function sentenceOf({ path, problem }: Finding): string {
  return path === "" ? problem : `${path}: ${problem}`;
}

/** The sentence of a finding with its tag, such as `... is not verified. [campaign-sender-unverified]`. */
export function labelled(finding: Finding): string {
  const { name, data } = finding;
  if (name === undefined) return sentenceOf(finding);
  const tag = data === undefined ? name : `${name} ${JSON.stringify(data)}`;
  return `${sentenceOf(finding)} [${tag}]`;
}

/** A sentence and what its tag says. */
export interface Tagged {
  readonly said: string;
  readonly name?: string;
  readonly data?: unknown;
}

/** Reads the tag at the end of a sentence. */
export function taggedIn(sentence: string): Tagged {
  const found = /\[([a-z][a-z-]*)(?: (\{".*\}))?\]$/.exec(sentence);
  if (found === null) return { said: sentence };
  const [, name = "", json] = found;
  const said = sentence.slice(0, found.index).trimEnd();
  return json === undefined ? { said, name } : { said, name, data: parsed(json) };
}

/** A secret that was taken out of the sentence may leave no JSON. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Whether a finding fails the resource. */
export function isError({ level = "error" }: Finding): boolean {
  return level === "error";
}

/** The findings that a resource does not suppress with `ignoreChecks`; one that can't be suppressed says so. */
export function withoutIgnored<Kind extends Finding>(
  findings: readonly Kind[],
  { ignoreChecks }: { readonly ignoreChecks?: unknown },
): Kind[] {
  const ignored: readonly unknown[] = Array.isArray(ignoreChecks) ? ignoreChecks : [];
  return findings.flatMap((one) => {
    if (one.name === undefined || !ignored.includes(one.name)) return [one];
    const problem = `${one.problem} ignoreChecks can't suppress this, because the update fails.`;
    return one.isLasting ? [{ ...one, problem }] : [];
  });
}
