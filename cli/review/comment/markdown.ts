import { inert } from "../../../provider/errors/redact";

/** What a host of pull requests reads as a reference, a link or an emoji. An invisible space behind its sign stops that. */
const references: readonly RegExp[] = [
  // Issue #12, @team, !12, &5, ~label, GH-12 and GL-12.
  /#(?=\w)/g,
  /@(?=\w)/g,
  /!(?=\d)/g,
  /&(?=\d)/g,
  /~(?=[\w"])/g,
  /(?<![a-z\d])G[HL]-(?=\d)/gi,
  // %34, but not in %%unsubscribe%%, which is copied.
  /(?<![%\w])%(?=[\w"])/g,
  // :tada:, but not in 09:00:00, nor in 09:00:00+01:00, which is copied.
  /:(?=(?!\d\d?[:+-])[\w+-]+:)/g,
  // https://acme.example and www.acme.example, whatever stands before them.
  /:(?=\/\/)/g,
  /www(?=\.)/gi,
  /(?:mailto|xmpp):(?=\w)/gi,
];

/** Keeps names and sentences from being read as Markdown, a reference or a line break. */
export function escaped(text: string): string {
  const written = plain(text).replace(/[\\`*_{}[\]<>|#~&]/g, "\\$&");
  return (
    references
      .reduce((words, reference) => words.replace(reference, "$&\u200b"), written)
      // As the hosts document it for a sign that begins no formula.
      .replaceAll("$", "<span>$</span>")
      // A hash of a commit; in code, so that an id can be copied.
      .replace(/(?<![\w.-])(?=[a-f]*\d)[\da-f]{7,40}(?![\w.-])/g, "`$&`")
  );
}

/** One line, in which nothing acts. */
export function plain(text: string): string {
  return inert(text).replace(/\s+/g, " ");
}

/** Words as they are, of which nothing is read as a link. */
export function code(text: string): string {
  return `\`${plain(text).replaceAll("`", "'")}\``;
}

/** A longer name or sentence is cut, so that as many lines as a reader reads are no more than a comment holds. */
const longest = 100;

export function cut(text: string): string {
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest).join("")}...` : text;
}
