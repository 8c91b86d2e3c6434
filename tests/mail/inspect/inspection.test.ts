import { expect } from "chai";
import { inspectHtml } from "../../../mail/inspect/inspection";

const nothing = {
  imagesWithoutAlt: [],
  linksNotHttps: [],
  empty: [],
  unclosed: [],
  crossed: [],
  swallowing: [],
};

function faultsOf(html: string) {
  return inspectHtml(html).faults();
}

describe("inspectHtml", () => {
  const right = {
    "a doctype, a head and a body":
      "<!doctype html><html><head><meta charset=utf-8></head><body><p>Hi</body></html>",
    "a list and a table without optional end tags":
      "<ul><li>a<li>b</ul><table><tr><td>1<td>2</table>",
    "void elements": "<div>a<br>b<hr/><img alt='' src=https://x.example/a.png></div>",
    "mailto:, tel: and anchor links":
      "<a href='mailto:a@x.example'>m</a><a href='tel:1'>t</a><a href='#top'>u</a>",
    "merge tags that the service fills in":
      "<a href='%%unsubscribe%%'>u</a><a href='{{link}}'>l</a>",
    "an attached (cid:) image": "<img alt='' src='cid:logo'>",
    "markup in a comment": "<!--[if mso]><table><tr><td><![endif]--><p>a</p>",
    "text without markup": "1 < 2",
    "self-closed SVG elements": "<div><svg><g/><path d='M0 0' /></svg><svg/></div>",
    "self-closed MathML elements": "<math><mspace/></math><p>a",
    "self-closed elements for Outlook": "<p>a<o:p/></p><v:rect><v:fill/><w:anchorlock /></v:rect>",
    "comments for Outlook that open and close elements":
      "<!--[if mso]><v:rect><v:textbox><![endif]--><div>a</div><!--[if mso]></v:textbox></v:rect><![endif]-->",
    "elements for all but Outlook": "<!--[if !mso]><!--><div>a</div><!--<![endif]-->",
    "elements that only Outlook omits": "<![if !mso]><div>a</div><![endif]>",
    "links in a comment for old browsers":
      "<!--[if lt IE 9]><script src='http://a.example'></script><![endif]-->",
    "link elements that no email client loads":
      "<link rel='canonical' href='http://x.example'><link href='/a'>",
    "a namespace that looks like a URL": "<svg xmlns='http://www.w3.org/2000/svg'></svg>",
    "references to ids in SVG, such as #a":
      "<svg><use xlink:href='#a'/><path fill='url(#b)'/></svg>",
    "a srcset with commas in an address":
      "<img alt='' srcset='data:image/gif;base64,R0 1x,https://x.example/a,b 2x'>",
    "a srcset of one address": "<img alt='' srcset='https://x.example/a.png'>",
    "an attached (cid:) background image": "<td background='cid:b' style='background:url(cid:b)'>a",
    "SVG images that are attached (cid:) or data: URLs":
      "<svg><image href='data:image/gif;base64,R0'/><feImage href='cid:a'/><use xlink:href='cid:b'/></svg>",
    "an Outlook behaviour": "<style>v\\:* { behavior: url(#default#VML) }</style>",
    "a merge tag that may contain an alt attribute": "<img src='https://x.example/a.png' {{alt}}>",
    "merge tags that contain angle brackets":
      "<a href='<%= a > b ? \"c\" : d %>'>a</a><% if (a<b) { %>a<% } %>",
    "a srcset of merge tags with white space and commas":
      "<img alt='' srcset='{{ a, b }} 1x, {{ c }} 2x'>",
    "template branches, each with a start tag": "{{#if a}}<div id=b>{{else}}<div>{{/if}}</div>",
    "template branches in the syntax *|IF|*": "*|IF:A|*<b>*|ELSE:|*<b>*|END:IF|*a</b>",
  };
  for (const [what, html] of Object.entries(right)) {
    it(`finds no faults in valid HTML with ${what}`, () => {
      expect(faultsOf(html)).to.deep.equal(nothing);
    });
  }

  const broken = {
    "the background of a cell": "<table><tr><td background='b.png'>a</td></tr></table>",
    "an area of an image map": "<map><area href='http://x.example'></map>",
    "a srcset": "<img alt='' srcset='https://x.example/a 1x, http://x.example/b 2x'>",
    "the srcset of a source element": "<picture><source srcset='b.png'></picture>",
    "an image that is preloaded": "<link rel=preload imagesrcset='b.png 1x'>",
    "the poster of a video": "<video poster='b.png'></video>",
    "a video": "<video src='b.mp4'></video>",
    "the source of an audio element": "<audio><source src='b.mp3'></audio>",
    "a linked style sheet": "<link rel='stylesheet' href='b.css'>",
    "an icon": "<link rel='shortcut icon' href='/b.ico'>",
    "a base element": "<base href='http://x.example/'>",
    "a form": "<form action='/go'></form>",
    "a button of a form": "<button formaction='/go'>a</button>",
    "an image input": "<input type=image alt=a src='b.png'>",
    "an object element": "<object data='b.svg'></object>",
    "an iframe": "<iframe src='/b'></iframe>",
    "an SVG image": "<svg><image xlink:href='b.png'/></svg>",
    "an SVG link": "<svg><a xlink:href='/b'>a</a></svg>",
    "a VML shape for Outlook": "<v:roundrect href='/b'></v:roundrect>",
    "a comment for Outlook": "<!--[if gte mso 9]><v:fill src='b.png'/><![endif]-->",
    "a style attribute": "<p style='color: red; background: url(\"b.png\")'>a",
    "a style element": "<style>p { background: url(b.png) }</style>",
  };
  for (const [what, html] of Object.entries(broken)) {
    it(`finds a URL without https in ${what}`, () => {
      expect(faultsOf(html)).to.deep.equal({ ...nothing, linksNotHttps: [1] });
    });
  }

  it("reports a data: URL as a fault in a link, but not in an image", () => {
    const html = "<img alt='' src='data:image/gif;base64,R0'><a href='data:text/html,a'>a</a>";
    expect(faultsOf(`\n${html}`)).to.deep.equal({ ...nothing, linksNotHttps: [2] });
  });

  for (const [name, end] of [
    ["Unix", "\n"],
    ["Windows", "\r\n"],
    ["old Macs", "\r"],
  ] as const) {
    it(`returns faults with the right line numbers if the HTML has line ends of ${name}`, () => {
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
      expect(faultsOf(html)).to.deep.equal({
        ...nothing,
        imagesWithoutAlt: [8],
        linksNotHttps: [3, 7, 8],
        unclosed: [{ tag: "b", line: 5 }],
      });
    });
  }

  const open: Readonly<Record<string, readonly [html: string, unclosed: readonly object[]]>> = {
    "self-closed as in XML, because HTML leaves such elements open": [
      "<div><span/>a</div>",
      [{ tag: "span", line: 1 }],
    ],
    "in SVG or in Outlook's namespace and never closed": [
      "<div><svg><g><path/></svg><o:p></div>",
      [
        { tag: "g", line: 1 },
        { tag: "o:p", line: 1 },
      ],
    ],
    "never closed": [
      "<div>\n<b>bold\n<p>text\n</div>\n<table><tr><td>cell",
      [
        { tag: "b", line: 2 },
        { tag: "table", line: 5 },
      ],
    ],
  };
  for (const [what, [html, unclosed]] of Object.entries(open)) {
    it(`finds elements that are ${what}`, () => {
      expect(faultsOf(html)).to.deep.equal({ ...nothing, unclosed });
    });
  }

  it("returns the lines of links that lead nowhere and of images without a URL", () => {
    for (const [html, isFound] of [
      ["<a href='#'>a</a>", true],
      ["<a href=''>a</a>", true],
      ["<a href='https://'>a</a>", true],
      ["<a href='https:// a.example/x'>a</a>", true],
      ["<a href='mailto:'>a</a>", true],
      ["<a href='#x'>a</a>", true],
      ["<a href='#'><img alt='' src='https://x.example/a'></a>", true],
      ["<img alt=''>", true],
      ["<img alt='' src=''>", true],
      ["<img alt='' src=' ' srcset=' '>", true],
      ["<a href='#top'>a</a>", false],
      ["<a href='#x'>a</a><p id=x>", false],
      ["<a href='#%C3%A4'>a</a><a name='ä'></a>", false],
      ["<a href='#'></a><a name=b>b</a>", false],
      ["<a href='{{ link }}'>a</a><a href='https://%%host%%/x'>b</a>", false],
      ["<img alt='' {{ src }}><img alt='' srcset='https://x.example/a'>", false],
    ] as const) {
      expect(faultsOf(`\n${html}`).empty, html).to.deep.equal(isFound ? [2] : []);
    }
  });

  it("finds each URL without https in a srcset with commas and parentheses", () => {
    for (const [srcset, broken] of [
      ["https://x.example/a,b 1x, https://x.example/c 2x", 0],
      ["http://x.example/a, ,http://x.example/b,", 2],
      ["https://x.example/a calc(1px, 2px), http://x.example/b", 1],
      ["https://x.example/a 1x,http://x.example/b 2x", 1],
      ["https://x.example/a (http://x.example/b , c", 0],
      [",,", 0],
    ] as const) {
      const { linksNotHttps } = faultsOf(`<img alt="" srcset="${srcset}">`);
      expect(linksNotHttps, srcset).to.have.length(broken);
    }
  });

  it("finds elements closed in the wrong order, unless all browsers close the elements in the same way", () => {
    for (const [html, faults] of [
      ["<p><b><i>x</b></i> y</p>", {}],
      ["<div>\n<center>a</div></center>", { crossed: [{ tag: "center", line: 2 }] }],
      ["<div><center>a</div>", { unclosed: [{ tag: "center", line: 1 }] }],
      ["<p><b>a<p>b</b>", {}],
      ["<table><form action='https://x.example/a'><tr><td>a</td></tr></form></table>", {}],
      ["<table><tr><td><form action='https://x.example/a'>b</td></tr></table></form>", {}],
      [
        "<center>a</center></center>\n<center><table><tr><td>\n<center>b</td></tr></table></center>",
        { crossed: [{ tag: "center", line: 3 }] },
      ],
      ["</div><div>a</div>\n<div>b", { unclosed: [{ tag: "div", line: 2 }] }],
      ["<p>Hi <nil>, #<User:0x00007f8b>, <a.B object at 0x7f3a></p>", {}],
    ] as const) {
      expect(faultsOf(html), html).to.deep.equal({ ...nothing, ...faults });
    }
  });

  it("returns the exceeded limit, but no faults, if the HTML is too large", () => {
    for (const [html, end] of [
      [`${"<b>".repeat(600)}\n<div>`, { line: 1, why: "it nests more than 512 elements" }],
      [`\n${"<i></i>".repeat(5_001)}`, { line: 2, why: "it has more than 5,000 elements" }],
      ["</b>".repeat(25_001), { line: 1, why: "it has more than 25,000 end tags" }],
      [
        `<p>a</p>\n${"a ".repeat(125_000)}`,
        { line: 2, why: "it has more than 250,000 characters of text, styles and comments" },
      ],
      // The parser opens all unclosed elements again in each paragraph.
      [
        `${Array.from({ length: 400 }, (_, at) => `<p><b id=${at}>a</p>`).join("")}`,
        { line: 1, why: "it has more than 5,000 elements" },
      ],
    ] as const) {
      expect(inspectHtml(html).end, html.slice(0, 20)).to.deep.equal(end);
      expect(faultsOf(html)).to.deep.equal(nothing);
    }
  });

  it("doesn't report a link to a missing anchor as a fault if the inspection stopped early", () => {
    const html = `<a href="#shop">Shop</a><a href="#">a</a>${"<i></i>".repeat(5_001)}<p id="shop">`;
    expect(faultsOf(`\n${html}`).empty).to.deep.equal([2]);
  });
});

describe("the inspection of an email's HTML", () => {
  it("finds neither content nor faults if the HTML is absent or empty", () => {
    for (const html of [undefined, ""]) {
      const { links, images, others, ...inspection } = inspectHtml(html);
      expect([links, images, others, inspection.prose()]).to.deep.equal([[], [], [], []]);
      expect([inspection.text(), inspection.previewText()]).to.deep.equal(["", ""]);
      expect(inspection.faults()).to.deep.equal(nothing);
      expect(inspection.isBlank()).to.equal(true);
      expect(inspection.offersUnsubscribe()).to.equal(false);
      expect(inspection.end).to.equal(undefined);
    }
  });

  it("returns links and images with the texts that a reader sees", () => {
    const { links, images } = inspectHtml(`<a href="https://x.example/{{ a < b }}"> to
<b>the &amp; shop</b><style>p {}</style></a>
<a href="/a"><img alt="a map" src="b.png"><map><area alt="north" href="c"></map>here</a>
<img src="d.png" {{ alt }}><a>e</a><img background="f.png"><svg><a style="b: url(g)" xlink:href="h">i  j</a></svg>`);
    const plain = { isHidden: false, isUnsubscribeLink: false, mayUnsubscribe: false };
    expect(links).to.deep.equal([
      {
        address: "https://x.example/{{ a < b }}",
        isBroken: false,
        line: 1,
        ...plain,
        text: "to the & shop",
      },
      { address: "/a", isBroken: true, line: 3, text: "a maphere", ...plain },
      { address: "c", isBroken: true, line: 3, text: "north", ...plain },
      { address: "", isBroken: false, line: 4, text: "e", ...plain },
      { address: "h", isBroken: true, line: 4, text: "i j", ...plain },
    ]);
    expect(images).to.deep.equal([
      { address: "b.png", isBroken: true, line: 3, alt: "a map", lacksAlt: false },
      { address: "d.png", isBroken: true, line: 4, alt: undefined, lacksAlt: false },
      { address: "", isBroken: false, line: 4, alt: undefined, lacksAlt: true },
    ]);
  });

  it("returns all URLs besides those of links and images, such as style sheets", () => {
    const { others } = inspectHtml(`<link rel="stylesheet" href="https://x.example/a.css">
<style>
v\\:* { behavior: url(#default#VML) } p { background: url(cid:b) }
p { background: url("{{ c }}/d.png") }</style>
<!--[if mso]><v:fill src="e.png"/><style>@import "f.css"</style><![endif]-->
<a href="#top" style="background: url(g.png)">a</a><form action="/h"></form><p background="">`);
    const loaded = { isLoaded: true, isBroken: false };
    const broken = { isLoaded: true, isBroken: true };
    expect(others).to.deep.equal([
      { element: "link", line: 1, address: "https://x.example/a.css", ...loaded },
      { element: "style", line: 3, address: "cid:b", ...loaded },
      { element: "style", line: 4, address: "{{ c }}/d.png", ...loaded },
      { element: "v:fill for Outlook", line: 5, address: "e.png", ...broken },
      { element: "style", line: 5, address: "f.css", ...broken },
      { element: "a", line: 6, address: "g.png", ...broken },
      { element: "form", line: 6, address: "/h", ...broken, isLoaded: false },
    ]);
  });

  it("returns the visible text with a line for each block, and with unchanged merge tags", () => {
    const { text } = inspectHtml(`<head><title>T</title><style>a {}</style></head><h1>Hello
  {{ name | default: "you" }}</h1><!-- b --><p>It costs <b>1&nbsp;&euro;</b> <%= a > b ? c : d %> 🐀</p>
<template>e</template><ul><li>f<li>g</ul>`);
    expect(text()).to.equal(
      'Hello\n{{ name | default: "you" }}\nIt costs 1 € <%= a > b ? c : d %> 🐀\nf\ng',
    );
  });

  it("starts the preview text with the alternative texts of images if images come first", () => {
    const images =
      '<table><tr><td><img src="https://acme.example/a.png" alt="50% off all seeds\nuntil Sunday"><img src="b" alt=""></td></tr></table>';
    for (const [html, beginning] of [
      [`${images}<p>Unsubscribe</p>`, "50% off all seeds until Sunday\nUnsubscribe"],
      [images, "50% off all seeds until Sunday"],
      ['<p>Hello</p><img src="a" alt="A seed"><p>Bye</p>', "Hello\nBye"],
      ['<img src="a"><p>Hello</p>', "Hello"],
    ] as const) {
      expect(inspectHtml(html).previewText(), html).to.equal(beginning);
    }
  });

  it("caches the results for the last two emails", () => {
    const first = inspectHtml("<p>1");
    expect(inspectHtml("<p>2")).not.to.equal(first);
    expect(inspectHtml("<p>1")).to.equal(first);
    inspectHtml("<p>3");
    expect(inspectHtml("<p>1")).not.to.equal(first);
  });
});
