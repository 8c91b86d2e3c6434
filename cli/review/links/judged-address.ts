import { plainLetters, unsubscribeUrlPatterns } from "../../../mail/inspect/unsubscribe";
import { quoted } from "../../../provider/errors/redact";
import { parseUrl } from "../../../provider/plain/domain";

export interface AddressRules {
  readonly withQuery: boolean;
  /** Secret texts, such as API keys, that no request may contain. */
  readonly keys: readonly string[];
}

/** The URL to request, or the reason for not requesting the address. Undefined if the address isn't http or https. */
export type JudgedAddress =
  | { readonly url: URL }
  | { readonly skipReason: string; readonly isDead?: true }
  | undefined;

/** Characters that begin or end a merge tag in some template language. For a tag such as %name%, see `spellingsOf`. */
const tagCharacter = /[{}<>|[\]^`]|%%|\$\(/;

/** Words in URLs whose request may have an effect, such as unsubscribing a reader or counting a vote. */
const actingWords = [
  ...unsubscribeUrlPatterns,
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

/** Words in a host name that suggest unsubscribing. Other `actingWords` are allowed, as they may be part of a brand. */
const leavingHost = /unsub|opt-?out/;

const maxEncodings = 4;

/** Decides whether an address in an email, or the target of a redirect, may be requested. */
export function judgeAddress(text: string, rules: AddressRules): JudgedAddress {
  const trimmed = text.trim();
  if (!/^https?:/i.test(trimmed)) return undefined;
  const behind = trimmed.replace(/^https?:[\\/]*/i, "");
  const [host = ""] = behind.split(/[\\/?#]/, 1);
  // Ignore the brackets of an IPv6 address, which aren't a merge tag.
  if (tagCharacter.test(behind.replace(/^\[[\da-f:.]+\]/i, ""))) {
    return { skipReason: "it has a merge tag" };
  }
  const url = parseUrl(trimmed);
  if (url === undefined) return { skipReason: "it is not a valid address", isDead: true };
  if (host.includes("@") || url.username !== "" || url.password !== "") {
    return { skipReason: "it has user information" };
  }
  const [ofHost] = leavingHost.exec(url.hostname) ?? [];
  if (ofHost !== undefined) {
    return { skipReason: `its host has ${quoted(ofHost)}, so a request may change something` };
  }
  const spellings = spellingsOf(url.pathname + url.search);
  if (spellings === undefined) {
    return { skipReason: "it has a merge tag, or an encoding that can't be read" };
  }
  if (spellings.some((one) => tagCharacter.test(one))) return { skipReason: "it has a merge tag" };
  const word = actingWord(spellings);
  if (word !== undefined)
    return {
      skipReason: `its path or query has ${quoted(word)}, so a request may change something`,
    };
  const whole = [trimmed, url.href, ...spellings];
  if (rules.keys.some((key) => key !== "" && whole.some((one) => one.includes(key)))) {
    return { skipReason: "it has a key" };
  }
  // Look for "?" itself, because servers may treat an empty query as a query.
  if (url.href.split("#", 1)[0]?.includes("?") && !rules.withQuery) {
    return { skipReason: "it has a query (--query asks for it)" };
  }
  url.hash = "";
  return { url };
}

/**
 * The text, and the text after each URL decoding. Undefined if the first decoding fails, as for the merge tag %name%,
 * or if `maxEncodings` decodings aren't enough.
 */
function spellingsOf(text: string): string[] | undefined {
  const found = [text];
  for (let depth = 0; depth < maxEncodings; depth += 1) {
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
