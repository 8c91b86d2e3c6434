import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import { createCaches } from "../../provider/account/account";
import {
  checkDomain,
  domainIdOf,
  proofOf,
  requireDomain,
} from "../../provider/account/sending-domain";
import type { Call } from "../../provider/client/call";
import { isSameAddress } from "../../provider/lifecycle/duplicate";
import { domainSource } from "../../provider/nouns/domain/functions";
import { senderSource } from "../../provider/nouns/sender/functions";
import { resolveSettings } from "../../provider/settings/settings";
import { providerArguments } from "../../provider/settings/source";

const nfc = "b\u00fccher.example";
const nfd = "bu\u0308cher.example";
const puny = "xn--bcher-kva.example";
const spellings = [
  nfc,
  nfd,
  puny,
  ...[nfc, nfd, puny].map((name) => name.toUpperCase()),
  `${nfc}.`,
  `${puny}.`,
];

/** What the service holds of one domain, in one spelling; it compares texts letter by letter. */
function accountWith(domain: string, accountDomain: string) {
  const held = [{ id: "d1", domain, status: "Verified" }];
  const sender = {
    id: "s1",
    sender_email: `news@${domain}`,
    sender_name: "Acme",
    status: "Verified",
  };
  const replyTo = { id: "r1", reply_email: `news@${domain}`, status: "Verified" };
  const main = {
    deadline: () => Number.POSITIVE_INFINITY,
    async send({ path, body }: Call) {
      const { search = "" } = body as { readonly search?: string };
      const rows = {
        "/domains/search": held,
        "/senders/search": [sender],
        "/reply-emails/search": [replyTo],
      };
      const all: readonly object[] = rows[path.route as keyof typeof rows];
      const data = all.filter((row) =>
        JSON.stringify(row).toLowerCase().includes(search.toLowerCase()),
      );
      return { data, count: data.length };
    },
  };
  const given: Record<string, string> = {
    accountDomain,
    apiKey: "k",
    baseUrl: "https://x.example/v1",
  };
  const settings = resolveSettings([providerArguments((key) => given[key], "eu")]);
  return { ...createCaches(main), settings, main, notice: () => undefined };
}

/** Every place that compares a domain, or the domain of an address, with what the account holds. */
const places: Readonly<
  Record<string, (account: ReturnType<typeof accountWith>, domain: string) => Promise<unknown>>
> = {
  "accountDomain before a write": (account) => requireDomain(account.settings, account),
  "accountDomain in a refresh": (account) => proofOf(account, {}),
  "the domain of a sender that is gone": (account, domain) =>
    proofOf(
      { ...account, settings: resolveSettings([]) },
      { email: `a@mail.${domain}`, domainId: "d1" },
    ),
  domainId: (account, domain) => domainIdOf(account, `news@${domain}`),
  "preflight of a sender": (account, domain) => checkDomain(account, `news@${domain}`),
  getDomain: (account, domain) => domainSource.look(account as never, { domain }, {} as never),
  getSender: (account, domain) =>
    senderSource.look(account as never, { email: `News@${domain}` }, {} as never),
  "a sender that is looked for": (account, domain) => account.senders.byKey(`news@${domain}`),
  "a sender after a lost reply": (account, domain) => account.senders.ask(`news@${domain}`),
  "a sender in the state": (account, domain) => account.senders.byId("s1", `news@${domain}`),
  "a reply-to address": (account, domain) => account.replyTos.byKey(`news@${domain}`),
};

/** What each place says of a domain that is there, whatever its spelling. */
const found: Readonly<Record<string, (given: unknown) => boolean>> = {
  "accountDomain before a write": (given) => given === undefined,
  "accountDomain in a refresh": (given) => isDeepStrictEqual(given, { is: "gone" }),
  "the domain of a sender that is gone": (given) => isDeepStrictEqual(given, { is: "gone" }),
  domainId: (given) => given === "d1",
  "preflight of a sender": (given) => Array.isArray(given) && given.length === 0,
};
const isRow = (given: unknown) =>
  /^(d1|s1|r1)$/.test((given as { id?: string } | undefined)?.id ?? "");

describe("a domain in eight spellings", () => {
  for (const [place, ask] of Object.entries(places)) {
    it(`is the same domain to ${place}, whichever of them the service has`, async () => {
      expect(spellings.length).to.equal(8);
      for (const declared of spellings) {
        for (const held of [nfc, puny, nfd]) {
          const given = await ask(accountWith(held, declared), declared);
          expect(
            (found[place] ?? isRow)(given),
            `${declared} of ${held}: ${JSON.stringify(given)}`,
          ).to.equal(true);
        }
      }
    });
  }

  it("is the same address to two resources of a program", () => {
    for (const one of spellings) {
      for (const two of spellings)
        expect(isSameAddress(`news@${one}`, `News@${two}`)).to.equal(true);
    }
    expect(isSameAddress(`news@${nfc}`, "news@bucher.example")).to.equal(false);
  });

  it("is another domain than one that only ends alike, and is shown as given", async () => {
    const account = accountWith("other.example", nfc);
    const [problem] = await checkDomain(account, `news@an${nfc}`);
    expect(problem?.problem).to.include(`the account has no domain an${nfc},`);
    expect(await proofOf(accountWith(nfc, nfc), { email: `a@an${nfc}` })).to.deep.equal({
      is: "gone",
    });
    expect(await domainIdOf(accountWith(nfc, nfc), `a@an${nfc}`)).to.equal(undefined);
    expect(account.settings.value("accountDomain")).to.equal(nfc);
  });
});
