/// <reference lib="dom" />
import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import type { Browser } from "puppeteer-core";
import { type Emulator, startEmulator } from "../../emulator/index";
import { startBrowser } from "../support/browser";
import { type Listening, listening } from "../support/server";
import { useStart } from "./caller";

/** Sends requests that a malicious website may try: with the public default key, and in the mode `no-cors`. */
async function attack(emulator: string): Promise<number[]> {
  const campaign = {
    ...{ name: "x", subject: "x", html: "<p>x</p>", list_ids: ["list-1"] },
    sender: { sender_email: "hello@acme.example", sender_name: "Acme" },
  };
  const attempts: [string, string, object][] = [
    ["POST", "/_emulator/reset", {}],
    ["POST", "/_emulator/advance", { ms: 86_400_000 }],
    ["GET", "/_emulator/snapshot", {}],
    ["GET", "/v1/contacts/contact-1", {}],
    ["POST", "/v1/campaign", campaign],
    ["PUT", "/v1/campaign/campaign-2", { scheduled_at: "2026-01-01 00:00:01" }],
  ];
  const headers = { Authorization: "emulator-api-key", "Content-Type": "application/json" };
  const asked = attempts.flatMap(([method, path, body]) =>
    [emulator, location.origin].map(async (to) => {
      const content = method === "GET" ? {} : { body: JSON.stringify(body) };
      const response = await fetch(to + path, { method, headers, ...content }).catch(
        () => undefined,
      );
      return response?.status ?? 0;
    }),
  );
  const unasked = attempts.map(async ([, path, body]) => {
    const sent = { method: "POST", mode: "no-cors", body: JSON.stringify(body) } as const;
    await fetch(emulator + path, sent).catch(() => undefined);
    return 0;
  });
  return Promise.all([...asked, ...unasked]);
}

describe("an emulator that a website calls", function () {
  this.timeout(60_000);
  const start = useStart(this);
  let emulator: Emulator;
  let website: Listening;
  let browser: Browser;
  before(
    "starts the service, a website, and a browser for which both have the website's name",
    async () => {
      emulator = await startEmulator();
      const page = "<p>a website</p>";
      website = await listening(
        createServer((_, response) => {
          response.writeHead(404, { "Content-Type": "text/html" }).end(page);
        }),
      );
      browser = await startBrowser("--host-resolver-rules=MAP evil.example 127.0.0.1");
    },
  );
  after("ends them", async () => {
    await browser.close();
    await website.close();
    await emulator.close();
  });

  const portOf = {
    "another origin": () => website.port,
    "a host name that now leads to the emulator (DNS rebinding)": () =>
      Number(new URL(emulator.baseUrl).port),
  };

  for (const [what, port] of Object.entries(portOf)) {
    it(`refuses every request of the website if the website is served from ${what}`, async () => {
      const before = emulator.snapshot();
      const page = await browser.newPage();
      await page.goto(`http://evil.example:${port()}/`);
      const statuses = await page.evaluate(attack, new URL(emulator.baseUrl).origin);
      expect(statuses).to.have.lengthOf(18);
      expect(statuses.filter((status) => status >= 200 && status < 300)).to.deep.equal([]);
      expect(emulator.snapshot()).to.deep.equal(before);
      expect(emulator.requests().filter(({ status }) => status < 400)).to.deep.equal([]);
    });
  }

  /** A request with this host name, like those of command-line tools. */
  async function asked(url: string, host: string, authorization: string): Promise<string> {
    const sent = request(url, { headers: { host, authorization } }).end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    return `${response.statusCode} ${(await text(response)).slice(0, 90)}`;
  }

  it("returns no data under a foreign host name if the key is the default key", async () => {
    const contact = `${emulator.baseUrl}/contacts/contact-1`;
    const file = `${emulator.verifyUrl}/verifyFileStatus/file-1`;
    const sentence =
      '403 {"error":"under a host name other than localhost, start the emulator with a key of its own';
    for (const host of [
      "evil.example:4701",
      "evil.example",
      "localhost.evil.example",
      "127.0.0.1.nip.io",
    ]) {
      expect(await asked(contact, host, "emulator-api-key"), host).to.contain(sentence);
      expect(await asked(file, host, "Bearer emulator-verify-key"), host).to.contain(sentence);
    }
    for (const host of [
      "localhost",
      "LOCALHOST:4701",
      "127.0.0.1:1",
      "172.17.0.2:4010",
      "[::1]:1",
      "[fd00::2]",
    ]) {
      expect(await asked(contact, host, "emulator-api-key"), host).to.match(/^200 /);
      expect(await asked(file, host, "Bearer emulator-verify-key"), host).to.match(/^200 /);
    }
    expect(await asked(contact, "evil.example", "another-key")).to.match(/^401 /);
  });

  it("responds under the host name of a container if another key than the default is set", async () => {
    const own = await start({ apiKey: "own-key" });
    const contact = `${own.baseUrl}/contacts/contact-1`;
    expect(await asked(contact, "emulator:4010", "own-key")).to.match(/^200 /);
    expect(await asked(contact, "emulator:4010", "emulator-api-key")).to.match(/^401 /);
  });
});
