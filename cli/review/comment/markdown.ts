import { sanitize } from "../../../provider/errors/redact";

/**
 * Parts of text that GitHub or GitLab turns into a reference, a link or an emoji. An invisible space after such a part
 * prevents this.
 */
const references: readonly RegExp[] = [
  // References such as #12, @team, !12, &5, ~label, GH-12 and GL-12.
  /#(?=\w)/g,
  /@(?=[\w.])/g,
  /!(?=\d)/g,
  /&(?=\d)/g,
  /~(?=[\w"])/g,
  /(?<![a-z\d])G[HL]-(?=\d)/gi,
  // GitLab's references such as [vulnerability:12] and *iteration:3.
  /[[*](?=[a-z_]+:)/g,
  // GitLab's milestones such as %34. Leaves out %%unsubscribe%%, because users copy this text.
  /(?<![%\w])%(?=[\w"])/g,
  // Emoji such as :tada:. Leaves out times such as 09:00:00 and 09:00:00+01:00, because users copy times.
  /:(?=(?!\d\d?[:+-])[\w+-]+:)/g,
  // Links that begin with https://, www. or mailto:, even inside a word.
  /:(?=\/\/)/g,
  /www(?=\.)/gi,
  /(?:mailto|xmpp):(?=\w)/gi,
];

/** Escapes a text so that GitHub and GitLab show it in one line, without Markdown and references. */
export function escaped(text: string): string {
  const words = references.reduce(
    (whole, reference) => whole.replace(reference, "$&\u200b"),
    plain(text),
  );
  return (
    words
      .replace(/[\\`*_{}[\]<>|#~&]/g, "\\$&")
      // GitHub and GitLab document this spelling for a dollar sign that begins no formula.
      .replaceAll("$", "<span>$</span>")
      // GitHub links texts that look like commit hashes. Inline code prevents this, and users can still copy ids from
      // it.
      .replace(/(?<![\w.-])(?=[a-f]*\d)[\da-f]{7,40}(?![\w.-])/g, "`$&`")
  );
}

/** The text in one line, without control characters. */
export function plain(text: string): string {
  return sanitize(text).replace(/\s+/g, " ");
}

/** The text as inline code, in which nothing becomes a link. */
export function code(text: string): string {
  return `\`${plain(text).replaceAll("`", "'")}\``;
}

/** The number of characters that a truncated text keeps. Shorter texts let more lines fit into a comment. */
const maxLength = 100;

export function truncated(text: string): string {
  const characters = [...text];
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join("")}...` : text;
}
