import { expect } from "chai";
import {
  checkSenderDomain,
  domainIdOf,
  proveAccount,
  requireAccountDomain,
} from "../../provider/account/account";
import { createCaches } from "../../provider/account/cache";
import type { Call } from "../../provider/client/call";
import { isSameAddress } from "../../provider/lifecycle/found-object";
import { domainSource } from "../../provider/resources/domain/resource";
import { senderSource } from "../../provider/resources/sender/resource";
import { argumentSettings } from "../../provider/settings/settings";

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

/** An account with one domain in this spelling. The service's searches compare letter by letter, ignoring case. */
function accountWith(domain: string, accountDomain: string) {
  const of = { status: "Verified" };
  const rows: Readonly<Record<string, object>> = {
    "/domains/search": { ...of, id: "d1", domain },
    "/senders/search": { ...of, id: "s1", sender_email: `news@${domain}`, sender_name: "Acme" },
    "/reply-emails/search": { ...of, id: "r1", reply_email: `news@${domain}` },
  };
  const main = {
    deadline: () => Number.POSITIVE_INFINITY,
    async send({ route, body }: Call) {
      const { search = "" } = body as { readonly search?: string };
      const row = rows[route];
      const fits = JSON.stringify(row).toLowerCase().includes(search.toLowerCase());
      return { data: fits ? [row] : [], count: fits ? 1 : 0 };
    },
  };
  const settings = argumentSettings({
    accountDomain,
    apiKey: "k",
    baseUrl: "https://x.example/v1",
  });
  return { ...createCaches(main), settings, main, warnOnce: () => undefined };
}

type Account = ReturnType<typeof accountWith>;
type Ask = (account: Account, domain: string, address: string) => Promise<unknown>;

/**
 * Each function that compares a domain, or the domain of an address, with objects of the account. `found` is the
 * expected result, or the id of the object in it.
 */
const places: Readonly<Record<string, readonly [found: unknown, Ask]>> = {
  "the check of accountDomain before a write": [
    undefined,
    (own) => requireAccountDomain(own.settings, own),
  ],
  "the check of accountDomain in a refresh": [{ is: "gone" }, (own) => proveAccount(own, {})],
  "the check of a deleted sender's domain": [
    { is: "gone" },
    (own, domain) =>
      proveAccount(
        { ...own, settings: argumentSettings({}) },
        { email: `a@mail.${domain}`, domainId: "d1" },
      ),
  ],
  "the look-up of domainId": ["d1", (own, _domain, address) => domainIdOf(own, address)],
  "the preflight check of a sender": [
    [],
    (own, _domain, address) => checkSenderDomain(own, address, "email"),
  ],
  getDomain: ["d1", (own, domain) => domainSource.look(own as never, { domain }, {} as never)],
  getSender: [
    "s1",
    (own, domain) => senderSource.look(own as never, { email: `News@${domain}` }, {} as never),
  ],
  "a sender search": ["s1", (own, _domain, address) => own.senders.byKey(address)],
  "a sender search after a lost reply": ["s1", (own, _domain, address) => own.senders.ask(address)],
  "the read of a known sender": ["s1", (own, _domain, address) => own.senders.byId("s1", address)],
  "a reply-to address search": ["r1", (own, _domain, address) => own.replyTos.byKey(address)],
};

describe("a domain such as bücher.example", () => {
  for (const [place, [found, ask]] of Object.entries(places)) {
    it(`matches every other spelling, such as Punycode, in ${place}`, async () => {
      expect(spellings.length).to.equal(8);
      for (const declared of spellings) {
        for (const held of [nfc, puny, nfd]) {
          const given = await ask(accountWith(held, declared), declared, `news@${declared}`);
          const { id } = (given ?? {}) as { readonly id?: string };
          expect(id ?? given, `${declared} of ${held}`).to.deep.equal(found);
        }
      }
    });
  }

  it("is equal in two sender addresses even if the spellings differ", () => {
    for (const one of spellings) {
      for (const two of spellings)
        expect(isSameAddress(`news@${one}`, `News@${two}`)).to.equal(true);
    }
    expect(isSameAddress(`news@${nfc}`, "news@bucher.example")).to.equal(false);
  });

  it("doesn't match a longer domain with the same ending", async () => {
    const account = accountWith("other.example", nfc);
    const [problem] = await checkSenderDomain(account, `news@an${nfc}`, "email");
    expect(problem?.problem).to.include(`the account has no domain an${nfc},`);
    expect(await proveAccount(accountWith(nfc, nfc), { email: `a@an${nfc}` })).to.deep.equal({
      is: "gone",
    });
    expect(await domainIdOf(accountWith(nfc, nfc), `a@an${nfc}`)).to.equal(undefined);
    expect(account.settings.value("accountDomain")).to.equal(nfc);
  });
});
