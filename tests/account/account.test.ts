import { expect } from "chai";
import { createAccount } from "../../provider/account/account";
import { inform, notice, speakWith } from "../../provider/account/notice";
import { inStep } from "../../provider/account/step";
import { defaultSettings, providerSettings } from "../../provider/settings/settings";
import { noPace, search } from "../support/client";
import { useEnvironment } from "../support/environment";
import { rejection } from "../support/rejection";
import { json, useServers } from "../support/server";

describe("createAccount", function () {
  const serve = useServers(this);
  const setEnvironment = useEnvironment(this);

  /** An account whose every request is answered with this status. */
  async function answeredAccount(
    status: number,
    config: Readonly<Record<string, string>>,
    settingsOf = defaultSettings,
  ) {
    const server = await serve((response) =>
      json(response, { message: "Authorization failed" }, { status }),
    );
    setEnvironment({
      EMAIL_MARKETING_VERIFY_URL: server.url,
      EMAIL_MARKETING_API_KEY: "k-main",
      EMAIL_MARKETING_VERIFY_KEY: "k-verify",
    });
    const all: typeof config = { "emailmarketing:baseUrl": server.url, ...config };
    const settings = settingsOf((key) => all[key]);
    return { account: createAccount(settings, { pace: noPace }), server };
  }

  it("says of a refused key where it came from, for each interface its own", async () => {
    const { account, server } = await answeredAccount(401, {});
    expect(await rejection(account.main.send(search))).to.equal(
      'the service replied "Authorization failed" (401, POST /senders/search). ' +
        "The key was read from environment variable EMAIL_MARKETING_API_KEY; correct it there.",
    );
    expect(await rejection(account.verification.send(search))).to.equal(
      'the service replied "Authorization failed" (401, POST /senders/search). ' +
        "The key was read from environment variable EMAIL_MARKETING_VERIFY_KEY; correct it there.",
    );
    const keys = server.received.map(({ headers }) => headers.authorization);
    expect(keys).to.deep.equal(["k-main", "Bearer k-verify"]);
  });

  it("says the way back to the key of a Provider that is gone from the program", async () => {
    const config = { "emailmarketing:apiKey": "k-eu", "emailmarketing:explicitProvider": "eu" };
    const { account } = await answeredAccount(401, config, providerSettings);
    expect(await rejection(account.main.send(search))).to.match(
      /from argument apiKey of Provider "eu"; .* If the Provider is gone from the program, put it back, run pulumi up, and then remove it\.$/,
    );
  });

  it("says how a stored key is renewed", async () => {
    const { account } = await answeredAccount(401, { "emailmarketing:apiKey": "k-stored" });
    expect(await rejection(account.main.send(search))).to.equal(
      'the service replied "Authorization failed" (401, POST /senders/search). ' +
        "The key was read from stack config emailmarketing:apiKey; correct it there. " +
        "refresh and destroy use the key that the last pulumi up stored: run pulumi up first, or add --run-program.",
    );
  });

  it("names the address setting of the interface that another server answers for", async () => {
    const { account } = await answeredAccount(302, {});
    expect(await rejection(account.main.send(search))).to.match(
      /Check that emailmarketing:baseUrl is /,
    );
    expect(await rejection(account.verification.send(search))).to.match(
      /Check that emailmarketing:verifyUrl is /,
    );
  });

  it("searches once for the domain that the account must have, before the first write, and for none in a read", async () => {
    const server = await serve((response, _index, { url, body }) => {
      const rows = body.includes("brand.example")
        ? [{ id: "d-1", domain: "old.brand.example" }]
        : [];
      json(response, url.endsWith("/search") ? { data: rows, total: rows.length } : {});
    });
    setEnvironment({
      EMAIL_MARKETING_BASE_URL: server.url,
      EMAIL_MARKETING_API_KEY: "k-main",
      EMAIL_MARKETING_ACCOUNT_DOMAIN: "brand.example",
    });
    const { main } = createAccount(
      defaultSettings(() => undefined),
      { pace: noPace },
    );
    await main.send(search);
    expect(server.received).to.have.length(1);
    const writes = (["once", "repeatable", "once"] as const).map((policy) => ({
      ...search,
      policy,
    }));
    const failures = await Promise.all(writes.map((write) => rejection(main.send(write))));
    expect(new Set(failures)).to.deep.equal(
      new Set([
        "environment variable EMAIL_MARKETING_ACCOUNT_DOMAIN: the account doesn't have the sending domain brand.example, " +
          "so nothing is written to it. Check which account the API key belongs to (environment variable EMAIL_MARKETING_API_KEY).",
      ]),
    );
    expect(server.received.slice(1).map(({ url }) => url)).to.deep.equal(["/v1/domains/search"]);
  });
});

describe("inform", () => {
  afterEach(() => speakWith());

  it("says a sentence once beside each resource that it is about, and a warning once", () => {
    const said: string[] = [];
    const say = (sentence: string) => said.push(sentence);
    speakWith({ warn: say, inform: say, debug: say });
    for (const urn of ["first", "first", "second"]) {
      inStep({ urn, looksAhead: true }, () => {
        inform("emails the records");
        notice("the domain is new");
      });
    }
    expect(said).to.deep.equal(["emails the records", "the domain is new", "emails the records"]);
  });
});
