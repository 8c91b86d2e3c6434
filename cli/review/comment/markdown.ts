import { harmless } from "../../../provider/errors/redact";

/**
 * Text that GitHub or GitLab turns into a reference, a link or an emoji. An invisible space after the sign prevents
 * that.
 */
const references: readonly RegExp[] = [
  // Issue #12, @team, !12, &5, ~label, GH-12 and GL-12.
  /#(?=\w)/g,
  /@(?=\w)/g,
  /!(?=\d)/g,
  /&(?=\d)/g,
  /~(?=[\w"])/g,
  /(?<![a-z\d])G[HL]-(?=\d)/gi,
  // %34, but not %%unsubscribe%%, which users copy.
  /(?<![%\w])%(?=[\w"])/g,
  // :tada:, but not 09:00:00 or 09:00:00+01:00, which users copy.
  /:(?=(?!\d\d?[:+-])[\w+-]+:)/g,
  // https://acme.example and www.acme.example, after any text.
  /:(?=\/\/)/g,
  /www(?=\.)/gi,
  /(?:mailto|xmpp):(?=\w)/gi,
];

/** Escapes a text so that it is not read as Markdown, a reference or a line break. */
export function escaped(text: string): string {
  const written = plain(text).replace(/[\\`*_{}[\]<>|#~&]/g, "\\$&");
  return (
    references
      .reduce((words, reference) => words.replace(reference, "$&\u200b"), written)
      // The hosts document this as the way to write a dollar sign that begins no formula.
      .replaceAll("$", "<span>$</span>")
      // Put hashes of commits into code, so that an id can be copied.
      .replace(/(?<![\w.-])(?=[a-f]*\d)[\da-f]{7,40}(?![\w.-])/g, "`$&`")
  );
}

/** The text in one line, without control characters. */
export function plain(text: string): string {
  return harmless(text).replace(/\s+/g, " ");
}

/** The text as inline code, in which nothing becomes a link. */
export function code(text: string): string {
  return `\`${plain(text).replaceAll("`", "'")}\``;
}

/** The longest name or sentence. Longer ones are cut, so that the lines fit into a comment. */
const longest = 100;

export function cut(text: string): string {
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest).join("")}...` : text;
}
