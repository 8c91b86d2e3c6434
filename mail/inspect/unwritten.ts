import { code } from "./foreign-tag";
import type { Inspection } from "./inspection";

/** JavaScript's text for a missing value, as a whole text. */
const isNothing = /^(?:undefined|null|NaN)$/;
/** Texts for a missing value in several languages. English words in place of a name have another case. */
const nothing = "undefined|null|NaN|None|nil";
const isNoName = new RegExp(`^(?:${nothing})$`);

/** Greetings in the languages of the unsubscribe words. */
const greetings = [
  "hi|hello|hey|dear|welcome(?: to)?|thanks|thank you|good (?:morning|afternoon|evening)",
  "hallo|moin|servus|liebe[rs]?|guten (?:tag|morgen|abend)|sehr geehrte[rs]?|willkommen(?: bei)?",
  "bonjour|bonsoir|salut|ch[eè]re?|bienvenue",
  "hola|estimad[oa]|querid[oa]|buen[oa]s (?:d[ií]as|tardes|noches)|bienvenid[oa]",
  "ciao|salve|buongiorno|buonasera|gentile|car[oa]|benvenut[oa]",
  "cze[sś][cć]|witaj|dzie[nń] dobry|drog[ia]|szanown[ya]|bun[aă](?: ziua)?|drag[aă]|stimat[aăe]",
  "hoi|beste|geachte|dag|welkom(?: bij)?",
].join("|");

/** A greeting, at most two names or titles, and a missing value, but not as in "Hello undefined behavior". */
const greeting = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${greetings})(?: [\\p{L}.'’]+){0,2}[ ,]{1,2}` +
    `(${nothing})(?: (?:${nothing}))?(?! ?[\\p{L}\\p{N}_(]|[-.'’/:][\\p{L}\\p{N}])`,
  "giu",
);

/** JavaScript's text for an object. */
const object = /(?:\[|%5[Bb])object(?: |%20|\+)[A-Z]\w*(?:\]|%5[Dd])/;

/** Texts that a program prints instead of a value, and that only a text about code would contain. */
const leftovers: readonly RegExp[] = [
  object,
  // Go, for arguments that don't match the format.
  /%!(?:[a-zA-Z]\((?:MISSING|BADINDEX|[\w.*]+=)|\((?:EXTRA |NOVERB|BADWIDTH|BADPREC))/,
  // .NET, Ruby, Python and Java, for an object.
  /[A-Z]\w{0,60}`\d\[/,
  /#<[A-Z][\w:]{0,60}:0x[\da-f]{4,16}/,
  /<[\w.]{1,80} object at 0x[\da-f]{4,16}/,
  /\b[a-z]\w{0,30}(?:\.\w{1,60}){0,8}\.[A-Z]\w{0,60}@[\da-f]{6,8}(?![\w.])/,
  // JavaScript, for a date and for a price.
  /(?<!["'“‘«`])\bInvalid Date\b(?!["'”’»`:(]|\s+(?:[A-Z]|of\b|or\b|format|range|value))/,
  /\p{Sc} ?NaN\b|\bNaN ?[\p{Sc}%]|\b(?:EUR|USD|GBP|CHF) NaN\b|\bNaN (?:EUR|USD|GBP|CHF|PLN|kr|zł)(?!\p{L})/u,
];
/** Go's text for a missing value, which an email for developers may mention. */
const nil = /(?<!["'“‘«`\w])<nil>(?!["'”’»`])/;

const parts = /[/?&=#@]|%2[Ff]/;
/** An address in a text. */
const addresses = /\b(?:https?:\/\/|mailto:|www\.)[^\s<>"')\]]+/gi;

/** The text that a program left in visible text or an address of an HTML, and its place. */
export function unwrittenInHtml(html: Inspection): string | undefined {
  for (const line of html.prose()) {
    const found = unwrittenInText(line);
    if (found !== undefined) return found;
  }
  for (const { address } of [...html.links, ...html.images, ...html.others]) {
    const found = unwrittenInAddress(address);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A fast test for any of these texts. Nearly all emails contain none. */
const trace = new RegExp(`${nothing}|object|invalid date|%!|\`\\d\\[|#<|@[\\da-f]{6}`, "i");

/** The text that a program left as a whole part of an address. */
export function unwrittenInAddress(address: string): string | undefined {
  if (!trace.test(address)) return undefined;
  if (/^\s*data:/i.test(address)) return undefined;
  const followed = address.trim().replace(/^mailto:/i, "");
  // Don't report "null", because an address may contain it.
  const part = followed.split(parts).find((one) => one === "undefined" || one === "NaN");
  const written = part ?? object.exec(address)?.[0];
  return written && `"${written}" as a part of an address`;
}

const tag = /\{\{[^{}]*\}\}|\{%[^%]*%\}|<%[^%]*%>|%%[^%\s]*%%|\*\|[^|]*\|\*/g;

/** The text that a program left in a text or an address in it, outside merge tags. */
export function unwrittenInText(text: string): string | undefined {
  if (!trace.test(text)) return undefined;
  const written = text.replace(tag, "*");
  const [left] = leftovers.flatMap((form) => form.exec(written) ?? []);
  if (left !== undefined) return `"${left}"`;
  const lines = nil.test(written) ? written.split("\n") : [];
  if (lines.some((line) => nil.test(line) && !code.test(line))) return '"<nil>"';
  const greeted = [...written.replace(/[^\S\n]+/g, " ").matchAll(greeting)];
  const word = greeted.map(([, one = ""]) => one).find((one) => isNoName.test(one));
  if (word !== undefined) return `"${word}" in a greeting`;
  const whole = written.trim();
  if (isNothing.test(whole)) return `"${whole}", and nothing else`;
  for (const [address] of written.matchAll(addresses)) {
    const found = unwrittenInAddress(address.replace(/(?<![.,;:!?])[.,;:!?]+$/, ""));
    if (found !== undefined) return found;
  }
  return undefined;
}
