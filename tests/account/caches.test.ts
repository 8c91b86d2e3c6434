import { expect } from "chai";
import { createAccount, openAccount } from "../../provider/account/account";
import type { Caches } from "../../provider/account/caches";
import { campaignsOf } from "../../provider/nouns/campaigns/campaigns";
import {
  accountAnew,
  accountIn,
  accountOfRun,
  cachesForPreview,
  currentRun,
} from "../../provider/program/run";
import { resolveSettings, type Settings } from "../../provider/settings/settings";
import { providerArguments } from "../../provider/settings/source";
import { useNotices } from "../support/notice";
import { json, useServers } from "../support/server";

const ways: readonly (readonly [string, (settings: Settings) => Pick<Caches, "kept">])[] = [
  ["a step of a resource", (settings) => openAccount(settings)],
  ["a command", (settings) => createAccount(settings)],
  ["a function of a program", accountOfRun],
  ["a function of a program that reads anew", accountAnew],
  ["preflight", (settings) => cachesForPreview(accountIn(currentRun(), settings), settings)],
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
