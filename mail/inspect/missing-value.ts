import { code } from "./foreign-tag";
import type { Inspection } from "./inspection";

/** Matches a text that consists only of JavaScript's word for a missing value. */
const isMissingValue = /^(?:undefined|null|NaN)$/;
/** Texts of programming languages for a missing value, in exact case, because words such as "none" are English. */
const missingValueWords = "undefined|null|NaN|None|nil";
const isMissingName = new RegExp(`^(?:${missingValueWords})$`);

const greetings = [
  "hi|hello|hey|dear|welcome(?: to)?|thanks|thank you|happy birthday|congratulations|good (?:morning|afternoon|evening)",
  "hallo|moin|servus|liebe[rs]?|guten (?:tag|morgen|abend)|sehr geehrte[rs]?|willkommen(?: bei)?",
  "bonjour|bonsoir|salut|ch[eè]re?|bienvenue",
  "hola|estimad[oa]|querid[oa]|buen[oa]s (?:d[ií]as|tardes|noches)|bienvenid[oa]",
  "ciao|salve|buongiorno|buonasera|gentile|car[oa]|benvenut[oa]",
  "cze[sś][cć]|witaj|dzie[nń] dobry|drog[ia]|szanown[ya]|bun[aă](?: ziua)?|drag[aă]|stimat[aăe]",
  "hoi|beste|geachte|dag|welkom(?: bij)?",
].join("|");

/**
 * Matches a greeting with a missing value, such as "Dear Mr. undefined". Doesn't match a quoted greeting or "Hello
 * undefined behavior".
 */
const greeting = new RegExp(
  `(?<![\\p{L}\\p{N}"'“„‘«\`])(?:${greetings})(?: [\\p{L}.'’]+){0,2}[ ,]{1,2}` +
    `(${missingValueWords})(?: (?:${missingValueWords}))?(?! ?[\\p{L}\\p{N}_(]|[-.'’/:][\\p{L}\\p{N}])`,
  "giu",
);

const printedObject = /(?:\[|%5[Bb])object(?: |%20|\+)[A-Z]\w*(?:\]|%5[Dd])/;

/**
 * Match texts that a program prints in place of a value. Without such a mistake, only an email about code contains one
 * of these texts.
 */
const printedValues: readonly RegExp[] = [
  printedObject,
  // Go prints this for arguments that don't match the format.
  /%!(?:[a-zA-Z]\((?:MISSING|BADINDEX|[\w.*]+=)|\((?:EXTRA |NOVERB|BADWIDTH|BADPREC))/,
  // .NET, Ruby, Python and Java print this for an object.
  /[A-Z]\w{0,60}`\d\[/,
  /#<[A-Z][\w:]{0,60}:0x[\da-f]{4,16}/,
  /<[\w.]{1,80} object at 0x[\da-f]{4,16}/,
  /\b[a-z]\w{0,30}(?:\.\w{1,60}){0,8}\.[A-Z]\w{0,60};?@[\da-f]{6,8}(?![\w.])/,
  // JavaScript prints this for an invalid date or price.
  /(?<!["'“‘«`])\bInvalid Date\b(?!["'”’»`:(]|[^\S\n]+[A-Z]|\s+(?:(?:in|on) [A-Z]|of\b|or\b|format|range|value))/,
  /\p{Sc} ?NaN\b|\bNaN ?[\p{Sc}%]|\b(?:EUR|USD|GBP|CHF) NaN\b|\bNaN (?:EUR|USD|GBP|CHF|PLN|kr|zł)(?!\p{L})/u,
];
/** Matches Go's text for a missing value. In a line of code it doesn't count, because an email may be about code. */
const nil = /(?<!["'“‘«`\w])<nil>(?!["'”’»`])/;

const parts = /[/?&=#@]|%2[Ff]/;
const addresses = /\b(?:https?:\/\/|mailto:|www\.)[^\s<>"')\]]+/gi;

/**
 * The first printed missing value, such as "undefined", in the text or a URL of an email's HTML, in words that name the
 * place.
 */
export function missingValueInHtml(html: Inspection): string | undefined {
  const places = [...html.links, ...html.images, ...html.others];
  const inAddresses = places.map(({ address }) => missingValueInAddress(address));
  return [...html.prose().map(missingValueInText), ...inAddresses].find((one) => one !== undefined);
}

/** A fast test to run first, because nearly all emails contain no text that stands for a missing value. */
const mayContainMissingValue = new RegExp(
  `${missingValueWords}|object|invalid date|%!|\`\\d\\[|#<|@[\\da-f]{6}`,
  "i",
);

/** The text for a missing value in a URL: a whole part of the URL, or a printed object. */
export function missingValueInAddress(address: string): string | undefined {
  if (!mayContainMissingValue.test(address)) return undefined;
  if (/^\s*data:/i.test(address)) return undefined;
  const followed = address.trim().replace(/^mailto:/i, "");
  // Don't report "null", because a valid URL may contain this word.
  const part = followed.split(parts).find((one) => one === "undefined" || one === "NaN");
  const written = part ?? printedObject.exec(address)?.[0];
  return written && `"${written}" as a part of an address`;
}

const tag = /\{\{[^{}]*\}\}|\{%[^%]*%\}|<%[^%]*%>|%%[^%\s]*%%|\*\|[^|]*\|\*/g;

/** The text for a missing value in a text that is not HTML, also within URLs, but outside merge tags. */
export function missingValueInText(text: string): string | undefined {
  if (!mayContainMissingValue.test(text)) return undefined;
  const written = text.replace(tag, "*");
  const [left] = printedValues.flatMap((form) => form.exec(written) ?? []);
  if (left !== undefined) return `"${left}"`;
  const lines = nil.test(written) ? written.split("\n") : [];
  if (lines.some((line) => nil.test(line) && !code.test(line))) return '"<nil>"';
  const greeted = [...written.replace(/[^\S\n]+/g, " ").matchAll(greeting)];
  const word = greeted.map(([, one = ""]) => one).find((one) => isMissingName.test(one));
  if (word !== undefined) return `"${word}" in a greeting`;
  const whole = written.trim();
  if (isMissingValue.test(whole)) return `"${whole}", and nothing else`;
  const found = [...written.matchAll(addresses)].map(([address]) =>
    missingValueInAddress(address.replace(/(?<![.,;:!?])[.,;:!?]+$/, "")),
  );
  return found.find((one) => one !== undefined);
}
