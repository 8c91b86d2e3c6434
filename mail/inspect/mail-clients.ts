import { parseMail } from "./parser";
import { clippedFromBytes } from "./size";
import type { UnsupportedFeature } from "./unsupported-feature";
import { walk } from "./walk";

/** What was found of a mail. */
export interface LookedUp {
  readonly features: readonly UnsupportedFeature[];
  /** Parts that can't be looked up. */
  readonly unread: readonly string[];
}

/** What email clients don't support of a mail, or why nothing can be looked up. */
export type ClientSupport = LookedUp | { readonly problem: string };

/** In bytes. The library takes the square of the time for some mails, and a longer one is clipped anyway. */
export const longestLookedUp = clippedFromBytes;

/** The clients that most readers have. */
export const largeClients = ["apple-mail.*", "gmail.*", "outlook.*", "yahoo.*"];

type Library = typeof import("caniemail");
type Asked = Parameters<Library["caniemail"]>[0];

/** Looks up what the given clients don't support of a mail, in the data of caniemail.com. */
export async function unsupportedFeatures(
  html: string,
  clients: readonly string[],
): Promise<ClientSupport> {
  // Loaded only for those who ask: the data is large, and an optional dependency.
  const library = await import("caniemail").catch(() => undefined);
  if (library === undefined) {
    const problem =
      'the package "caniemail", which has the data of email clients, is not installed. Run: npm install caniemail';
    return { problem };
  }
  const asked = clients as Asked["clients"];
  const unknown = clients.find((client) => !isKnown(library, client));
  if (unknown !== undefined) {
    const problem = `unknown email client "${unknown}". Use names such as "outlook.windows" or "gmail.*" from https://www.caniemail.com/clients/.`;
    return { problem };
  }
  if (Buffer.byteLength(html) > longestLookedUp) {
    return { features: [], unread: ["an email of more than 102 kB"] };
  }
  return lookedUp(html, library, asked);
}

/** The library's only word about a name is an error. */
function isKnown({ caniemail }: Library, client: string): boolean {
  try {
    caniemail({ clients: [client] as unknown as Asked["clients"], html: "<p></p>" });
    return true;
  } catch {
    return false;
  }
}

function lookedUp(
  html: string,
  { caniemail, rawData }: Library,
  clients: Asked["clients"],
): LookedUp {
  const found = new Map<string, { readonly clients: Set<string>; line: number }>();
  const unread: string[] = [];
  const note = (issues: Iterable<readonly [string, readonly Issue[]]>, linesBefore: number) => {
    for (const [client, ofClient] of issues) {
      for (const { title, position } of ofClient) {
        const line = linesBefore + (position?.start.line ?? 1);
        const of = found.get(title) ?? { clients: new Set(), line };
        of.clients.add(client);
        of.line = Math.min(of.line, line);
        found.set(title, of);
      }
    }
  };
  for (const { part, linesBefore, name } of partsOf(html)) {
    try {
      note(caniemail({ ...part, clients }).issues.errors, linesBefore);
    } catch {
      // The library reads no CSS that a browser would correct, and nothing that is nested too deep.
      unread.push(name);
    }
  }
  const pages = new Map(rawData.data.map(({ title, url }) => [title, url]));
  const features = [...found].map(([feature, of]) => {
    const url = pages.get(feature);
    return { feature, clients: [...of.clients], line: of.line, ...(url && { url }) };
  });
  return { features: features.sort((one, other) => one.line - other.line), unread };
}

interface Issue {
  readonly title: string;
  readonly position?: { readonly start: { readonly line: number } } | undefined;
}

interface LookedUpPart {
  readonly part: Omit<Asked, "clients">;
  readonly linesBefore: number;
  readonly name: string;
}

/** Each style sheet, and the HTML with line breaks in their place. */
function partsOf(html: string): LookedUpPart[] {
  const parts: LookedUpPart[] = [];
  let bare = "";
  let at = 0;
  let linesBefore = 0;
  const styles: { readonly start: number; readonly css: string }[] = [];
  const style = (css: string, start: number) =>
    void styles.push({ start, css: html.slice(start, start + css.length) });
  walk(parseMail(html), { open() {}, text() {}, close() {}, openForOutlook() {}, style });
  for (const { start, css } of styles.sort((one, other) => one.start - other.start)) {
    const between = html.slice(at, start);
    linesBefore += between.split("\n").length - 1;
    parts.push({ part: { css }, linesBefore, name: `the styles on line ${linesBefore + 1}` });
    const breaks = css.replace(/[^\n]/g, "");
    linesBefore += breaks.length;
    bare += between + breaks;
    at = start + css.length;
  }
  const part = { html: bare + html.slice(at) };
  return [...parts, { part, linesBefore: 0, name: "the elements and their styles" }];
}
