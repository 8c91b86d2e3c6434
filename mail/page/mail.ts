/** A message on a page, such as a finding of preflight or of a policy, or the advice of axe-core about the HTML. */
export interface MailFinding {
  readonly severity: "error" | "warning" | "note" | "advice";
  readonly text: string;
  /** The name of the finding, such as `link-not-https`. */
  readonly check?: string;
}

/** A campaign's content as readers get it. Parts that are absent are unknown or not set. */
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

export interface MailList {
  readonly name: string;
  readonly contacts?: number;
}

export interface AddressAnswer {
  readonly text: string;
  readonly isDead: boolean;
}

export interface Mail extends MailContent {
  /** The campaign's name for reviewers. */
  readonly title: string;
  /** The change, such as `create`; absent if nothing changes. */
  readonly change?: string;
  /** Sentences that a reviewer must not miss, such as that a deleted campaign stays in the account. */
  readonly warnings: readonly string[];
  readonly lists: readonly MailList[];
  /** The lists before the change. Equal to `lists` if unchanged. */
  readonly listsBefore?: readonly MailList[];
  /** The number of contacts, in words; absent if unknown. */
  readonly contacts?: string;
  /** The date and time, with a line for each time zone. */
  readonly schedule: readonly string[];
  readonly scheduleBefore?: readonly string[];
  readonly findings: readonly MailFinding[];
  /** True if preflight reports URLs other than https. Absent if preflight doesn't check the campaign. */
  readonly reportsAddresses?: boolean;
  /** The reasons why some parts of the email can't be shown. */
  readonly missing: readonly string[];
  readonly before?: MailContent;
  /** The text of the HTML before and after, compared word by word. */
  readonly textChanges?: readonly TextChange[];
  readonly plainTextChanges?: readonly TextChange[];
  /** The advice of axe-core about the HTML. Absent if axe-core didn't run. */
  readonly advice?: readonly MailFinding[];
  /** Results of the link check, by URL. Absent if the link check didn't run. */
  readonly answers?: ReadonlyMap<string, AddressAnswer>;
  /** The total size of the images, as a sentence. */
  readonly imageWeight?: string;
}

/** A campaign as one message with HTML and text as alternatives. */
export interface MessageParts {
  readonly subject: string;
  readonly html?: string;
  readonly text?: string;
}

/** A campaign as a message to one reader. `fill` replaces merge tags with the reader's values. */
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
