import { expect } from "chai";
import {
  type Caches,
  createAccount,
  createCaches,
  openAccount,
} from "../../provider/account/account";
import { EmailMarketingError } from "../../provider/errors/error";
import { campaignsOf } from "../../provider/nouns/campaigns/campaign-cache";
import { currentRun } from "../../provider/program/run";
import { resolveSettings, type Settings } from "../../provider/settings/settings";
import { providerArguments } from "../../provider/settings/source";
import { useNotices } from "../support/notice";
import { rejection } from "../support/rejection";
import { json, useServers } from "../support/server";

const ways: readonly (readonly [string, (settings: Settings) => Pick<Caches, "perAccount">])[] = [
  ["a step of a resource", (settings) => openAccount(settings)],
  ["a command", (settings) => createAccount(settings)],
  ["a look-up", (settings) => currentRun().lookUps.cachesOf(openAccount(settings))],
];

describe("what an account holds, read by", function () {
  const serve = useServers(this);
  const told = useNotices(this);

  for (const [reader, cachesOf] of ways) {
    it(`${reader}, tells of each account by its name`, async () => {
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
      expect(told().map((line) => line.slice(0, line.indexOf(" (501")))).to.deep.equal([
        `warning: ${reader} of "eu": ${sentence}`,
        `warning: ${reader} of "us": ${sentence}`,
      ]);
    });
  }
});

describe("createCaches", () => {
  it("says once why the domains can't be read, and hands on what is no error of a call", async () => {
    const told: string[] = [];
    const failing = (error: Error) =>
      createCaches(
        { deadline: () => 60_000, send: () => Promise.reject(error) },
        { notice: (sentence) => told.push(sentence) },
      );
    const refused = new EmailMarketingError("auth", "the key was refused.");
    const caches = failing(refused);
    for (const _ of [1, 2]) expect(await caches.readDomains()).to.deep.equal({ failure: refused });
    expect(told).to.deep.equal(["the domains of the account can't be read: the key was refused."]);
    expect(await rejection(failing(new TypeError("a fault")).readDomains())).to.equal("a fault");
  });
});
