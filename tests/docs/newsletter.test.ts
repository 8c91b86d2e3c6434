import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compileFunction } from "node:vm";
import { expect } from "chai";
import ts from "typescript";
import { inspectHtml } from "../../mail/inspect/inspection";
import { repository } from "./pages";

const guide = readFileSync(join(repository, "docs", "guides", "newsletter.md"), "utf8");

/** The guide program's imports, and its function that changes the links of an email. */
function linesOfGuide(): string {
  const [, program = ""] = /^```ts\n(.*?)^```/ms.exec(guide) ?? [];
  const imports = program.match(/^import .* from "(?:node:stream|parse5).*\n/gm) ?? [];
  const [written = ""] = /^async function withUtm\(.*?^}\n/ms.exec(program) ?? [];
  return `${imports.join("")}export ${written}`;
}

const links = [
  `<A HREF='https://shop.acme.example/'>All</A>`,
  `<a class=b href=https://shop.acme.example/seeds?a=1&amp;for=%%first_name%%#top>Seeds &amp; ü</a>`,
  `<a href="https://shop.acme.example/{{ path }}">Yours</a>`,
  `<a href="%%unsubscribe%%">Unsubscribe</a>`,
  `<a href="{{ preferences }}">Preferences</a>`,
  `<a href="mailto:hello@acme.example?subject=Hi">Mail</a>`,
  `<a href="tel:+493012345">Call</a>`,
  `<a href="#top">Up</a>`,
];

const mail = `<!doctype html>
<html><head><style>td > a { color: #333 }</style><link href="https://fonts.acme.example/f.css"></head>
<body  style='margin:0'><!--[if mso]><a href="https://shop.acme.example/"><![endif]-->
<table><tr>{% if a > b %}<td>Hello %%first_name%%, https://acme.example/ is open
${links.join("\n")}
<img src="https://images.acme.example/a.png" alt="a > b"/></td></table>`;

const withUtm = (link: string) => {
  const utm = "utm_source=newsletter&amp;utm_medium=email&amp;utm_campaign=2030-01";
  const changed = new Map([
    [links[0], `<a href="https://shop.acme.example/?${utm}">All</A>`],
    [
      links[1],
      `<a class="b" href="https://shop.acme.example/seeds?a=1&amp;for=%%first_name%%&amp;${utm}#top">Seeds &amp; ü</a>`,
    ],
    [links[2], `<a href="https://shop.acme.example/{{ path }}?${utm}">Yours</a>`],
  ]);
  return changed.get(link) ?? link;
};

describe("the newsletter guide's code", () => {
  let change: (html: string, month: string) => Promise<string>;
  before("compiles the lines of the guide", () => {
    const { outputText } = ts.transpileModule(linesOfGuide(), {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    const lines = {} as { withUtm: typeof change };
    compileFunction(outputText, ["exports", "require"])(lines, require);
    change = lines.withUtm;
  });

  it("adds the campaign's URL parameters to web links, and changes no tags but those of web links", async () => {
    const changed = await change(mail, "2030-01");
    expect(changed.split("\n")).to.deep.equal(mail.split("\n").map(withUtm));
  });

  it("keeps the page to which each link leads, and leaves unsubscribe links unchanged", async () => {
    const addresses = (html: string) => inspectHtml(html).links.map(({ address }) => address);
    const utm = "utm_source=newsletter&utm_medium=email&utm_campaign=2030-01";
    expect(addresses(await change(mail, "2030-01"))).to.deep.equal([
      `https://shop.acme.example/?${utm}`,
      `https://shop.acme.example/seeds?a=1&for=%%first_name%%&${utm}#top`,
      `https://shop.acme.example/{{ path }}?${utm}`,
      "%%unsubscribe%%",
      "{{ preferences }}",
      "mailto:hello@acme.example?subject=Hi",
      "tel:+493012345",
      "#top",
    ]);
  });

  it("adds the parameters to every link of an email with 20,000 links", async () => {
    const long = links[0]?.repeat(20_000) ?? "";
    expect(await change(long, "2030-01")).to.equal(withUtm(links[0] ?? "").repeat(20_000));
  });
});
