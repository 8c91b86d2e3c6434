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

/** The only token of which the service says that it becomes a way to unsubscribe. */
export const unsubscribeToken = "%%unsubscribe%%";

/** Behind another scheme, it becomes an address such as `https://https://...`. */
export const deadToken = /(?:https?:\/*|mailto:)%%unsubscribe%%/gi;

const mailOrWeb = /:\/\/|mailto:|www\.|@/;
const opensAddress = /^(?:https?:\/\/|mailto:|www\.)/;

/** Whether a text that a reader sees lets them unsubscribe. */
export function textOffersUnsubscribe(text: string): boolean {
  const usable = text.replaceAll(deadToken, "");
  if (usable.includes(unsubscribeToken)) return true;
  const lines = plainLetters(usable).split("\n");
  return lines.some((line, at) => {
    const found = leavingIn(line);
    if (!found) return false;
    // The words, with an address after them in the same line or anywhere in the next one; or in an address.
    const near = `${found.after} ${lines[at + 1] ?? ""}`.split(/\s/).filter(isAddress);
    return near.some((one) => kindOf(one) !== "article") || line.split(/\s/).some(leads);
  });
}

/** Whether the texts of an HTML do, between two tags each: where it is not written as one word, the token stays. */
export function textsOfferUnsubscribe(texts: readonly string[], html: string): boolean {
  const holds = (one: string) => one.includes(unsubscribeToken);
  const isWhole = holds(html) && texts.some(holds);
  const text = texts.join("");
  return textOffersUnsubscribe(isWhole ? text : text.replaceAll(unsubscribeToken, ""));
}

const isAddress = (word: string) => mailOrWeb.test(word);
const leads = (word: string) => isAddress(word) && kindOf(word) === "way out";

/** Whether an address is one that takes a reader off a list, by its whole words; one among several is of a page about that. */
function kindOf(address: string): "way out" | "article" | undefined {
  let kind: "article" | undefined;
  for (const part of address.replace(/^https?:\/\/[^/?#]*/, "").split(/[/?&=#:@.,;]/)) {
    const found = leavingIn(part);
    if (!found) continue;
    const others = part.replace(found.words, "").match(/[\p{L}]+/gu) ?? [];
    // What is written into a mail may be a sentence.
    if (others.length < 2 || address.startsWith("mailto:")) return "way out";
    kind = "article";
  }
  return kind;
}

/** The addresses of a mail, as far as they may be a way out. */
interface Offers {
  readonly links: readonly { address: string; isHidden: boolean; isWayOut: boolean }[];
  readonly others: readonly { address: string; element: string; isWayOut?: true }[];
}

/** Whether a link that a reader sees lets them unsubscribe, or a form. */
export function linksOfferUnsubscribe({ links, others }: Offers): boolean {
  const isNamed = links.some(({ address, isHidden, isWayOut }) => {
    if (isHidden) return false;
    if (address.trim() === unsubscribeToken) return true;
    const plain = plainLetters(address.trim());
    if (!opensAddress.test(plain) || address.search(deadToken) !== -1) return false;
    const kind = kindOf(plain);
    return kind === "way out" || (kind === undefined && isWayOut);
  });
  return isNamed || others.some(isFormOut);
}

/** Whether it is a form, or a button that leads elsewhere than its form. */
function isFormOut({ element, address, isWayOut }: Offers["others"][number]): boolean {
  if (element !== "form" && element !== "button" && element !== "input") return false;
  const plain = plainLetters(address.trim());
  return leads(plain) || (isWayOut === true && opensAddress.test(plain));
}
