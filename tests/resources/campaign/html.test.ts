import { expect } from "chai";
import { lookIntoHtml } from "../../../provider/resources/campaign/html";

const nothing = { imagesWithoutAlt: [], linksNotHttps: [], unclosed: [] };

describe("lookIntoHtml", () => {
  const right: [string, string][] = [
    [
      "a whole document",
      "<!doctype html><html><head><meta charset=utf-8></head><body><p>Hi</body></html>",
    ],
    [
      "a list and a table without optional end tags",
      "<ul><li>a<li>b</ul><table><tr><td>1<td>2</table>",
    ],
    ["void elements", "<div>a<br>b<hr/><img alt='' src=https://x.example/a.png></div>"],
    [
      "links of other kinds",
      "<a href='mailto:a@x.example'>m</a><a href='tel:1'>t</a><a href='#top'>u</a>",
    ],
    ["tokens that the service fills in", "<a href='%%unsubscribe%%'>u</a><a href='{{link}}'>l</a>"],
    ["an image that comes with the mail", "<img alt='' src='cid:logo'>"],
    ["markup in a comment", "<!--[if mso]><table><tr><td><![endif]--><p>a</p>"],
    ["text without markup", "1 < 2"],
  ];
  for (const [what, html] of right) {
    it(`finds nothing in ${what}`, async () => {
      expect(await lookIntoHtml(html)).to.deep.equal(nothing);
    });
  }

  it("gives the lines of images without alt text", async () => {
    const html =
      "<p>\n<img src='https://x.example/a.png'>\n<img alt='b' src='https://x.example/b.png'>";
    expect(await lookIntoHtml(html)).to.deep.equal({ ...nothing, imagesWithoutAlt: [2] });
  });

  it("gives the lines of links that are not https, images among them", async () => {
    const html =
      "<a href='http://x.example'>a</a>\n<a href='/news'>b</a>\n<img alt='' src='//x.example/c.png'>\n<a href='javascript:x()'>d</a>";
    expect(await lookIntoHtml(html)).to.deep.equal({ ...nothing, linksNotHttps: [1, 2, 3, 4] });
  });

  it("gives the elements that are never closed", async () => {
    const html = "<div>\n<b>bold\n<p>text\n</div>\n<table><tr><td>cell";
    expect(await lookIntoHtml(html)).to.deep.equal({
      ...nothing,
      unclosed: [
        { tag: "b", line: 2 },
        { tag: "table", line: 5 },
      ],
    });
  });
});
