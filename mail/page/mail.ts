/** Something that preflight or the update says about a campaign, or axe-core about its mail. */
export interface MailFinding {
  readonly severity: "error" | "warning" | "note" | "advice";
  readonly text: string;
  /** The finding's name, such as `link-not-https`. */
  readonly check?: string;
}

/** A campaign's content as its readers get it. What is absent is unknown, or the campaign doesn't have it. */
export interface MailContent {
  readonly subject: string;
  readonly preheader?: string;
  readonly from: string;
  readonly replyTo?: string;
  readonly html?: string;
  readonly plainText?: string;
}

export interface TextChange {
  readonly text: string;
  readonly is: "same" | "added" | "removed";
}

/** A list or a segment that a campaign goes to. */
export interface MailList {
  readonly name: string;
  readonly contacts?: number;
}

export interface AddressAnswer {
  readonly text: string;
  readonly isDead: boolean;
}

export interface Mail extends MailContent {
  /** What the reviewer knows it by. */
  readonly title: string;
  /** What happens to it, such as `create`; absent where nothing is compared. */
  readonly change?: string;
  /** Sentences that a reviewer must not miss, such as what a delete does not do. */
  readonly warnings: readonly string[];
  readonly lists: readonly MailList[];
  /** The lists before the change; equal where they don't differ. */
  readonly listsBefore?: readonly MailList[];
  /** How many contacts it goes to, in words; absent where that is not known. */
  readonly contacts?: string;
  /** When it is sent, a line for each time zone. */
  readonly schedule: readonly string[];
  readonly scheduleBefore?: readonly string[];
  readonly findings: readonly MailFinding[];
  /** Whether preflight reports addresses that are not https; absent where it doesn't look at the campaign. */
  readonly reportsAddresses?: boolean;
  /** Why a part can't be shown. */
  readonly missing: readonly string[];
  readonly before?: MailContent;
  /** The text of the HTML before and after, compared by words. */
  readonly textChanges?: readonly TextChange[];
  readonly plainTextChanges?: readonly TextChange[];
  /** What axe-core says of the HTML; absent where it was not asked. */
  readonly advice?: readonly MailFinding[];
  /** By the addresses of the HTML; absent where they were not asked for. */
  readonly answers?: ReadonlyMap<string, AddressAnswer>;
  /** How long the images are together, as a sentence. */
  readonly imageWeight?: string;
}

/** A campaign as one message: the HTML and the text are alternatives. */
export interface MessageParts {
  readonly subject: string;
  readonly html?: string;
  readonly text?: string;
}

/** A campaign as a message to one reader, whose values `fill` puts in place of merge tags. */
export function messageParts(
  { subject, html = "", plainText = "" }: Pick<MailContent, "subject" | "html" | "plainText">,
  fill: (text: string) => string,
): MessageParts {
  return {
    subject: fill(subject),
    ...(html !== "" && { html: fill(html) }),
    ...(plainText !== "" && { text: fill(plainText) }),
  };
}
