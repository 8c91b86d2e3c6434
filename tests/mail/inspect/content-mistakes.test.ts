import { expect } from "chai";
import {
  contentMistakes,
  contentMistakesIn,
  type MailTexts,
  withoutEntities,
} from "../../../mail/inspect/content-mistakes";

/** An email for each row of `contentMistakes`, with only the mistake of this row. */
const examples: readonly MailTexts[] = [
  { subject: "What&#39;s new" },
  { html: '<a href="https://acme.example/?a=1&amp;amp;b=2">Shop</a>' },
  { subject: "Hi undefined, it is spring" },
  { subject: "DRAFT - do not send" },
  { plainText: "<!doctype html><html><body><p>Hi</p></body></html>" },
  { html: '<a href="https://%%unsubscribe%%">Unsubscribe</a>' },
  { html: "<p>Dear [FNAME],</p>" },
  { html: '<img src="cid:logo" alt="Acme">' },
  { html: "<html><body></body></html>" },
  { html: "<body>&lt;p&gt;It is &lt;b&gt;spring&lt;/b&gt;&lt;/p&gt;</body>" },
  { html: '<a href="https://localhost:3000/">Shop</a>' },
  { html: '<a href="https://192.168.0.3/">Shop</a>' },
];

/** The mistakes in an email, each cut before its effect. */
function foundIn(texts: MailTexts): string[] {
  return contentMistakesIn(texts).map(
    ({ name, problem }) => `${name}: ${/^[^,]*/.exec(problem)?.[0]}`,
  );
}

// The tests in tests/mail/collection check the findings in whole emails.
describe("the search for content mistakes", () => {
  for (const [at, row] of contentMistakes.entries()) {
    const { name } = row;
    const example = examples[at] ?? {};
    const level = "level" in row ? row.level : "warning";
    it(`finds only the mistake ${name} (${level}) in ${JSON.stringify(example)}`, () => {
      const found = contentMistakesIn(example).map((one) => [one.name, one.level]);
      expect(found).to.deep.equal([[name, level]]);
    });
  }

  it("finds HTML character codes in plain texts unless the code is quoted or also visible in the HTML", () => {
    const code = (input: string, written: string) => [
      `text-encoded: ${input}: it has the code ${written}`,
    ];
    for (const [texts, found] of [
      [{ subject: "Tom &amp; Jerry" }, code("subject", "&amp;")],
      [{ preheader: "It&rsquo;s here" }, code("preheader", "&rsquo;")],
      [{ "sender.name": "Caf&#xE9;" }, code("sender.name", "&#xE9;")],
      [{ plainText: "https://acme.example/?a=1&amp;b=2" }, code("plainText", "&amp;")],
      [{ subject: "=?UTF-8?B?SGVsbG8=?=" }, code("subject", "=?UTF-8?B?SGVsbG8=?=")],
      [{ subject: "=?utf-8?q?Hello_you?= again" }, code("subject", "=?utf-8?q?Hello_you?=")],
      [{ plainText: "Write &amp;", html: "<p>Write &amp;amp;" }, []],
      [{ plainText: "The code '&nbsp;' and `&amp;`" }, []],
      [{ subject: "R&D; AT&T; Q&A; &nosuch; &;", plainText: "?a=1&copy=2" }, []],
      [{ subject: "Why? =?=" }, []],
      [{ html: "<p>Tom &amp; Jerry" }, []],
    ] as const) {
      expect(foundIn(texts), JSON.stringify(texts)).to.deep.equal(found);
    }
  });

  it("reports the first HTML character code of each text", () => {
    const found = foundIn({ subject: "&amp; &lt;", plainText: "&gt; &lt;" });
    expect(found).to.deep.equal([
      "text-encoded: subject: it has the code &amp;",
      "text-encoded: plainText: it has the code &gt;",
    ]);
  });

  it("finds a whole HTML page in the plain text, but not a text about HTML", () => {
    for (const [plainText, is] of [
      ["\n<HTML>\n<body>Hi", true],
      ["<?xml version='1.0'?><!DOCTYPE html>", true],
      ["<!-- mail --><html lang=en>", true],
      ["Hi\n<html>", false],
      ["<htmlx>", false],
      ["<b>Hi</b>", false],
      ["\ufeff<head><title>News</title></head>", true],
      ["<table><tr><td>Hi</td></tr></table>\n", true],
      ["<div> is an element of HTML", false],
    ] as const) {
      const found = foundIn({ plainText });
      const expected = ["plain-text-is-html: plainText: it has a whole HTML page"];
      expect(found, plainText).to.deep.equal(is ? expected : []);
    }
  });

  it("finds merge tags of other tools only if the tag's name is known", () => {
    for (const [text, tag] of [
      ["Dear [FNAME],", "[FNAME]"],
      ["Dear [Name,fallback=friend]!", "[Name"],
      ["Dear %FIRSTNAME%,", "%FIRSTNAME%"],
      ["Dear { First Name },", "{ First Name }"],
      ["Hi {name}, it's time", "{name}"],
      ["Hi #last_name#", "#last_name#"],
      ["[company]", "[company]"],
      ["Stop: [unsubscribe_link]", "[unsubscribe_link]"],
      ["Stop: [unsubscribe]", "[unsubscribe]"],
      ["{emailaddress}", "{emailaddress}"],
      ["Dear ((fullname)),", "((fullname))"],
      ["Dear _|FNAME|_,", "_|FNAME|_"],
      ["Hi ::subscriber.first_name::", "::subscriber.first_name::"],
      ["Your code: %recipient.replacement_1%", "%recipient.replacement_1%"],
      [
        "((c)) ((see above)) std::name::of ::first:: f((name(1))) a_|b|_ 5% recipient.name%",
        undefined,
      ],
      ["[NOTICE] 50% off, 20% more, [1], {as is}, #win#, 100%name", undefined],
      ["%%name%% %{name} \u0024{name} @{name} names[name] [email](x) {{name}}", undefined],
      ['print(f"Hi {name}") greeting = {name}', undefined],
      ["[Unsubscribe] https://acme.example/u", undefined],
    ] as const) {
      const found = tag === undefined ? [] : [`merge-tag-unknown: plainText: it has ${tag}`];
      expect(foundIn({ plainText: text }), text).to.deep.equal(found);
      const inHtml = found.map((one) => one.replace("plainText", "html"));
      expect(foundIn({ html: `<p>${text}</p>` }), text).to.deep.equal(inHtml);
    }
    for (const html of [
      "<p><code>[name]</code></p><pre>{name}</pre>",
      "<style>input[name] { color: red }</style><p>Hi",
      "<a href='https://acme.example/u'>[unsubscribe]</a>",
      "<p title='[name]'>Hi</p><!-- [name] -->",
    ]) {
      expect(foundIn({ html }), html).to.deep.equal([]);
    }
    expect(foundIn({ plainText: 'f"Hi" {name}', html: "<code>{name}</code>" })).to.deep.equal([]);
  });

  it("reports [FNAME] at the start of a subject, but [Company] only if a comma follows", () => {
    expect(foundIn({ subject: "[Company] news" })).to.deep.equal([]);
    for (const subject of ["[Company], our news", "News of [Company] today", "[FNAME] news"]) {
      expect(foundIn({ subject }), subject).to.have.length(1);
    }
  });

  it("finds escaped HTML only if more than half of the text is escaped HTML", () => {
    const escaped = "&lt;p&gt;It is spring in our garden.&lt;/p&gt;";
    expect(foundIn({ html: `<p>${escaped} %%unsubscribe%%</p>` })).to.deep.equal([
      "html-blank: html: it has its text as escaped HTML",
    ]);
    const after = "<p>In our next email you read more about this tag and three others.</p>";
    expect(foundIn({ html: `<p>${escaped}</p>${after}` })).to.deep.equal([]);
  });

  it("finds another tool's merge tag in a URL only if the tag is the whole URL or has a known name", () => {
    for (const [address, tag] of [
      ["[link:unsubscribe_url]", "[link:unsubscribe_url]"],
      [" %LINKCR% ", "%LINKCR%"],
      ["*|ARCHIVE|*", "*|ARCHIVE|*"],
      ["{UNSUB}", "{UNSUB}"],
      ["https://acme.example/?e=%EMAIL%", "%EMAIL%"],
      ["https://acme.example/[unsubscribe]", "[unsubscribe]"],
      ["%%link%%", undefined],
      ["{{ link }}", undefined],
      // Another finding reports these as misspelled forms of %%unsubscribe%%.
      ["%unsubscribe%", undefined],
      ["*|UNSUB|*", undefined],
      ["%tag_unsubscribe_url%", undefined],
      ["https://acme.example/%20a%20?b=[]&c[d]=1", undefined],
    ] as const) {
      const found = foundIn({ html: `<a href="${address}">Shop</a>` });
      const expected = `merge-tag-unknown: html: it has the address ${tag} (on line 1)`;
      expect(found, address).to.deep.equal(tag === undefined ? [] : [expected]);
    }
  });

  it("finds %%unsubscribe%% as broken if a scheme such as mailto: precedes the tag, or if the tag is split or encoded", () => {
    for (const [html, written] of [
      ["<a href='http:%%unsubscribe%%'>a</a>", "http:%%unsubscribe%% (on line 1)"],
      ["<a href='MAILTO:%%unsubscribe%%'>a</a>", "MAILTO:%%unsubscribe%% (on line 1)"],
      ["%<b>%unsubscribe%</b>%", "%<b>%unsubscribe%</b>%"],
      ["<a href='&#x25;&percnt;unsubscribe%%'>a</a>", "&#x25;&percnt;unsubscribe%%"],
      ["<a href='%%unsubscribe%%'>a</a> %%unsubscribe%%", undefined],
      ["<a href='https://acme.example/?to=%%unsubscribe%%'>a</a>", undefined],
    ] as const) {
      const expected = written === undefined ? [] : [`unsubscribe-broken: html: it has ${written}`];
      expect(foundIn({ html }), html).to.deep.equal(expected);
    }
    expect(foundIn({ plainText: "Stop: https://%%unsubscribe%%" })).to.deep.equal([
      "unsubscribe-broken: plainText: it has https://%%unsubscribe%%",
    ]);
    expect(foundIn({ plainText: "Stop:%%unsubscribe%%" })).to.deep.equal([]);
  });

  it("finds unreachable hosts, such as 127.1, unless the link's text shows the host", () => {
    const found = (address: string, text = "Shop") =>
      contentMistakesIn({ html: `<a href="${address}">${text}</a>` }).map(({ level }) => level);
    const reach: Readonly<Record<string, readonly string[]>> = {
      warning: [
        "LOCALHOST:3000",
        "a.localhost",
        "localhost.",
        "127.1",
        "0x7f000001",
        "0.0.0.0",
        "[::1]:8080",
        "[::ffff:127.0.0.1]",
        "https://acme.example",
        "http//acme.example",
      ],
      info: [
        "10.0.0.1",
        "172.31.0.1",
        "192.168.0.3",
        "169.254.1.1",
        "[fd00::1]",
        "[fe80::1]",
        "printer.local",
        "wiki.internal",
        "intranet",
        "/shop",
      ],
    };
    for (const [level, hosts] of Object.entries(reach)) {
      for (const host of hosts) {
        expect(found(`https://${host}/`), host).to.deep.equal([level]);
      }
    }
    for (const host of [
      "172.32.0.1",
      "11.0.0.1",
      "localhost.example",
      "[2001:db8::1]",
      "{{host}}",
    ]) {
      expect(found(`https://${host}/`), host).to.deep.equal([]);
    }
    expect(found("https://localhost:3000/a", "https://localhost:3000/a")).to.deep.equal([]);
    expect(found("https://intranet/", "Our intranet")).to.deep.equal(["info"]);
    expect(found("https://intranet/", "https://intranet/")).to.deep.equal([]);
  });

  it("finds an ampersand in a URL if the ampersand was encoded twice", () => {
    for (const [address, is] of [
      ["https://acme.example/?a=1#038;b=2", true],
      ["https://acme.example/?a=1&#038;b=2", false],
      ["https://acme.example/?a=1&amp%3Bb=2", true],
      ["https://acme.example/?a=1&amp;b=2", false],
      ["https://acme.example/#038", false],
    ] as const) {
      const found = foundIn({ html: `<a href="${address}">Shop</a>` });
      const said =
        "text-encoded: html: it has 1 address with &amp;amp; or #038; or amp%3B (first on line 1)";
      expect(found, address).to.deep.equal(is ? [said] : []);
    }
  });

  it("finds a placeholder such as Lorem ipsum, or a subject such as Test", () => {
    for (const subject of [
      ...[
        "test",
        "Test 2",
        "DRAFT",
        "[Test] Spring",
        "(draft) Spring",
        "DRAFT - do not send",
        "TEST: Spring",
      ],
      ...["Integration Test Email #1", "Lorem ipsum"],
    ]) {
      const found = contentMistakesIn({ subject }).map(({ name, level }) => `${level} ${name}`);
      expect(found, subject).to.deep.equal(["info undefined-in-text"]);
    }
    const filler = "Lorem ipsum dolor sit amet, consectetur";
    for (const texts of [
      { plainText: filler },
      { html: `<p>${filler}</p>` },
      { preheader: filler },
    ]) {
      expect(contentMistakesIn(texts).map(({ level }) => level)).to.deep.equal(["info"]);
    }
    for (const texts of [
      ...[
        "Test your knowledge",
        "TEST-DRIVE the new one",
        "Draft day is here",
        "Crash test results",
      ].map((subject) => ({ subject })),
      ...["How we passed the test", "TEST DRIVE", "Draft beer: half price"].map((subject) => ({
        subject,
      })),
      { plainText: "What does Lorem ipsum mean?", html: `<p>Type <code>${filler}</code></p>` },
    ]) {
      expect(contentMistakesIn(texts), JSON.stringify(texts)).to.deep.equal([]);
    }
  });

  it("finds an email without visible content", () => {
    for (const [html, is] of [
      [" ", true],
      ["<title>News</title><style>p {}</style><!-- a -->", true],
      ["<p>&nbsp;&zwnj;&#847;</p>", true],
      ["<img>", true],
      ["<p hidden>Hi", true],
      [
        "<body><div style='display:none'><p>Hi <img src='https://acme.example/a.png'></p></div>",
        true,
      ],
      ["<style>@import url(https://acme.example/font.css)</style><div hidden>Hi</div>", true],
      ["<body style='visibility: hidden'><p>Hi <img src='https://acme.example/a.png'></p>", true],
      ["<div style='color:red;VISIBILITY:HIDDEN'>Hi</div>", true],
      ["<div style='visibility:hidden'><p style='visibility:visible'>Hi</p></div>", false],
      ["<div style='opacity:0'><p style='opacity:1'>Hi</p></div>", true],
      ["<div style='opacity: 0.0 !important; color: red'>Hi</div>", true],
      ["<div style='opacity:0.5'>Hi</div>", false],
      ["<div style='visibility:inherit'>Hi</div>", false],
      ["<p hidden>Seeds</p><p>Hi", false],
      ["<img alt='Spring'>", false],
      ["<img src='https://acme.example/a.png'>", false],
      ["<table background='https://acme.example/a.png'></table>", false],
      ["<p style='background: url(https://acme.example/a.png)'>", false],
      ["%%body%%", false],
      ["<svg></svg>", false],
      ["<p>&lt;p&gt;Hi&lt;/p&gt;</p><p>Stop", true],
      ["<p>Hi, write &lt;b&gt; and &lt;/b&gt;</p>", false],
      ["<p>A paragraph:</p><pre>&lt;p&gt;Hi, it is spring&lt;/p&gt;</pre>", false],
      ["<p>In HTML, a title is written so:</p><p>&lt;h1&gt;Hi&lt;/h1&gt;</p>", false],
      [`${"<i></i>".repeat(5_001)}Hi`, false],
    ] as const) {
      const found = foundIn({ html }).filter((one) => one.startsWith("html-blank"));
      expect(found.length === 1, html.slice(0, 60)).to.equal(is);
    }
    expect(foundIn({ plainText: "Hi" })).to.deep.equal([]);
  });
});

describe("the decoder for HTML entities in a text", () => {
  it("decodes entities, and keeps the tags of elements", () => {
    expect(withoutEntities("Ada &amp; Bob &#8211; &eacute; <b>&lt;c&gt;</b> & d")).to.equal(
      "Ada & Bob – é <b><c></b> & d",
    );
  });
});
