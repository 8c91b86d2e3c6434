/**
 * Words for a way out of a list, in the eight largest languages of the EU: a part that no address has which is safe to
 * ask for, and the whole words that offer a reader to leave. All words here are lower case and without accents.
 */
const table: readonly (readonly [part: string, words: string])[] = [
  ["unsub", "unsubscrib(?:e|ed|ing)|unsubscription"],
  ["opt[\\W_]?out", "opt[\\s_-]?out"],
  ["abmeld", "abmelden|abmeldung"],
  ["abbestell", "abbestellen|abbestellung"],
  ["austrag", "austragen"],
  ["desinscri", "desinscrire|desinscription|desinscrivez"],
  ["desabon", "desabonner|desabonnement|desabonnez"],
  ["desuscri", "desuscribir(?:se|me|te)?|desuscribete"],
  ["baja", "(?:dar(?:se|me|te)?|date|dese)[\\s_-]de[\\s_-]baja"],
  ["suscripcion", "cancelar[\\s_-](?:(?:la|mi|su|tu)[\\s_-])?suscripcion"],
  ["disiscri", "disiscriviti|disiscriver(?:si|mi|ti)|disiscrizione"],
  ["iscrizione", "(?:annulla|cancella)(?:re)?[\\s_-](?:l['’]|la[\\s_-])?iscrizione"],
  ["wypis", "wypisz|wypisac|wypisanie"],
  ["rezygn", "z?rezygnuj|z?rezygnowac|rezygnacja"],
  ["dezabon", "dezabonare|dezabonati|dezaboneaza|dezabonez"],
  ["afmeld", "afmelden"],
  ["uitschrij", "uitschrijven"],
];

/** What mails say in place of these words, or beside them; spaces stand for what may be between two words. */
const phrases = [
  "(?:stop|quit|discontinue) (?:receiving|getting)",
  "no longer (?:wish|want|like|care)",
  "do(?: not|n['’]?t) (?:wish|want) to (?:receive|get|hear)",
  "not (?:to )?receive",
  "remove (?:me|yourself|your (?:name|e-?mail|address))|take me off",
  "(?:to|you will) (?:be|get) (?:permanently )?(?:removed|taken off|excluded)",
  "cancel (?:your|my|this|the) subscription",
  "(?:e-?)?mails? nicht(?: mehr| langer)? (?:erhalten|empfangen|bekommen)",
  "keine(?: weiteren)? (?:e-?mails?|newsletter|nachrichten)(?: mehr)? (?:erhalten|empfangen|bekommen)",
  "plus recevoir",
  "(?:no desea|dejar de) recibir",
  "(?:geen (?:e-?)?mails? meer|niet (?:langer|meer))(?: \\p{L}+){0,3} ontvangen",
].map((words) => words.replaceAll(" ", "[\\s_-]"));

/** What stands in addresses that take a reader off a list, in any part of them. */
export const leavingParts: readonly RegExp[] = table.map(([part]) => new RegExp(part));

const edge = "[\\p{L}\\p{N}]";
const leavingWords = new RegExp(
  `(?<!${edge})(?:${[...table.map(([, words]) => words), ...phrases].join("|")})(?!${edge})`,
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

/** What a link says that only points: "here", "cliquez ici", "klicken Sie bitte hier". */
const pointing = new Set(
  [
    "here click clicking tap press follow visit go to please by this the link page address below",
    "hier klicken klicke klick sie bitte auf diesen diesem link klik deze door te",
    "ici cliquez cliquer cliquant en sur ce lien aqui haga haz haciendo clic pulse pincha este enlace",
    "qui clicca cliccare cliccando su questo tutaj tu kliknij ten aici apasati acest",
  ].flatMap((words) => words.split(" ")),
);

/** Whether a text in plain letters says no more than where to click. */
export function isPointer(plain: string): boolean {
  if (/^\s*(?:https?:|www\.)\S*\s*$/.test(plain)) return true;
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length > 0 && words.length <= 5 && words.every((word) => pointing.has(word));
}
