import type { MailContent } from "./mail";

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
