import { expect } from "chai";
import { renderComment } from "../../../../cli/review/comment";
import { escaped } from "../../../../cli/review/comment/markdown";
import type { FoundLinks } from "../../../../cli/review/links/report";
import { previewOf } from "../../../support/preview";
import { step } from "../../../support/preview-fixtures";

const preview = { steps: [step("create", "spring", {})] };

/** The comment's lines about checked links, and the next heading. */
function linesOf(links: readonly FoundLinks[], keys: readonly string[] = []): string[] {
  const lines = renderComment(previewOf(preview, keys), { links }).split("\n");
  const begin = lines.findIndex((line) => /^\*\*[\d,]+ links? /.test(line));
  expect(begin).to.be.above(lines.indexOf("**Will be mailed**"));
  return lines.slice(begin, lines.indexOf("**Changes**") + 1);
}

const found = (verdict: string, address: string, answer: string, finalAddress?: string) => ({
  verdict,
  address,
  answer,
  ...(finalAddress !== undefined && { finalAddress }),
});

describe("links in a comment", () => {
  it("are listed once for all campaigns that contain them, dead links before unchecked links", () => {
    const footer = found("dead", "acme.example/imprint", "404");
    const spring = {
      campaign: "spring",
      addresses: [
        found("ok", "shop.acme.example/spring", "200"),
        found("not checked", "acme.example/poll", 'its path or query has "vote"'),
        found("dead", "shop.acme.example/old", "410", "shop.acme.example/gone"),
        footer,
      ],
      imageWeight: "Size of the images: 34.5 kB in 1 image",
    };
    const others = [..."abcdef"].map((campaign) => ({ campaign, addresses: [footer] }));
    expect(linesOf([spring, ...others])).to.deep.equal([
      "**4 links and images: 1 ok, 2 dead, 1 not checked**",
      "",
      "- ⚠️ **spring**: dead: `shop.acme.example/old -> shop.acme.example/gone` (410)",
      "- ⚠️ **spring**, **a**, **b**, **c**, **d**, 2 more: dead: `acme.example/imprint` (404)",
      '- ℹ️ **spring**: not checked: `acme.example/poll` (its path or query has "vote")',
      "- **spring**: Size of the images: 34.5 kB in 1 image",
      "",
      "**Changes**",
    ]);
  });

  it("are only counted, not shown, after the first 30", () => {
    const addresses = Array.from({ length: 1200 }, (_, at) =>
      found(at < 600 ? "not checked" : "dead", `acme.example/${at}`, "503"),
    );
    const lines = linesOf([{ campaign: "spring", addresses }]);
    expect(lines[0]).to.equal("**1,200 links and images: 0 ok, 600 dead, 600 not checked**");
    expect(lines[2]).to.equal("- ⚠️ **spring**: dead: `acme.example/600` (503)");
    expect(lines.slice(31)).to.deep.equal([
      "- ⚠️ **spring**: dead: `acme.example/629` (503)",
      "",
      "... and 1170 more in the output of show --links.",
      "",
      "**Changes**",
    ]);
  });

  it("are shown with keys and readers' addresses masked, and with Markdown and mentions escaped", () => {
    const hostile = {
      campaign: "a**<b>\n@acme/all",
      addresses: [
        found("dead", "www.acme.example/`<img src=x>`|k-4711\n# ada@reader.example", "[x](y) @all"),
      ],
      imageWeight: "<b>\n- @acme/all k-4711",
    };
    expect(linesOf([hostile], ["k-4711"])).to.deep.equal([
      "**1 link or image: 0 ok, 1 dead, 0 not checked**",
      "",
      "- ⚠️ **a\\*\\*\\<b\\> @\u200bacme/all**: dead: `www.acme.example/'<img src=x>'|[key] # [address]` (\\[x\\](y) @\u200ball)",
      "- **a\\*\\*\\<b\\> @\u200bacme/all**: \\<b\\> - @\u200bacme/all \\[key\\]",
      "",
      "**Changes**",
    ]);
  });

  it("are omitted, with the heading, if no email has links", () => {
    const links = [{ campaign: "spring", addresses: [] }];
    expect(renderComment(previewOf(preview, []), { links })).to.equal(
      renderComment(previewOf(preview, [])),
    );
  });
});

describe("the comment's escaping of a campaign's texts", () => {
  // Texts that GitHub (G) and GitLab (L) document as references, autolinks, formulas or emoji. \u200b is invisible.
  const rows: readonly (readonly [written: string, inMarkdown: string])[] = [
    ["Issue #12", "Issue \\#\u200b12"], // G, L
    ["GH-12 and gh-12", "GH-\u200b12 and gh-\u200b12"], // G
    ["GL-12", "GL-\u200b12"], // L
    ["owner/repo#7", "owner/repo\\#\u200b7"], // G, L
    ["owner/repo@6dcb09b", "owner/repo@\u200b`6dcb09b`"], // G, L
    ["6dcb09b5b57875f334f61aebed695e2e4193db5e", "`6dcb09b5b57875f334f61aebed695e2e4193db5e`"], // G, L
    ["www.acme.example", "www\u200b.acme.example"], // G, L
    ["https://acme.example/a", "https:\u200b//acme.example/a"], // G, L
    ["ftp://acme.example", "ftp:\u200b//acme.example"], // L
    ["mailto:it", "mailto:\u200bit"], // G
    ["Team_https://acme.example", "Team\\_https:\u200b//acme.example"], // G: after an underscore or a digit
    ["1https://acme.example, éhttp://a", "1https:\u200b//acme.example, éhttp:\u200b//a"],
    ["_www.acme.example, 1www.acme.example", "\\_www\u200b.acme.example, 1www\u200b.acme.example"],
    ["_ftp://acme.example", "\\_ftp:\u200b//acme.example"],
    ["1mailto:it, _xmpp:it", "1mailto:\u200bit, \\_xmpp:\u200bit"],
    ["_GH-12, high-12", "\\_GH-\u200b12, high-12"],
    ["@team, @acme/all", "@\u200bteam, @\u200bacme/all"], // G, L
    ["$x$ for $5", "<span>$</span>x<span>$</span> for <span>$</span>5"], // G, L
    [
      "at 2027-03-01T09:00:00-05:00: or 02:30:00+01:00: it",
      "at 2027-03-01T09:00:00-05:00: or 02:30:00+01:00: it",
    ],
    [":tada: :+1: at 09:00:00", ":\u200btada: :\u200b+1: at 09:00:00"], // G, L
    [":white_check_mark:", ":\u200bwhite\\_check\\_mark:"], // G, L
    ["@_team, @.team", "@\u200b\\_team, @\u200b.team"], // L
    ["[issue:12] *iteration:3", "\\[\u200bissue:12\\] \\*\u200biteration:3"], // L
    ["~_label", "\\~\u200b\\_label"], // L
    ["!12, &5", "!\u200b12, \\&\u200b5"], // L
    ['~label ~"a b"', '\\~\u200blabel \\~\u200b"a b"'], // L
    ["%34 %v1", "%\u200b34 %\u200bv1"], // L
    ["%%unsubscribe%% 50% off", "%%unsubscribe%% 50% off"],
    ["*a* _b_ [c](d) <e> | `f`", "\\*a\\* \\_b\\_ \\[c\\](d) \\<e\\> \\| \\`f\\`"],
    ["Sale! 2098-03-01, C# & Co, feedback", "Sale! 2098-03-01, C\\# \\& Co, feedback"],
  ];
  for (const [written, inMarkdown] of rows) {
    it(`turns "${written}" into text without links, references and formatting`, () =>
      expect(escaped(written)).to.equal(inMarkdown));
  }
});
