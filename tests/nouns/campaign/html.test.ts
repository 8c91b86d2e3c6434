import { expect } from "chai";
import { lookIntoHtml } from "../../../provider/nouns/campaign/html";

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
    ["self-closed elements of a drawing", "<div><svg><g/><path d='M0 0' /></svg><svg/></div>"],
    ["self-closed elements of a formula", "<math><mspace/></math><p>a"],
    ["self-closed elements of Outlook", "<p>a<o:p/></p><v:rect><v:fill/><w:anchorlock /></v:rect>"],
    [
      "comments for Outlook that open and close elements",
      "<!--[if mso]><v:rect><v:textbox><![endif]--><div>a</div><!--[if mso]></v:textbox></v:rect><![endif]-->",
    ],
    ["elements for all but Outlook", "<!--[if !mso]><!--><div>a</div><!--<![endif]-->"],
    ["elements that Outlook alone leaves out", "<![if !mso]><div>a</div><![endif]>"],
    [
      "links for browsers of old",
      "<!--[if lt IE 9]><script src='http://a.example'></script><![endif]-->",
    ],
    ["links that nothing loads", "<link rel='canonical' href='http://x.example'><link href='/a'>"],
    ["names that look like addresses", "<svg xmlns='http://www.w3.org/2000/svg'></svg>"],
    ["anchors in a drawing", "<svg><use xlink:href='#a'/><path fill='url(#b)'/></svg>"],
    [
      "a srcset with commas in an address",
      "<img alt='' srcset='data:image/gif;base64,R0 1x,https://x.example/a,b 2x'>",
    ],
    ["a srcset of one address", "<img alt='' srcset='https://x.example/a.png'>"],
    [
      "a background that comes with the mail",
      "<td background='cid:b' style='background:url(cid:b)'>a",
    ],
    ["an Outlook behaviour", "<style>v\\:* { behavior: url(#default#VML) }</style>"],
    ["a token that may be an alt text", "<img src='https://x.example/a.png' {{alt}}>"],
    [
      "a token with a bracket of HTML",
      "<a href='<%= a > b ? \"c\" : d %>'>a</a><% if (a<b) { %>a<% } %>",
    ],
    ["a token with white space and commas", "<img alt='' srcset='{{ a, b }} 1x, {{ c }} 2x'>"],
    ["alternatives, each with a start tag", "{{#if a}}<div id=b>{{else}}<div>{{/if}}</div>"],
    ["alternatives in other words", "*|IF:A|*<b>*|ELSE:|*<b>*|END:IF|*a</b>"],
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

  const broken: [string, string][] = [
    ["the background of a cell", "<table><tr><td background='b.png'>a</td></tr></table>"],
    ["an area", "<map><area href='http://x.example'></map>"],
    ["a srcset", "<img alt='' srcset='https://x.example/a 1x, http://x.example/b 2x'>"],
    ["a srcset of a source", "<picture><source srcset='b.png'></picture>"],
    ["an image that is preloaded", "<link rel=preload imagesrcset='b.png 1x'>"],
    ["a poster", "<video poster='b.png'></video>"],
    ["a video", "<video src='b.mp4'></video>"],
    ["a sound", "<audio><source src='b.mp3'></audio>"],
    ["a style sheet", "<link rel='stylesheet' href='b.css'>"],
    ["an icon", "<link rel='shortcut icon' href='/b.ico'>"],
    ["a base", "<base href='http://x.example/'>"],
    ["a form", "<form action='/go'></form>"],
    ["a button of a form", "<button formaction='/go'>a</button>"],
    ["an input", "<input type=image alt=a src='b.png'>"],
    ["an object", "<object data='b.svg'></object>"],
    ["a frame", "<iframe src='/b'></iframe>"],
    ["an image of a drawing", "<svg><image xlink:href='b.png'/></svg>"],
    ["a link of a drawing", "<svg><a xlink:href='/b'>a</a></svg>"],
    ["a shape of Outlook", "<v:roundrect href='/b'></v:roundrect>"],
    ["a comment for Outlook", "<!--[if gte mso 9]><v:fill src='b.png'/><![endif]-->"],
    ["a style", "<p style='color: red; background: url(\"b.png\")'>a"],
    ["a style sheet of its own", "<style>p { background: url(b.png) }</style>"],
  ];
  for (const [what, html] of broken) {
    it(`finds an address that is not https in ${what}`, async () => {
      expect(await lookIntoHtml(html)).to.deep.equal({ ...nothing, linksNotHttps: [1] });
    });
  }

  it("finds no script as a link, though an image may be one of the mail's own data", async () => {
    const html = "<img alt='' src='data:image/gif;base64,R0'><a href='data:text/html,a'>a</a>";
    expect(await lookIntoHtml(`\n${html}`)).to.deep.equal({ ...nothing, linksNotHttps: [2] });
  });

  for (const [name, end] of [
    ["Unix", "\n"],
    ["Windows", "\r\n"],
    ["old Macs", "\r"],
  ] as const) {
    it(`counts lines as on ${name}, in style sheets and comments for Outlook, too`, async () => {
      const html = [
        "<style>",
        "/* url(a) */",
        "p { background: url(a) }</style>",
        "{{#each",
        "  products}}<b>",
        "<!--[if mso]>",
        "<v:fill src='a'/><![endif]-->",
        "<img src='a'>",
      ].join(end);
      expect(await lookIntoHtml(html)).to.deep.equal({
        imagesWithoutAlt: [8],
        linksNotHttps: [3, 7, 8],
        unclosed: [{ tag: "b", line: 5 }],
      });
    });
  }

  it("gives HTML elements that are closed as in XML, which HTML leaves open", async () => {
    expect(await lookIntoHtml("<div><span/>a</div>")).to.deep.equal({
      ...nothing,
      unclosed: [{ tag: "span", line: 1 }],
    });
  });

  it("gives the elements that are never closed beside those of a drawing", async () => {
    expect(await lookIntoHtml("<div><svg><g><path/></svg><o:p></div>")).to.deep.equal({
      ...nothing,
      unclosed: [
        { tag: "g", line: 1 },
        { tag: "o:p", line: 1 },
      ],
    });
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
