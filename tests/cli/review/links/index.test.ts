import { expect } from "chai";
import { type LinkLimits, type LinkOptions, openLinkCheck } from "../../../../cli/review/links";
import { type Network, publicNetwork } from "../../../../cli/review/links/network";
import { createTerminal } from "../../../../cli/terminal";
import { createCertificate } from "../../../client/tls";
import { useScratch } from "../../../support/scratch";
import { type Answer, type Answering, respondWith, useAnswering, type Where } from "./answering";

/** An address of this machine that the tests treat as public. 127.0.0.1 stays private. */
const outside = "127.0.0.2";

/** The IP addresses of host names, for the first, the second and any further look-up. */
const names: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "inside.example": [["127.0.0.1"]],
  "mixed.example": [["127.0.0.1", "10.0.0.1", outside]],
  "turning.example": [[outside], ["127.0.0.1"]],
  "metadata.example": [["169.254.169.254", "::ffff:169.254.169.254", "fd00:ec2::254"]],
  "empty.example": [[]],
};

/** Like `publicNetwork`, but with the host names above, and with `outside` and the given ports allowed. */
function internet(...ports: readonly number[]) {
  const lookedUp: string[] = [];
  const network: Network = {
    async resolve(host) {
      if (/^[\d.]+$|:/.test(host)) return publicNetwork.resolve(host);
      const all = names[host] ?? [[outside]];
      const found = all[lookedUp.filter((one) => one === host).length] ?? all.at(-1) ?? [];
      lookedUp.push(host);
      return found;
    },
    isAllowed: (address) => address === outside || publicNetwork.isAllowed(address),
    isAllowedPort: (port) => ports.includes(port) || publicNetwork.isAllowedPort(port),
  };
  return { network, lookedUp };
}

const redirectTo =
  (location: string, status = 302): Answer =>
  (response, _request, port) =>
    response.writeHead(status, { location: location.replace("PORT", String(port)) }).end();

const picture = { "content-type": "image/png" };

const switching: Answer = (response) =>
  response.socket?.write(
    "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n",
  );

/** A body that never ends. */
const endless: Answer = (response, { method }) => {
  response.writeHead(200, picture);
  if (method === "HEAD") return void response.end();
  const more = () => {
    while (response.write(Buffer.alloc(16_384)));
  };
  response.on("drain", more);
  more();
};

const withoutHead =
  (status: number, body: Buffer): Answer =>
  (response, { method }) => {
    if (method === "HEAD") response.writeHead(status).end();
    else response.writeHead(200, picture).end(body);
  };

const answers: Readonly<Record<string, Answer>> = {
  "/gone": respondWith(404),
  "/gone-for-good": respondWith(410),
  "/broken": respondWith(500),
  "/head-404": withoutHead(404, Buffer.alloc(10)),
  "/to-utf8": redirectTo(Buffer.from("/grün").toString("latin1")),
  "/cookie": respondWith(302, { location: "/cookie", "set-cookie": "a=b" }),
  "/login": respondWith(403),
  "/maintenance": respondWith(503),
  "/get-only": withoutHead(405, Buffer.alloc(10)),
  "/silent": () => undefined,
  "/cut": (response) => response.socket?.destroy(),
  "/upgrade": switching,
  "/upgrade-get": (response, request, port) =>
    (request.method === "HEAD" ? respondWith(404) : switching)(response, request, port),
  "/headers": (response) =>
    response.socket?.write(`HTTP/1.1 200 OK\r\na: ${"b".repeat(20_000)}\r\n\r\n`),
  "/moved": redirectTo("/there", 301),
  "/moved-host": redirectTo("http://other.example:PORT/there", 308),
  "/with-cookie": (response, _request, port) =>
    response
      .writeHead(303, { location: `http://other.example:${port}/there`, "set-cookie": "a=b" })
      .end(),
  "/circle": redirectTo("/circle-back"),
  "/circle-back": redirectTo("/circle"),
  "/to-exit": redirectTo("/unsubscribe/7"),
  "/to-exit-host": redirectTo("http://unsubscribe.example:PORT/1"),
  "/to-file": redirectTo("file:///etc/passwd"),
  "/to-inside": redirectTo("http://inside.example:PORT/inside"),
  "/to-digits": redirectTo("http://127.0.0.1:PORT/inside"),
  "/to-mapped": redirectTo("http://[::ffff:127.0.0.1]:PORT/inside"),
  "/to-port": redirectTo("http://other.example:22/"),
  "/to-turning": redirectTo("http://turning.example:PORT/second"),
  "/without-location": respondWith(302),
  "/logo.png": respondWith(200, { ...picture, "content-length": "2048" }),
  "/small.png": withoutHead(501, Buffer.alloc(1024)),
  "/unsized.png": withoutHead(200, Buffer.alloc(512)),
  "/endless.png": endless,
  "/page.png": respondWith(200, {
    "content-type": "text/html; charset=utf-8",
    "content-length": "7",
  }),
  "/dead.png": respondWith(404),
  "/typed.png": (response) =>
    response
      .writeHead(200, { "content-type": "image/png\u009b31m @acme/all", "content-length": "1024" })
      .end(),
};
for (let at = 1; at <= 12; at += 1) {
  Object.assign(answers, { [`/far/${at}`]: redirectTo(`/far/${at + 1}`) });
}

/** An email with links, images and other HTML. */
function mailOf(links: readonly string[], images: readonly string[] = [], body = "") {
  const html = [
    ...links.map((link) => `<a href="${link}">a</a>`),
    ...images.map((image) => `<img alt="" src="${image}">`),
    body,
  ].join("\n");
  return {
    title: "spring",
    subject: "Spring",
    from: "news@acme.example",
    html,
    warnings: [],
    lists: [],
    schedule: [],
    findings: [],
    missing: [],
  };
}

interface Given extends LinkLimits, LinkOptions {
  readonly links?: readonly string[];
  readonly images?: readonly string[];
  readonly body?: string;
  readonly keys?: readonly string[];
}

/** Checks an email. In the results, URLs of a.example are only paths, and PORT stands for the port. */
async function answersTo(port: number, given: Given) {
  const { links = [], images = [], body = "", keys = [] } = given;
  let output = "";
  const stream = {
    write(text: string) {
      output += text;
    },
  };
  const check = openLinkCheck(given, keys, given);
  const withPort = (text: string) => text.replaceAll("PORT", String(port));
  const whole = (address: string) => withPort(address.replace(/^\//, "http://a.example:PORT/"));
  const mail = mailOf(links.map(whole), images.map(whole), withPort(body));
  const checked = await check.check(mail, createTerminal(stream, stream));
  const shown = (text: string) =>
    text.replaceAll(`http://a.example:${port}`, "").replaceAll(`:${port}`, ":PORT");
  return {
    hasDead: check.hasDead(),
    weight: checked.imageWeight,
    output: shown(output),
    said: Object.fromEntries(
      [...(checked.answers ?? [])].map(([address, { text }]) => [shown(address), shown(text)]),
    ),
  };
}

const withoutPublic = "not checked: its host has no public address";
const notRequested = "not checked: 302, redirects to an address that is not requested";
const mayChange = "so a request may change something";

/** The requests that a server received, sorted, without the host a.example. */
function logOf({ asked }: Answering) {
  return asked
    .map(({ method, address }) => `${method} ${address.replace("a.example:PORT", "")}`)
    .sort();
}

describe("the link check of emails", function () {
  const start = useAnswering(this);
  const scratch = useScratch(this);

  /** Checks an email whose links lead to a new server on the address `outside`. */
  async function checked(given: Given, where: Where = {}) {
    const server = await start(answers, { host: outside, ...where });
    const { port } = server;
    // Port 1 is allowed, but has no server.
    const { network, lookedUp } = internet(port, 1);
    return { ...(await answersTo(port, { network, ...given })), server, lookedUp };
  }

  /** Like `checked`, with another server on 127.0.0.1, which must receive no request. */
  async function checkedBesideInside(links: readonly string[]) {
    // Start this server first: its port is free on `outside`, but other programs may use any port on 127.0.0.1.
    const inside = await start(answers);
    const ended = await checked({ links }, { port: inside.port });
    expect(inside.asked).to.deep.equal([]);
    return ended;
  }

  it("reports a result for each link, and doesn't follow a redirect to a forbidden URL", async () => {
    const expected = {
      "/": "200",
      "/gone": "dead: 404",
      "/gone-for-good": "dead: 410",
      "/broken": "dead: 500",
      "/login": "not checked: 403",
      "/maintenance": "not checked: 503",
      "/get-only": "200",
      "/head-404": "200",
      "/to-utf8": "200, redirects to /gr%C3%BCn",
      "/cookie": "not checked: redirects in a circle, as for a reader who takes no cookie",
      "/cut": "not checked: no reply (ECONNRESET)",
      "/upgrade": "not checked: 101, switches to another protocol",
      "/upgrade-get": "not checked: 101, switches to another protocol",
      "/headers": "not checked: no reply (HPE_HEADER_OVERFLOW)",
      "/moved": "200, redirects to /there",
      "/moved-host": "200, redirects to http://other.example:PORT/there",
      "/with-cookie": "200, redirects to http://other.example:PORT/there",
      "/circle": "not checked: redirects in a circle",
      "/far/1": "not checked: more than 10 redirects",
      "/without-location": "not checked: 302",
      "/to-exit": `${notRequested}: its path or query has "unsub", ${mayChange}`,
      "/to-exit-host": `${notRequested}: its host has "unsub", ${mayChange}`,
      "/to-file": `${notRequested}: it is not a web address`,
      "/to-inside": `${withoutPublic}, redirects to http://inside.example:PORT/inside`,
      "/to-digits": `${withoutPublic}, redirects to http://127.0.0.1:PORT/inside`,
      "/to-mapped": `${withoutPublic}, redirects to http://[::ffff:7f00:1]:PORT/inside`,
      "/to-port":
        "not checked: its port is neither 80 nor 443, redirects to http://other.example:22/",
    };
    const { said, server, lookedUp } = await checkedBesideInside(Object.keys(expected));
    expect(said).to.deep.equal(expected);
    const asked = [
      ...Object.keys(expected).map((path) => `HEAD ${path}`),
      "HEAD /circle-back",
      "HEAD /gr%C3%BCn",
      "HEAD /there",
      // A GET must confirm a response to HEAD that means dead.
      ...["gone", "gone-for-good", "broken", "get-only", "head-404", "upgrade-get"].map(
        (path) => `GET /${path}`,
      ),
      "HEAD other.example:PORT/there",
      "HEAD other.example:PORT/there",
      ...[2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((at) => `HEAD /far/${at}`),
    ];
    expect(logOf(server)).to.deep.equal(asked.toSorted());
    for (const { headers } of server.asked) {
      expect(headers).to.deep.equal(["accept", "connection", "host", "user-agent"]);
    }
    // Each request looked up its host name once, and so did the request that was then not allowed.
    expect(lookedUp.length).to.equal(asked.length + 1);
  });

  it("skips forms, and links whose text or surrounding sentence offers to unsubscribe", async () => {
    const { said, output, server } = await checked({
      body: `<a href="http://a.example:PORT/u/1">Unsubscribe</a>
<a href="http://a.example:PORT/u/2">Abmelden</a>
<a href="http://a.example:PORT/u/3"><img alt="Unsubscribe here" src="http://a.example:PORT/logo.png"></a>
<p>To stop receiving these emails, click <a href="http://a.example:PORT/u/4">here</a>. <a href="http://a.example:PORT/shop">Shop</a></p>
<p>You can opt out.</p><p><a href="http://a.example:PORT/u/5">Click here</a></p>
<p><a href="HTTP://A.example:PORT/u/1#top">Settings</a></p>
<form action="http://a.example:PORT/u/6"><button>Send</button></form>
<!--[if mso]><v:roundrect href="http://a.example:PORT/u/7"></v:roundrect><![endif]-->`,
    });
    const offers =
      "not checked: its text or its sentence offers to unsubscribe, so a request may do it";
    const acts = (element: string) =>
      `not checked: it is that of <${element}>, where a request may change something`;
    expect(said).to.deep.equal({
      "/u/1": offers,
      "/u/2": offers,
      "/u/3": offers,
      "/u/4": offers,
      "/u/5": offers,
      "HTTP://A.example:PORT/u/1#top": offers,
      "/u/6": acts("form"),
      "/u/7": acts("v:roundrect for Outlook"),
      "/shop": "200",
      "/logo.png": "200, image/png, 2.0 kB",
    });
    expect(output).to.contain("spring: 10 links and images, 2 ok, 0 dead, 8 not checked");
    expect(logOf(server)).to.deep.equal(["HEAD /logo.png", "HEAD /shop"]);
  });

  it("skips a link if the link's text, attributes or surrounding sentence have a word for unsubscribing", async () => {
    const link = (text: string) => `<a href="http://a.example:PORT/u/1">${text}</a>`;
    for (const body of [
      `To unsubscribe, press ${link("this button")}.`,
      `To unsubscribe, ${link("press the big red button")}.`,
      `Unsubscribe ${link("→")}`,
      `Unsubscribe ${link("Report spam")}`,
      `Unsubscribe | ${link("Privacy")}`,
      `Reply, ${link("view it on GitHub")}, or unsubscribe.`,
      `To unsubscribe<br>press ${link("the red button")}.`,
      `<p>To unsubscribe:</p><p>${link("Press the red button")}</p>`,
      `${link("Press the red button")}<br>to stop receiving these emails.`,
      `Wenn Sie sich abmelden möchten, bitte ${link("das Kreuz anklicken")}.`,
      `You are on our mailing list. ${link("A button")} removes you from our mailing list, to be removed at once.`,
      `You can opt out. ${link("Click here")}`,
      `You can opt out. . . ${link("Click here")}`,
      `<table><tr><td>To unsubscribe</td><td>|</td><td>${link("click here")}</td></tr></table>`,
      `<p>If you no longer wish to receive these emails</p><p>|</p><p>${link("click here")}</p>`,
      `<table><tr><td>Unsubscribe:</td><td>•</td><td>${link("Link")}</td></tr></table>`,
      `Do you want to unsubscribe? ${link("Yes")}`,
      `No longer want to get these emails? Unsubscribe. ${link("Here!")}`,
      `Want to unsubscribe? No problem. ${link("Click here")}`,
      `${link("Click here")}<br>To unsubscribe`,
      `<a title="Unsubscribe" href="http://a.example:PORT/u/1">Bye</a>`,
      `<a aria-label="Unsubscribe" href="http://a.example:PORT/u/1">Bye</a>`,
      link(`${"word ".repeat(100)}unsubscribe`),
    ]) {
      const { said, server } = await checked({ body });
      expect(Object.values(said), body).to.deep.equal([
        "not checked: its text or its sentence offers to unsubscribe, so a request may do it",
      ]);
      expect(server.asked, body).to.deep.equal([]);
    }
    for (const body of [
      `You can unsubscribe at any time. ${link("Shop")}`,
      `<a href="#">Unsubscribe</a> | ${link("Privacy")}`,
      `<p>${link("View in browser")}</p><p>If you want no more emails, unsubscribe below.</p>`,
    ]) {
      expect((await checked({ body })).said, body).to.deep.equal({ "/u/1": "200" });
    }
  });

  it("requests the images and style sheets in srcset, CSS, background attributes and Outlook comments", async () => {
    const { said, weight } = await checked({
      body: `<style>@import "http://a.example:PORT/gone"; a { background: url(http://a.example:PORT/style) }</style>
<picture><source srcset="http://a.example:PORT/dead.png 1x"><img alt="" src="http://a.example:PORT/logo.png" srcset="http://a.example:PORT/page.png 2x"></picture>
<table background="http://a.example:PORT/dead.png?table"><tr><td style="background:url(http://a.example:PORT/gone-for-good)"></table>
<!--[if mso]><v:fill src="http://a.example:PORT/broken"/><![endif]-->`,
      query: true,
    });
    expect(said).to.deep.equal({
      "/logo.png": "200, image/png, 2.0 kB",
      "/gone": "dead: 404",
      "/style": "200",
      "/dead.png": "dead: 404",
      "/page.png": "dead: 200, a page in place of an image",
      "/dead.png?table": "dead: 404",
      "/gone-for-good": "dead: 410",
      "/broken": "dead: 500",
    });
    expect(weight).to.equal("Size of the images: 2.0 kB in 1 image");
  });

  it("sends no request to a private IP address, even if the host had a public one before", async () => {
    const expected = {
      "http://turning.example:PORT/to-turning": `${withoutPublic}, redirects to http://turning.example:PORT/second`,
      "http://mixed.example:PORT/": "200",
      "http://inside.example:PORT/": withoutPublic,
      "http://empty.example:PORT/": "dead: no such host",
      "http://metadata.example/": withoutPublic,
      "http://127.0.0.1:PORT/": withoutPublic,
      "http://2130706433:PORT/": withoutPublic,
      "http://[::1]:PORT/": withoutPublic,
    };
    const { said, server, lookedUp } = await checkedBesideInside(Object.keys(expected));
    expect(said).to.deep.equal(expected);
    expect(logOf(server)).to.deep.equal([
      "HEAD mixed.example:PORT/",
      "HEAD turning.example:PORT/to-turning",
    ]);
    expect(lookedUp.filter((one) => one === "turning.example").length).to.equal(2);
  });

  it('shows an image\'s size, or "more than 64 kB", even if the HEAD response lacks the size', async () => {
    const ofImages = {
      "/logo.png": "200, image/png, 2.0 kB",
      "/small.png": "200, image/png, 1.0 kB",
      "/unsized.png": "200, image/png, 0.5 kB",
      "/endless.png": "200, image/png, more than 64 kB",
      "/page.png": "dead: 200, a page in place of an image",
      "/dead.png": "dead: 404",
      "/typed.png": "200, 1.0 kB",
      "/small.png?size=2": "200, image/png, 1.0 kB",
    };
    const images = [...Object.keys(ofImages), "cid:logo"];
    const links = ["/get-only"];
    const { said, weight, server } = await checked({ images, links, query: true });
    expect(said).to.deep.equal({ ...ofImages, "/get-only": "200" });
    expect(weight).to.equal("Size of the images: 5.5 kB in 5 images; of 3 images, it is not known");
    expect(logOf(server)).to.deep.equal([
      "GET /dead.png",
      "GET /endless.png",
      "GET /get-only",
      "GET /page.png",
      "GET /small.png",
      "GET /small.png?size=2",
      "GET /unsized.png",
      "HEAD /dead.png",
      "HEAD /endless.png",
      "HEAD /get-only",
      "HEAD /logo.png",
      "HEAD /page.png",
      "HEAD /small.png",
      "HEAD /small.png?size=2",
      "HEAD /typed.png",
      "HEAD /unsized.png",
    ]);
  });

  it("requests a URL once even if several emails contain the URL", async () => {
    const server = await start(answers, { host: outside });
    const { network } = internet(server.port);
    const check = openLinkCheck({}, [], { network });
    const quiet = createTerminal({ write: () => true }, { write: () => true });
    const checkMail = (...of: (readonly string[])[]) => {
      const [links = [], images] = of.map((paths) =>
        paths.map((path) => `http://a.example:${server.port}${path}`),
      );
      return check.check(mailOf(links, images), quiet);
    };
    await checkMail(["/a", "/a#top", "/logo.png"], ["/logo.png"]);
    await checkMail(["/a", "/b"]);
    expect(check.hasDead()).to.equal(false);
    await checkMail(["/gone"]);
    expect(check.hasDead()).to.equal(true);
    expect(logOf(server)).to.deep.equal([
      "GET /gone",
      "HEAD /a",
      "HEAD /b",
      "HEAD /gone",
      "HEAD /logo.png",
    ]);
  });

  it("reports a link as dead if the certificate is self-signed or the port is closed", async () => {
    const { cert, key } = await createCertificate(scratch(), ["a.example"]);
    const expected = {
      "https://a.example:PORT/": "dead: the certificate is self-signed",
      "http://a.example:1/": "dead: the connection is refused",
    };
    const links = Object.keys(expected);
    const { said, hasDead, server } = await checked({ links }, { tls: { cert, key } });
    expect(said).to.deep.equal(expected);
    expect(hasDead).to.equal(true);
    expect(server.asked).to.deep.equal([]);
  });

  it("stops waiting for a response after the request's time limit", async () => {
    const { said, hasDead } = await checked({ links: ["/silent"], requestMs: 50 });
    expect(said).to.deep.equal({ "/silent": "not checked: no reply in time" });
    expect(hasDead).to.equal(false);
  });

  it("starts at most five requests to a host at a time", async () => {
    const waiting: ((found: readonly string[]) => void)[] = [];
    const resolve = () => new Promise<readonly string[]>((found) => waiting.push(found));
    const paths = [1, 2, 3, 4, 5, 6, 7].map((at) => `/${at}`);
    const ending = answersTo(1, {
      links: paths.map((path) => `https://a.example${path}`),
      network: { ...publicNetwork, resolve },
    });
    await new Promise(setImmediate);
    expect(waiting.length).to.equal(5);
    waiting[0]?.([]);
    await new Promise(setImmediate);
    expect(waiting.length).to.equal(6);
    waiting[1]?.([]);
    await new Promise(setImmediate);
    for (const found of waiting) found([]);
    const { said } = await ending;
    expect(Object.values(said)).to.deep.equal(paths.map(() => "dead: no such host"));
  });

  it("sends no more requests after the time limit of the whole link check", async () => {
    const links = ["/silent"];
    const said = { "/silent": "not checked: the time limit for all links was reached" };
    expect((await checked({ links, totalMs: 50 })).said).to.deep.equal(said);
    const late = await checked({ links, totalMs: 0 });
    expect(late.said).to.deep.equal(said);
    expect(late.server.asked).to.deep.equal([]);
  });

  it("requests only two of three URLs if the limit of the link check is two", async () => {
    const links = ["/1", "/2", "/3"];
    const { said, server } = await checked({ links, maxAddresses: 2 });
    expect(said).to.deep.equal({
      "/1": "200",
      "/2": "200",
      "/3": "not checked: a run requests at most 2 addresses",
    });
    expect(server.asked.length).to.equal(2);
  });

  it("prints only host and path of each URL, without keys and data about readers", async () => {
    const { output } = await checked({
      links: [
        "/gone",
        "/moved",
        "/a?reader=ada@reader.example",
        "http://ada:pw@a.example:PORT/b",
        "/ada@reader.example/k-4711",
        "/unsubscribe/%%id%%",
        "mailto:help@acme.example",
      ],
      images: ["/logo.png"],
      keys: ["k-4711"],
    });
    expect(output.split("\n")).to.deep.equal([
      "spring: 7 links and images, 2 ok, 1 dead, 4 not checked",
      "  dead         a.example:PORT/gone                            404",
      "  ok           a.example:PORT/moved -> a.example:PORT/there  200",
      "  not checked  a.example:PORT/a                               it has a query (--query asks for it)",
      "  not checked  a.example:PORT/b                               it has user information",
      "  not checked  a.example:[address]                             it has a key",
      "  not checked  a.example:PORT/unsubscribe/%%id%%              it has a merge tag",
      "  ok           a.example:PORT/logo.png                        200, image/png, 2.0 kB",
      "  Size of the images: 2.0 kB in 1 image",
      "",
    ]);
  });
});
