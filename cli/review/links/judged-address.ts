import { leavingParts, plainLetters } from "../../../mail/inspect";
import { quoted } from "../../../provider/errors/redact";
import { urlOf } from "../../../provider/input/domain";

export interface AddressRules {
  readonly withQuery: boolean;
  /** Texts that never leave this machine. */
  readonly keys: readonly string[];
}

/** An address that may be asked for, or why it is not; undefined where it is not a web address at all. */
export type JudgedAddress =
  | { readonly url: URL }
  | { readonly refusal: string; readonly isDead?: true }
  | undefined;

/** What begins or ends a merge tag of any language, other than the %x% that is read as an encoding below. */
const tagCharacter = /[{}<>|[\]^`]|%%|\$\(/;

/** What stands in addresses that act: a request for one could unsubscribe a reader, or count as a vote. */
const actingWords = [
  ...leavingParts,
  /subscri(?:be|ption)/,
  /opt[\W_]?in/,
  /sign[\W_]?(?:off|out)/,
  /log[\W_]?(?:off|out)/,
  /confirm/,
  /verif(?:y|ied|ication)/,
  /validat/,
  /activat/,
  /approv/,
  /reject/,
  /declin/,
  /accept/,
  /cancel/,
  /delet/,
  /remov/,
  /vot(?:e|ing)/,
  /rsvp/,
  /token/,
  /bestatig|bestaetig/,
];

/** How often an address may be encoded, one encoding in the other. */
const deepestEncoding = 4;

/** Judges an address before anything is sent for it: that of a mail, or one that a reply leads to. */
export function judgeAddress(text: string, rules: AddressRules): JudgedAddress {
  const trimmed = text.trim();
  if (!/^https?:/i.test(trimmed)) return undefined;
  const behind = trimmed.replace(/^https?:[\\/]*/i, "");
  const [host = ""] = behind.split(/[\\/?#]/, 1);
  // An IPv6 address stands in brackets.
  if (tagCharacter.test(behind.replace(/^\[[\da-f:.]+\]/i, ""))) {
    return { refusal: "it has a merge tag" };
  }
  const url = urlOf(trimmed);
  if (url === undefined) return { refusal: "it is not a valid address", isDead: true };
  if (host.includes("@") || url.username !== "" || url.password !== "") {
    return { refusal: "it has user information" };
  }
  const spellings = spellingsOf(url.pathname + url.search);
  if (spellings === undefined) {
    return { refusal: "it has a merge tag, or an encoding that can't be read" };
  }
  if (spellings.some((one) => tagCharacter.test(one))) return { refusal: "it has a merge tag" };
  const word = actingWord(spellings);
  if (word !== undefined)
    return { refusal: `its path or query has ${quoted(word)}, so a request may change something` };
  const whole = [trimmed, url.href, ...spellings];
  if (rules.keys.some((key) => key !== "" && whole.some((one) => one.includes(key)))) {
    return { refusal: "it has a key" };
  }
  // A bare "?" is a query as well to whom it is sent.
  if (url.href.split("#", 1)[0]?.includes("?") && !rules.withQuery) {
    return { refusal: "it has a query (--query asks for it)" };
  }
  url.hash = "";
  return { url };
}

/** A text as it is sent and as it may be decoded; undefined where it can't be: %name% may be a merge tag. */
function spellingsOf(text: string): string[] | undefined {
  const found = [text];
  for (let depth = 0; depth < deepestEncoding; depth += 1) {
    const last = found.at(-1) ?? "";
    try {
      const next = decodeURIComponent(last);
      if (next === last) return found;
      found.push(next);
    } catch {
      return depth === 0 ? undefined : found;
    }
  }
  return undefined;
}

function actingWord(spellings: readonly string[]): string | undefined {
  for (const spelling of spellings) {
    const plain = plainLetters(spelling);
    for (const word of actingWords) {
      const found = word.exec(plain);
      if (found) return found[0];
    }
  }
  return undefined;
}
