/** A feature of HTML or CSS in a mail that email clients don't support. */
export interface UnsupportedFeature {
  readonly feature: string;
  /** Names as caniemail.com has them, such as `outlook.windows`. */
  readonly clients: readonly string[];
  /** The line of its first use, from 1. */
  readonly line: number;
  readonly url?: string;
}

/** What email clients don't support of a mail, or why that can't be known. */
export type ClientSupport =
  | { readonly features: readonly UnsupportedFeature[] }
  | { readonly problem: string };

/** The clients that most readers have. */
export const largeClients = ["apple-mail.*", "gmail.*", "outlook.*", "yahoo.*"];

type Library = typeof import("caniemail");
type Asked = Parameters<Library["caniemail"]>[0];

const styleTag = /<(\/?)style\b[^>]*(?:>|$)/gi;

/** The content of each style element, which is looked at apart: positions in it count from its own start. */
function styleSheets(html: string): { readonly start: number; readonly css: string }[] {
  const found: { start: number; css: string }[] = [];
  let start: number | undefined;
  for (const { 0: tag, 1: slash, index } of html.matchAll(styleTag)) {
    if (slash !== "/") start ??= index + tag.length;
    else if (start !== undefined) {
      found.push({ start, css: html.slice(start, index) });
      start = undefined;
    }
  }
  return found;
}

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
  return { features: featuresIn(html, library, asked) };
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

function featuresIn(
  html: string,
  { caniemail, rawData }: Library,
  clients: Asked["clients"],
): UnsupportedFeature[] {
  const found = new Map<string, { readonly clients: Set<string>; line: number }>();
  const ask = (part: Omit<Asked, "clients">, linesBefore: number) => {
    for (const [client, issues] of caniemail({ ...part, clients }).issues.errors) {
      for (const { title, position } of issues) {
        const line = linesBefore + (position?.start.line ?? 1);
        const of = found.get(title) ?? { clients: new Set(), line };
        of.clients.add(client);
        of.line = Math.min(of.line, line);
        found.set(title, of);
      }
    }
  };
  let bare = "";
  let at = 0;
  let linesBefore = 0;
  for (const { start, css } of styleSheets(html)) {
    const between = html.slice(at, start);
    linesBefore += between.split("\n").length - 1;
    ask({ css }, linesBefore);
    const breaks = css.replace(/[^\n]/g, "");
    linesBefore += breaks.length;
    bare += between + breaks;
    at = start + css.length;
  }
  ask({ html: bare + html.slice(at) }, 0);
  const pages = new Map(rawData.data.map(({ title, url }) => [title, url]));
  return [...found]
    .map(([feature, of]) => {
      const url = pages.get(feature);
      return { feature, clients: [...of.clients], line: of.line, ...(url && { url }) };
    })
    .sort((one, other) => one.line - other.line);
}
