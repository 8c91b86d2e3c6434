import { sanitize } from "../../../provider/errors/redact";

/**
 * Parts of text that GitHub or GitLab turns into a reference, a link or an emoji. An invisible space after such a part
 * prevents this.
 */
const references: readonly RegExp[] = [
  // Issue #12, @team, !12, &5, ~label, GH-12 and GL-12.
  /#(?=\w)/g,
  /@(?=[\w.])/g,
  /!(?=\d)/g,
  /&(?=\d)/g,
  /~(?=[\w"])/g,
  /(?<![a-z\d])G[HL]-(?=\d)/gi,
  // Breaks [vulnerability:12] and *iteration:3 of GitLab.
  /[[*](?=[a-z_]+:)/g,
  // Breaks GitLab milestones such as %34, but not %%unsubscribe%%, which users copy.
  /(?<![%\w])%(?=[\w"])/g,
  // Breaks :tada:, but not 09:00:00 or 09:00:00+01:00, which users copy.
  /:(?=(?!\d\d?[:+-])[\w+-]+:)/g,
  // Breaks https://acme.example and www.acme.example, even inside a word.
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
