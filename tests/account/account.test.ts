import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createAccount, openAccount, proveAccount } from "../../provider/account/account";
import { type Caches, createCaches } from "../../provider/account/cache";
import { recordOf } from "../../provider/account/program-record";
import type { DomainRow } from "../../provider/api/collections";
import { EmailMarketingError } from "../../provider/errors/error";
import { currentRun } from "../../provider/program/program";
import { campaignsOf } from "../../provider/resources/campaign-shared/campaign-cache";
import {
  argumentSettings,
  defaultSettings,
  providerSettings,
  resolveSettings,
  type Settings,
} from "../../provider/settings/settings";
import { providerArguments } from "../../provider/settings/table";
import { noLimit, search } from "../support/client";
import { useEnvironment } from "../support/environment";
import { rejection } from "../support/rejection";
import { useScratch } from "../support/scratch";
import { json, useServers } from "../support/server";
import { useWarnings } from "../support/warnings";

describe("an account's client", function () {
  const serve = useServers(this);
  const setEnvironment = useEnvironment(this);

  /** An account that gets a response with this status to every request. */
  async function answeredAccount(status: number, more = {}, settingsOf = defaultSettings) {
    const server = await serve((response) =>
      json(response, { message: "Authorization failed" }, { status }),
    );
    setEnvironment({
      EMAIL_MARKETING_VERIFY_URL: server.url,
      EMAIL_MARKETING_API_KEY: "k-main",
      EMAIL_MARKETING_VERIFY_KEY: "k-verify",
    });
    const config: Readonly<Record<string, string>> = { baseUrl: server.url, ...more };
    const settings = settingsOf((key) => config[key.replace("emailmarketing:", "")]);
    return { account: createAccount(settings, { rateLimiter: noLimit }), server };
  }

  const refused = 'the service replied "Authorization failed" (401, POST /senders/search). ';

  it("fails with the key's environment variable in the error if the service refuses the key", async () => {
    const { account, server } = await answeredAccount(401);
    for (const [client, variable] of [
      [account.main, "EMAIL_MARKETING_API_KEY"],
      [account.verification, "EMAIL_MARKETING_VERIFY_KEY"],
    ] as const) {
      expect(await rejection(client.send(search))).to.equal(
        `${refused}The key was read from environment variable ${variable}; correct it there.`,
      );
    }
    const keys = server.received.map(({ headers }) => headers.authorization);
    expect(keys).to.deep.equal(["k-main", "Bearer k-verify"]);
  });

  it("fails with advice about a removed Provider if the service refuses an explicit Provider's key", async () => {
    const config = { apiKey: "k-eu", explicitProvider: "eu" };
    const { account } = await answeredAccount(401, config, providerSettings);
    expect(await rejection(account.main.send(search))).to.match(
      /from argument apiKey of Provider "eu"; .* If the Provider is gone from the program, put it back, run pulumi up, and then remove it\.$/,
    );
  });

  it("fails with the advice to run pulumi up first if the service refuses the key in the stack config", async () => {
    const { account } = await answeredAccount(401, { apiKey: "k-stored" });
    expect(await rejection(account.main.send(search))).to.equal(
      `${refused}The key was read from stack config emailmarketing:apiKey; correct it there. ` +
        "refresh and destroy use the key that the last pulumi up stored: run pulumi up first, or add --run-program.",
    );
  });

  it("fails with the URL's setting in the error if the service responds with a redirect", async () => {
    const { main, verification } = (await answeredAccount(302)).account;
    expect(await rejection(main.send(search))).to.match(/Check that emailmarketing:baseUrl is /);
    expect(await rejection(verification.send(search))).to.match(
      /Check that emailmarketing:verifyUrl is /,
    );
  });

  it("sends one search for the domain in accountDomain for three simultaneous writes, and none for a read", async () => {
    const server = await serve((response, _index, { url, body }) => {
      const rows = body.includes("brand.example")
        ? [{ id: "d-1", domain: "old.brand.example" }]
        : [];
      json(response, url.endsWith("/search") ? { data: rows, total: rows.length } : {});
    });
    const given = { baseUrl: server.url, apiKey: "k-main", accountDomain: "brand.example" };
    const { main } = createAccount(argumentSettings(given), { rateLimiter: noLimit });
    await main.send(search);
    expect(server.received).to.have.length(1);
    const writes = (["at-most-once", "idempotent", "at-most-once"] as const).map((policy) =>
      rejection(main.send({ ...search, policy })),
    );
    expect(new Set(await Promise.all(writes))).to.deep.equal(
      new Set([
        "argument accountDomain of the explicit Provider: the account doesn't have the sending domain brand.example, " +
          "so nothing is written to it. Check which account the API key belongs to (argument apiKey of the explicit Provider).",
      ]),
    );
    expect(server.received.slice(1).map(({ url }) => url)).to.deep.equal(["/v1/domains/search"]);
  });
});

const ways: readonly (readonly [string, (settings: Settings) => Pick<Caches, "perAccount">])[] = [
  ["a resource operation", (settings) => openAccount(settings)],
  ["a command", (settings) => createAccount(settings)],
  ["a function call", (settings) => currentRun().lookUps.cachesOf(openAccount(settings))],
];

describe("the warning about unreadable campaigns", function () {
  const serve = useServers(this);
  const warnings = useWarnings(this);

  for (const [reader, cachesOf] of ways) {
    it(`is shown once for each account, with the Provider's name, if ${reader} reads two accounts`, async () => {
      const server = await serve((response) => json(response, {}, { status: 501 }));
      for (const name of ["eu", "us"]) {
        const given: Record<string, string> = {
          baseUrl: server.url,
          apiKey: `k-${name}-${ways.length}-${reader.length}`,
        };
        const source = providerArguments((key) => given[key], `${reader} of "${name}"`);
        await campaignsOf(cachesOf(resolveSettings([source]))).readOnce("campaign-1");
      }
      const sentence = "the service does not list campaigns";
      expect(warnings().map((line) => line.slice(0, line.indexOf(" (501")))).to.deep.equal([
        `warning: ${reader} of "eu": ${sentence}`,
        `warning: ${reader} of "us": ${sentence}`,
      ]);
    });
  }
});

describe("the service's clock in an account", function () {
  const serve = useServers(this);
  const warnings = useWarnings(this);

  /** An account of a service whose clock is one hour further ahead with each response. */
  async function hastyAccount() {
    const server = await serve((response, index) => {
      const date = new Date(Date.now() + (index + 1) * 3_600_000).toUTCString();
      json(response, { data: [], total: 0 }, { headers: { date } });
    });
    const settings = argumentSettings({ baseUrl: server.url, apiKey: "k-hasty" });
    return { account: createAccount(settings, { rateLimiter: noLimit }), server };
  }

  it("is asked for with one request if two callers need it at the same time", async () => {
    const { account, server } = await hastyAccount();
    await Promise.all([account.syncClock(), account.syncClock()]);
    await account.syncClock();
    expect(server.received.map(({ url }) => url)).to.deep.equal(["/v1/domains/search"]);
  });

  it("causes one warning, even if the difference to this machine's clock changes", async () => {
    const { account } = await hastyAccount();
    for (const _ of [1, 2]) {
      await account.main.send(search);
      expect(account.now().words).to.match(/^By the service's clock it is /);
    }
    expect(warnings()).to.have.length(1);
    expect(warnings()[0]).to.include("so no date is sent that is past by either");
  });
});

describe("the request for the service's clock", function () {
  const serve = useServers(this);

  it("is sent again by the next caller if it got no response of the service", async () => {
    const server = await serve((response, index) =>
      index === 0
        ? response.writeHead(302, { location: "https://login.example/" }).end()
        : json(response, { data: [], total: 0 }),
    );
    const settings = argumentSettings({ baseUrl: server.url, apiKey: "k-clock" });
    const account = createAccount(settings, { rateLimiter: noLimit });
    expect(await rejection(account.syncClock())).to.include("replied with a redirect");
    await account.syncClock();
    expect(server.received).to.have.length(2);
  });

  it("is the search for the domain in accountDomain, which every write needs anyway, if that is set", async () => {
    const row = { id: "d1", domain: "acme.example", status: "verified", created_at: "" };
    const server = await serve((response) => json(response, { data: [row], total: 1 }));
    const given = { baseUrl: server.url, apiKey: "k-clock", accountDomain: "acme.example" };
    const account = createAccount(argumentSettings(given), { rateLimiter: noLimit });
    await account.syncClock();
    await account.main.send({ ...search, policy: "idempotent" });
    expect(server.received.map(({ url }) => url)).to.deep.equal([
      "/v1/domains/search",
      "/v1/senders/search",
    ]);
  });
});

describe("the log of an account", function () {
  const serve = useServers(this);
  const scratch = useScratch(this);

  it("has the requests of both APIs if the setting log names a file", async () => {
    const server = await serve((response) => json(response, { data: [], total: 0 }));
    const log = join(scratch(), "calls.log");
    const given = { baseUrl: server.url, verifyUrl: server.url, apiKey: "k", verifyKey: "v" };
    const settings = argumentSettings({ ...given, log: `file:${log}` });
    const account = createAccount(settings, { rateLimiter: noLimit });
    await account.main.send(search);
    await account.verification.send(search);
    const lines = readFileSync(log, "utf8").trimEnd().split("\n");
    expect(lines).to.have.length(2);
    for (const line of lines) expect(line).to.include("POST /senders/search");
  });
});

describe("the caches of an account", function () {
  const serve = useServers(this);

  it("search for a campaign by its name in the state", async () => {
    const server = await serve((response) => json(response, { data: [], total: 0 }));
    const given = { baseUrl: server.url, apiKey: "k-state" };
    const account = createAccount(argumentSettings(given), { rateLimiter: noLimit });
    const campaign = { kind: "Campaign", id: "campaign-1", props: {}, old: { name: "Spring" } };
    recordOf(account.settings).noteObject(campaign);
    await campaignsOf(account).readAfterWrite("campaign-1");
    expect(server.received.map(({ body }) => JSON.parse(body).search)).to.deep.equal(["Spring"]);
  });

  it("know that a resource manages a campaign if the campaign is in the state", () => {
    const account = createAccount(argumentSettings({ baseUrl: "http://127.0.0.1:9", apiKey: "k" }));
    const campaign = { kind: "Campaign", props: {}, old: { name: "Spring" } };
    recordOf(account.settings).noteObject({ ...campaign, id: "campaign-1" });
    const { isManaged } = campaignsOf(account);
    expect(["campaign-1", "campaign-2"].map(isManaged)).to.deep.equal([true, false]);
  });

  it("prove the account of a missing object by the domain in its state, even if a nearer one was added since", async () => {
    const row = (id: string, domain: string) => ({ id, domain, status: "verified" }) as DomainRow;
    const rows = [row("d-2", "mail.acme.example"), row("d-1", "acme.example")];
    const account = { settings: argumentSettings({}), readDomains: async () => rows };
    const proof = async (domainId: string) =>
      (await proveAccount(account, { email: "news@mail.acme.example", domainId })).is;
    expect(await proof("d-1")).to.equal("gone");
    expect(await proof("d-3")).to.equal("unproven");
  });

  it("warn only once if the service refuses two reads of the domains", async () => {
    const warnings: string[] = [];
    const failing = (error: Error) =>
      createCaches(
        { deadline: () => 60_000, send: () => Promise.reject(error) },
        { warnOnce: (sentence) => warnings.push(sentence) },
      );
    const refused = new EmailMarketingError("auth", "the key was refused.");
    const caches = failing(refused);
    for (const _ of [1, 2]) expect(await caches.readDomains()).to.equal(undefined);
    expect(warnings).to.deep.equal([
      "the domains of the account can't be read: the key was refused.",
    ]);
    expect(await rejection(failing(new TypeError("a fault")).readDomains())).to.equal("a fault");
  });
});
