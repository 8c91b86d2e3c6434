import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { checkContent } from "../../support/campaign-content";
import { step, useCommandLine } from "../../support/shown";

const link = '<a href="http://x.example">a</a>';

/** Mails, and how many of their addresses are not https. */
const mails: readonly [string, string, number][] = [
  ["a-link-twice", `${link}${link}`, 2],
  ["a-link-in-a-drawing", '<svg><a xlink:href="/b">a</a></svg>', 1],
  ["a-link-around-an-area", '<a href="/a"><map><area href="/b"></map>c</a>', 2],
  ["a-link-with-a-background", '<a href="/a" style="background: url(b.png)">c</a>', 2],
  ["an-image-and-its-srcset", '<img alt="" src="a.png" srcset="b.png 1x, c.png 2x">', 3],
  ["an-image-without-src", '<img alt="" background="a.png">', 1],
  ["a-background", '<table><tr><td background="b.png">a</td></tr></table>', 1],
  ["a-form", '<form action="/go"><button formaction="/b">c</button></form>', 2],
  ["a-style", '<style>@import "a.css"; p { background: url(b.png) }</style>', 2],
  ["a-comment-for-outlook", '<!--[if mso]><v:rect href="/a"><v:fill src="b"/><![endif]-->', 2],
  ["a-token", '<a href="{{ a }}/b">c</a><img alt="" srcset="{{ a, b }} 1x, c.png 2x">', 1],
  ["none", '<a href="https://x.example">a</a><td background="cid:b">', 0],
];

describe("the addresses that show marks", function () {
  this.timeout(30_000);
  const { scratch, write, run } = useCommandLine(this);

  it("are as many as the finding link-not-https counts, wherever they are", async () => {
    const steps = mails.map(([name, html]) => step("create", name, { html }));
    await write("preview.json", { steps });
    const { exitCode, output } = await run(["show", "--preview", "preview.json"]);
    expect(exitCode, output).to.equal(0);
    const folder = join(scratch(), "email-marketing-mail");
    const pages = (await readdir(folder)).filter((file) => /^\d+-.*[^s]\.html$/.test(file));
    const found = await Promise.all(
      mails.map(async ([name, html], at) => {
        const counted = (await checkContent({ html }))
          .filter((one) => one.name === "link-not-https")
          .map(({ problem }) => Number(/^html: (\d+) /.exec(problem)?.[1]));
        const page = await readFile(join(folder, pages[at] ?? ""), "utf8");
        return [name, counted[0] ?? 0, page.split("not a full https address").length - 1];
      }),
    );
    expect(found).to.deep.equal(mails.map(([name, , number]) => [name, number, number]));
  });
});
