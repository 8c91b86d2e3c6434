import type { Inspection } from "./inspection";

/** What a program leaves in a text in place of a value, as it is written. */
interface Unwritten {
  /** As the text has it. */
  readonly written: string;
  /** Where it is, in words. */
  readonly place: string;
}

/** What each language writes for nothing; as a word of English, it isn't written so where one of these is looked for. */
const nothing = "undefined|null|NaN";
const isNothing = new RegExp(`^(?:${nothing})$`);

/** How mails greet, in the languages in which a way out of a list is known. */
const greetings = [
  "hi|hello|hey|dear|welcome(?: to)?|thanks|thank you|good (?:morning|afternoon|evening)",
  "hallo|moin|servus|liebe[rs]?|guten (?:tag|morgen|abend)|sehr geehrte[rs]?|willkommen(?: bei)?",
  "bonjour|bonsoir|salut|ch[eè]re?|bienvenue",
  "hola|estimad[oa]|querid[oa]|buen[oa]s (?:d[ií]as|tardes|noches)|bienvenid[oa]",
  "ciao|salve|buongiorno|buonasera|gentile|car[oa]|benvenut[oa]",
  "cze[sś][cć]|witaj|dzie[nń] dobry|drog[ia]|szanown[ya]|bun[aă](?: ziua)?|drag[aă]|stimat[aăe]",
  "hoi|beste|geachte|dag|welkom(?: bij)?",
].join("|");

/** A greeting, at most two names or titles, and such a word that no other follows: "Hello undefined behavior" has one. */
const greeting = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${greetings})(?: [\\p{L}.'’]+){0,2}[ ,]{1,2}` +
    `(${nothing})(?: (?:${nothing}))?(?! ?[\\p{L}\\p{N}_(]|[-.'’/:][\\p{L}\\p{N}])`,
  "giu",
);

/** What JavaScript makes of an object or a promise, and Go of arguments that don't fit the format. */
const object = /(?:\[|%5[Bb])object(?: |%20|\+)[A-Z]\w*(?:\]|%5[Dd])/;
const format = /%!(?:[a-zA-Z]\((?:MISSING|BADINDEX|[\w.*]+=)|\((?:EXTRA |NOVERB|BADWIDTH|BADPREC))/;

/** Finds the first place of a text that has what nobody writes; and where that is, in words. */
const unwritten: readonly (readonly [find: (text: string) => string | undefined, place: string])[] =
  [
    [(text) => object.exec(text)?.[0] ?? format.exec(text)?.[0], ""],
    [
      (text) => {
        const words = [...text.replace(/[^\S\n]+/g, " ").matchAll(greeting)];
        return words.map(([, word = ""]) => word).find((word) => isNothing.test(word));
      },
      " in a greeting",
    ],
    [(text) => (isNothing.test(text.trim()) ? text.trim() : undefined), ", and nothing else"],
  ];

/** Where an address is parted. */
const parts = /[/?&=#@]|%2[Ff]/;
/** What counts visits leads nobody anywhere. */
const counting = /[?&]utm_\w+=[^&#]*/g;
/** An address in a text, to where it ends. */
const addresses = /\b(?:https?:\/\/|mailto:|www\.)[^\s<>"')\]]+/gi;

/** What a program left in an HTML where its readers see it, or in an address of it. */
export function unwrittenInHtml(html: Inspection): Unwritten | undefined {
  for (const line of html.text().split("\n")) {
    const found = unwrittenInText(line);
    if (found !== undefined) return found;
  }
  for (const { address } of [...html.links, ...html.images, ...html.others]) {
    const found = unwrittenInAddress(address);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Without one of these there is nothing to find, as in nearly all of a mail. */
const trace = new RegExp(`${nothing}|object|%!`, "i");

/** What a program left in an address in place of a whole part of it. */
export function unwrittenInAddress(address: string): Unwritten | undefined {
  if (!trace.test(address)) return undefined;
  if (/^\s*data:/i.test(address)) return undefined;
  const followed = address
    .trim()
    .replace(/^mailto:/i, "")
    .replace(counting, "");
  const part = followed.split(parts).find((one) => isNothing.test(one));
  const written = part ?? object.exec(address)?.[0];
  return written === undefined ? undefined : { written, place: " as a part of an address" };
}

/** What a program left in a text that readers see, or in an address in it; never within a merge tag. */
export function unwrittenInText(text: string): Unwritten | undefined {
  if (!trace.test(text)) return undefined;
  const written = text.replace(
    /\{\{[^{}]*\}\}|\{%[^%]*%\}|<%[^%]*%>|%%[^%\s]*%%|\*\|[^|]*\|\*/g,
    "*",
  );
  for (const [find, place] of unwritten) {
    const found = find(written);
    if (found !== undefined) return { written: found, place };
  }
  for (const [address] of written.matchAll(addresses)) {
    const found = unwrittenInAddress(address.replace(/(?<![.,;:!?])[.,;:!?]+$/, ""));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * What other tools call the values of a reader, as they document it: lower case, without what may stand between two words.
 * A closed list: by its form alone, "[NOTICE]" or "50% off, 20% more" would be one.
 */
const names = new Set(
  "firstname fname lastname lname surname fullname name email emailaddress company companyname unsubscribe unsub unsubscribeurl unsubscribelink unsubscribetext unsuburl unsublink".split(
    " ",
  ),
);

const name = "[A-Za-z]+(?:[ _.-][A-Za-z]+)?";
/** Such as [Name], [Name,fallback=friend], %NAME%, {name} and #name#. */
const anyForm = new RegExp(
  [
    String.raw`(?<![\w\])])\[ ?(${name})(?:, ?fallback=[^\]\n]{0,60})? ?\](?![(\[])`,
    `(?<!%)%(${name})%(?!%)`,
    String.raw`(?<![{$#@%\\\w])\{ ?(${name}) ?\}(?!\})`,
    `(?<![#&\\w])#(${name})#(?![#\\w])`,
  ].join("|"),
  "g",
);

/** What a line of code has, of which a mail may have some. */
const code = /[=`"\\]|\w\(/;

/** The first place in a text that another tool would fill in, by the name of a value. */
export function placeholderIn(text: string): string | undefined {
  return placeholders(text).find(({ tag, index }) => {
    if (!/^\[ ?unsubscribe ?\]$|^\{/i.test(tag)) return true;
    const line = text.slice(text.lastIndexOf("\n", index) + 1).split("\n", 1)[0] ?? "";
    // "[Unsubscribe]" with an address is how a link is written as text.
    return !(tag.startsWith("{") ? code : /:\/\/|@|%%/).test(line);
  })?.tag;
}

/** The same in an HTML, where its readers see it or click. */
export function placeholderInHtml({ links, images, prose }: Inspection): string | undefined {
  for (const { address, line } of [...links, ...images]) {
    const found = placeholderInAddress(address);
    if (found !== undefined) return `the address ${found} (on line ${line})`;
  }
  const isLinked = (tag: string) => links.some(({ text }) => text.includes(tag));
  const found = [...prose(), ...images.map(({ alt = "" }) => alt)].map(placeholderIn);
  return found.find((one) => one !== undefined && !isLinked(one));
}

/** The same in an address, which may be nothing else, whatever its name. */
function placeholderInAddress(address: string): string | undefined {
  if (wholeAddress.test(address) && !/^\s*(?:%|\*\|)\S*(?:un[\W_]?sub|opt[\W_]?out)/i.test(address))
    return address.trim();
  return placeholders(address)[0]?.tag;
}

const wholeAddress =
  /^\s*(?:\[[\w .:-]{1,60}\]|(?!%%)%[\w.-]{1,60}%|\*\|[\w.:-]{1,60}\|\*|\{[\w.-]{1,60}\})\s*$/;

function placeholders(text: string): { readonly tag: string; readonly index: number }[] {
  if (!/[[%{#]/.test(text)) return [];
  return [...text.matchAll(anyForm)].flatMap(({ 0: tag, index, ...groups }) => {
    const found = [groups[1], groups[2], groups[3], groups[4]].find((one) => one !== undefined);
    const plain = (found ?? "").toLowerCase().replace(/[ _.-]/g, "");
    // What is meant as %%unsubscribe%% is found as that.
    const isKnown = tag.startsWith("%") && plain.startsWith("unsub");
    return names.has(plain) && !isKnown ? [{ tag, index }] : [];
  });
}
