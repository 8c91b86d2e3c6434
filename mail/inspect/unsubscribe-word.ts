/**
 * Words for a way out of a list, in the eight largest languages of the EU: a part that no address has which is safe to
 * ask for, and the whole words that offer a reader to leave. Both are lower case and without accents.
 */
const table: readonly (readonly [part: string, words: string])[] = [
  ["unsub", "unsubscribe"],
  ["opt[\\W_]?out", "opt[\\s_-]?out"],
  ["abmeld", "abmelden|abmeldung"],
  ["abbestell", "abbestellen|abbestellung"],
  ["austrag", "austragen"],
  ["desinscri", "desinscrire|desinscription|desinscrivez"],
  ["desabon", "desabonner|desabonnement|desabonnez"],
  ["desuscri", "desuscribir(?:se|me|te)?|desuscribete"],
  ["baja", "(?:dar(?:se|me|te)?|date|dese)[\\s_-]de[\\s_-]baja"],
  ["suscripcion", "cancelar[\\s_-](?:la[\\s_-]|mi[\\s_-])?suscripcion"],
  ["disiscri", "disiscriviti|disiscriver(?:si|mi|ti)|disiscrizione"],
  ["iscrizione", "(?:annulla|cancella)(?:re)?[\\s_-](?:l['’]|la[\\s_-])?iscrizione"],
  ["wypis", "wypisz|wypisac|wypisanie"],
  ["rezygn", "z?rezygnuj|z?rezygnowac|rezygnacja"],
  ["dezabon", "dezabonare|dezabonati|dezaboneaza|dezabonez"],
  ["afmeld", "afmelden"],
  ["uitschrij", "uitschrijven"],
];

/** What stands in addresses that take a reader off a list, in any part of them. */
export const leavingParts: readonly RegExp[] = table.map(([part]) => new RegExp(part));

const edge = "[\\p{L}\\p{N}]";
const leavingWords = new RegExp(
  `(?<!${edge})(?:${table.map(([, words]) => words).join("|")})(?!${edge})`,
  "u",
);

/** A text in lower case without accents, soft hyphens and what else nobody sees. */
export function plainLetters(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]+/gu, "")
    .toLowerCase();
}

/** The first whole words of a text in plain letters that offer to leave a list, and what follows them. */
export function leavingIn(
  plain: string,
): { readonly words: string; readonly after: string } | undefined {
  const found = leavingWords.exec(plain);
  if (!found) return undefined;
  const [words] = found;
  return { words, after: plain.slice(found.index + words.length) };
}
