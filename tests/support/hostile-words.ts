import { expect } from "chai";
import type { Emulator } from "email-marketing-emulator";
import type { Suite } from "mocha";
import { json, useServers } from "./server";

/** Names that an attacker could give to objects of an account, by the kind of attack. */
export const hostileNames: Readonly<Record<string, string>> = {
  "the title of a terminal": "a\u001b]0;pwned\u0007b",
  colours: "a\u001b[31mb",
  "a line erased": "a\u001b[2K\u001b[1Ab",
  "a C1 control": "a\u009b31mb",
  "a C1 string": "a\u009d0;pwned\u009cb",
  "a link of a terminal": "a\u001b]8;;http://evil.example\u001b\\b",
  "the clipboard": "a\u001b]52;c;YQ==\u0007b",
  "a reset": "a\u001bcb",
  "a return": "good\rbad",
  "a new line": "a\nb",
  "two new lines": "a\r\n\r\nb",
  "a next line": "a\u0085b",
  "a line separator": "a\u2028b",
  "a paragraph separator": "a\u2029b",
  backspaces: "good\b\b\b\bbad",
  "a delete": "a\u007fb",
  "a null": "a\u0000b",
  "a bell": "a\u0007b",
  "a tabulator": "a\t\u000b\u000cb",
  "a text from right to left": "a\u202eb",
  isolates: "a\u2066b\u2069c\u2067d",
  "marks of a direction": "a\u200eb\u200fc\u061cd",
  "nothing to see": "\u200b\u2060\ufeff",
  "a soft hyphen": "a\u00adb",
  "joiners alone": "\u200d1\u200c",
  "invisible tags": "a\u{e0061}\u{e0062}\u{e007f}",
  "a filler": "a\u3164b\u115fc",
  "selectors without an emoji": "a\ufe0fb\u{e0100}",
  "a command of GitHub": "::error::pwned",
  "a command behind blanks": "  ::stop-commands::x",
  "a command in a line of its own": "a\n::add-mask::b",
  "a command behind a return": "a\r::set-output name=x::b",
  "an older command": "a ##[error]b",
  "a command of Azure": "a ##vso[task.setvariable]b",
  "an older command of three": "###[group]b",
  "a section of GitLab": "a\u001b[0Ksection_start:1:x[collapsed=true]\r\u001b[0Kb",
  "the tag of a finding": "Everyone [a {",
  "a whole tag": "Everyone [list-empty listIds]",
  "a quote": 'a" (list-1). All is well. "b',
  "a longer one than anybody reads": "N".repeat(1000),
};

/** Characters that control a terminal, change the direction of text, or are invisible. */
const acting = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
/**
 * Invisible characters that a comment adds itself, so that GitHub finds no references and no arrow changes its
 * direction.
 */
const ofComment = /[\u200b\u200e]/g;
/** A character that is shown as an emoji. */
const emoji = /\p{Extended_Pictographic}\ufe0f/gu;

/** Fails if a text for people, or a pipeline's log, contains a control character, a command or a long name. */
export function expectHarmless(text: string, { isComment = false } = {}): void {
  const rules: Readonly<Record<string, RegExp>> = {
    "acts, or can't be seen": acting,
    "begins a command": /^[ \t]*::/m,
    "is a command": /##\w*\[/,
    "is too long": /N{101}/,
  };
  const shown = text.replace(emoji, "").replace(isComment ? ofComment : "", "");
  for (const [what, rule] of Object.entries(rules)) {
    const at = shown.search(rule);
    const around = at === -1 ? "" : JSON.stringify(shown.slice(Math.max(0, at - 80), at + 20));
    expect(around, what).to.equal("");
  }
}

const names = Object.values(hostileNames);

/**
 * Starts a proxy of an emulator that inserts the hostile names: in place of `spoiled-0` and so on, and as statuses of
 * the domains `d0.example` and so on. It refuses the properties `prop0` and so on, with hostile names in the error.
 */
export function useHostileNames(suite: Suite, emulator: () => Emulator) {
  const serve = useServers(suite);
  let url = "";
  suite.beforeEach("spoils what the service says", async () => {
    ({ url } = await serve((response, _index, { method, url: path, headers, body }) => {
      const [, refused] = /"prop(\d+)"/.exec(body) ?? [];
      if (refused !== undefined && method === "POST" && !path.endsWith("/search")) {
        const message = nameOf(refused).slice(0, 100);
        return json(response, { errors: [{ field: message, message }] }, { status: 400 });
      }
      const { authorization = "" } = headers;
      const asked = { method, headers: { authorization, "content-type": "application/json" } };
      const forwarded = body === "" ? asked : { ...asked, body };
      void fetch(new URL(path, emulator().baseUrl), forwarded).then(async (upstream) => {
        response.writeHead(upstream.status, { "content-type": "application/json" });
        response.end(withHostileNames(await upstream.text()));
      });
    }));
  });
  return () => url;
}

const nameOf = (at: string | undefined) => names[Number(at)] ?? "";

function withHostileNames(text: string): string {
  const spoiled = text.replace(/spoiled-(\d+)/g, (_, at: string) =>
    JSON.stringify(nameOf(at)).slice(1, -1),
  );
  if (!/"d\d+\.example"/.test(spoiled)) return spoiled;
  const withStatus = (_: string, value: unknown): unknown => {
    const { domain } = (value ?? {}) as { domain?: unknown };
    const [, at] = /^d(\d+)\.example$/.exec(String(domain)) ?? [];
    return at === undefined ? value : { ...(value as object), status: nameOf(at) };
  };
  return JSON.stringify(JSON.parse(spoiled, withStatus));
}
