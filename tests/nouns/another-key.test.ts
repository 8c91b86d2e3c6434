import { expect } from "chai";
import { type Fault, type Seed, startEmulator } from "email-marketing-emulator";
import type { Properties } from "../../provider/input/plain";
import { canaryKeys } from "../support/service";
import { currentWayIn } from "../support/way-in";
import { type Kind, providerProcess } from "./provider-process";

/** What a refresh finds with a key of whichever account. */
interface Case {
  /** What the account holds that the key belongs to. */
  readonly holds: Seed;
  readonly state?: Properties;
  readonly settings?: Readonly<Record<string, string>>;
  readonly faults?: readonly Fault[];
  /** The object is gone, or stays as the state has it, or what of the state has changed; else part of the error. */
  readonly is: "gone" | "kept" | { readonly now: Properties } | RegExp;
  /** Part of the one warning; without it, there is none. */
  readonly warns?: RegExp;
  /** How often the domains are searched at most; by default, once. */
  readonly searches?: number;
}

/** By the words that tell whose key it is. */
type Cases = Readonly<Record<string, Case>>;

const wayIn = currentWayIn();
const acme = { id: "domain-1", domain: "acme.example" };
const shop = { id: "domain-2", domain: "shop.example" };
const other = { id: "domain-9", domain: "other.example" };
const there = { id: "it", sender_email: "news@acme.example", sender_name: "Acme" };
const held = { accountDomain: "shop.example" };
const notHeld = { accountDomain: "brand.example" };
const ignored = { ignoreChecks: ["account-unproven"] };

const states: Partial<Record<Kind, Properties>> = {
  Sender: {
    email: "news@acme.example",
    name: "Acme",
    status: "verified",
    adopted: false,
    domainId: "domain-1",
  },
  Campaign: {
    name: "Spring",
    subject: "What is new",
    sender: { email: "news@acme.example", name: "Acme" },
    plainText: "Hello",
    listIds: ["list-1"],
    status: "draft",
  },
  CampaignSchedule: {
    campaignId: "it",
    scheduledAt: "2098-03-01 09:00:00",
    sent: true,
    status: "scheduled",
  },
  List: { name: "Customers" },
  CustomProperty: { name: "shoe_size", type: "number" },
  WebhookActivation: { webhookId: "it", active: true },
};

const noDomain =
  /^Sender "news@acme\.example": account "([\w-]+)", read with the key of stack config emailmarketing:apiKey, does not have it, and it does not have the domain acme\.example either\. So it may not have been deleted, and it stays in the Pulumi state\. If the key belongs to another account, use the right one\. If the domain was removed, set a domain of the account in EMAIL_MARKETING_ACCOUNT_DOMAIN, which takes effect at once, or in emailmarketing:accountDomain, which a refresh uses after the next pulumi up\. If you don't need it any more, remove it from the program and run pulumi up without a refresh\. To let a refresh remove it anyway, add "account-unproven" to ignoreChecks and run pulumi up without a refresh first\. \[account-unproven\]$/;
const hidden =
  /^warning: Sender "news@acme\.example" was not refreshed: account "[\w-]+" does not list it, but its domain acme\.example is not verified \(status "failed"\), and the service lists senders of verified domains only\. It stays in the Pulumi state\. Verify the domain, then run pulumi refresh again\.$/;
const otherId =
  /its domain for acme\.example does not have the id "domain-1" that is in the state\. .* The id differs, too, if the domain was removed and added again\. .*\[account-unproven\]$/;
const lacksDomain =
  /it does not have the domain brand\.example either \(stack config emailmarketing:accountDomain\)\. .*\[account-unproven\]$/;
const unread =
  /its domains could not be read completely\. .* Run the command again\. .*\[account-unproven\]$/;
const unlisted =
  /does not have all campaigns or webhooks of this stack\. They stay as they are in the Pulumi state unless it is certain that this is their account\./;
const missing = /^warning: Campaign [\w-]+ is missing from the service's list of campaigns/;
const leaves =
  /no longer has lists or custom properties of this stack, so they are removed from the Pulumi state\. It is not certain that this is their account\. .*accountDomain/;

const ofAnyName: Cases = {
  "an account of which nothing is asked": {
    holds: { domains: [other] },
    is: "gone",
    warns: leaves,
  },
  "an account that holds accountDomain": { holds: { domains: [shop] }, settings: held, is: "gone" },
  "an account that lacks accountDomain": {
    holds: { domains: [acme] },
    settings: notHeld,
    is: lacksDomain,
  },
};

function casesOf(kind: Kind, byTitle: Cases) {
  const state = states[kind];
  return Object.entries(byTitle).map(([title, one]) => ({ kind, title, state, ...one }));
}

const cases = [
  ...casesOf("Sender", {
    "an account with a sender of the same id": {
      holds: {
        domains: [other],
        senders: [{ id: "it", sender_email: "x@other.example", sender_name: "Acme" }],
      },
      is: noDomain,
    },
    "an account whose domain has the same name and another id": {
      holds: { domains: [{ ...acme, id: "domain-9" }] },
      is: otherId,
    },
    "an account whose domain has the same id and another name": {
      holds: { domains: [{ ...other, id: "domain-1" }] },
      is: noDomain,
    },
    "an account without domains": { holds: {}, is: noDomain },
    "an account with the same domain under the same id, which nothing tells apart": {
      holds: { domains: [acme] },
      is: "gone",
    },
    "its own account, whose domain is not verified": {
      holds: { domains: [{ ...acme, status: "failed" }] },
      is: "kept",
      warns: hidden,
    },
    "its own account, whose nearest domain is not verified": {
      holds: {
        domains: [
          { id: "domain-8", domain: "acme.example" },
          { id: "domain-1", domain: "mail.acme.example", status: "not_verified" },
        ],
      },
      state: { ...states.Sender, email: "news@mail.acme.example" },
      is: "kept",
      warns: /its domain mail\.acme\.example is not verified \(status "not_verified"\)/,
    },
    "its own account, where only a domain above the nearest one is not verified": {
      holds: {
        domains: [
          { id: "domain-8", domain: "acme.example", status: "failed" },
          { id: "domain-1", domain: "mail.acme.example" },
        ],
      },
      state: { ...states.Sender, email: "news@mail.acme.example" },
      is: "gone",
    },
    "its own account, by the domain above its address": {
      holds: { domains: [{ ...acme, domain: "ACME.example" }] },
      state: { ...states.Sender, email: "news@mail.acme.example" },
      is: "gone",
    },
    "its own account, by the name alone, where the version before has written the state": {
      holds: { domains: [{ ...acme, id: "domain-9" }] },
      state: { ...states.Sender, domainId: undefined },
      is: "gone",
    },
    "its own account, whose domain was removed, by accountDomain": {
      holds: { domains: [shop] },
      settings: held,
      is: "gone",
    },
    "its own account, whose domain was added again, in spite of accountDomain": {
      holds: { domains: [shop, { ...acme, id: "domain-9" }] },
      settings: held,
      is: otherId,
    },
    "an account that lacks accountDomain": {
      holds: { domains: [acme] },
      settings: notHeld,
      is: lacksDomain,
    },
    "an account that lacks accountDomain, which ignoreChecks doesn't allow": {
      holds: { domains: [acme] },
      settings: notHeld,
      state: { ...states.Sender, ...ignored },
      is: lacksDomain,
    },
    "another account, which ignoreChecks allows": {
      holds: { domains: [other] },
      state: { ...states.Sender, ...ignored },
      is: "gone",
    },
    "an account whose domains can't be read": {
      holds: { domains: [acme] },
      faults: [{ path: "/domains/search", times: 99, kind: "status", status: 403 }],
      is: unread,
    },
    "an account whose domains are not read to their end": {
      holds: { domains: [acme] },
      faults: [{ path: "/domains/search", times: 99, kind: "wrong-total", total: 260 }],
      is: unread,
      searches: 9,
    },
    "its own account, for a sender that is there and has no id of a domain yet": {
      holds: {
        domains: [other, acme],
        senders: [{ ...there, sender_email: "News@acme.example" }],
      },
      state: { ...states.Sender, domainId: undefined },
      is: { now: { domainId: "domain-1" } },
    },
    "an account whose domains can't be read, for a sender that is there": {
      holds: { domains: [acme], senders: [there] },
      state: { ...states.Sender, domainId: undefined },
      faults: [{ path: "/domains/search", times: 99, kind: "status", status: 403 }],
      is: "kept",
    },
    "its own account, for a sender that is there and whose domain was added again": {
      holds: { domains: [{ ...acme, id: "domain-9" }], senders: [there] },
      is: "kept",
    },
  }),
  ...casesOf("Campaign", {
    "another account": { holds: { domains: [other] }, is: "kept", warns: unlisted },
    "an account with the domain of its sender": {
      holds: { domains: [{ ...acme, id: "domain-9" }] },
      is: { now: { status: "missing" } },
      warns: missing,
    },
    "an account that lacks accountDomain": {
      holds: { domains: [acme] },
      settings: notHeld,
      is: "kept",
      warns: /brand\.example \(stack config emailmarketing:accountDomain\) was not found there\.$/,
    },
  }),
  ...casesOf("CampaignSchedule", {
    "an account of which nothing is asked": {
      holds: { domains: [acme] },
      is: "kept",
      warns: unlisted,
    },
    "an account that holds accountDomain": {
      holds: { domains: [shop] },
      settings: held,
      is: { now: { status: "missing" } },
      warns: missing,
    },
    "an account that lacks accountDomain": {
      holds: { domains: [acme] },
      settings: notHeld,
      is: "kept",
      warns: unlisted,
    },
  }),
  ...casesOf("List", {
    "an account that lacks accountDomain, and has another list under the id": {
      holds: { domains: [other], lists: [{ id: "it", name: "Others" }] },
      settings: notHeld,
      is: /^List "Customers": account "[\w-]+", read with the key of stack config emailmarketing:apiKey, has other values for it, and it does not have the domain brand\.example\. So these may be of another object, and it stays as it is in the Pulumi state\. If the key belongs to another account, use the right one\.$/,
    },
    "an account that holds accountDomain, and has renamed the list": {
      holds: { domains: [shop], lists: [{ id: "it", name: "Others" }] },
      settings: held,
      is: { now: { name: "Others" } },
    },
    ...ofAnyName,
  }),
  ...casesOf("CustomProperty", ofAnyName),
  ...casesOf("WebhookActivation", {
    "an account of which nothing is asked": {
      holds: { domains: [acme] },
      is: "kept",
      warns: unlisted,
    },
    "an account that holds accountDomain": {
      holds: { domains: [shop] },
      settings: held,
      is: "gone",
    },
    "an account that lacks accountDomain": {
      holds: { domains: [acme] },
      settings: notHeld,
      is: "kept",
      warns: unlisted,
    },
  }),
].map((one, n) => ({ ...one, account: `${wayIn}-case-${n}` }));

/** Sentences about a campaign name its id, and no account. */
function idOf(kind: Kind, account: string): string {
  return kind.startsWith("Campaign") ? account : "it";
}

/** What came of a case. */
interface Outcome {
  readonly is: string | Properties;
  readonly domainSearches: number;
}

async function outcomeOf(one: (typeof cases)[number]): Promise<Outcome> {
  const { kind, holds, state, settings = {}, faults = [], account } = one;
  const emulator = await startEmulator({ ...canaryKeys, seed: holds });
  try {
    emulator.faults(faults);
    const mode = kind === "Sender" ? {} : { operations: "extended" };
    const given = { ...mode, ...settings, account, deadlineSeconds: "20" };
    const provider = providerProcess(emulator, { wayIn, ...given })(kind);
    const known = { ...state, account };
    const is = await provider.read(idOf(kind, account), known).then(
      ({ id, props }) =>
        id === undefined ? "gone" : (JSON.parse(JSON.stringify(props)) as Properties),
      (error: Error) => error.message,
    );
    const searches = emulator.requests().filter(({ path }) => path.endsWith("/domains/search"));
    return { is, domainSearches: searches.length };
  } finally {
    await emulator.close();
  }
}

describe("a refresh that misses an object", () => {
  let outcomes: readonly Outcome[] = [];
  const told: string[] = [];

  before("asks in all cases at once, since a miss is looked at again after 5 seconds", async () => {
    const { warn } = console;
    console.warn = (sentence: string) => told.push(sentence);
    outcomes = await Promise.all(cases.map(outcomeOf));
    console.warn = warn;
  });

  for (const [n, { kind, title, is, warns, searches = 1, state, account }] of cases.entries()) {
    it(`${kind} with the key of ${title}`, () => {
      const outcome = outcomes[n];
      if (is instanceof RegExp) expect(outcome?.is).to.match(is);
      else if (is === "gone") expect(outcome?.is).to.equal("gone");
      else {
        const kept = { ...state, account, ...(is === "kept" ? {} : is.now) };
        expect(outcome?.is).to.deep.equal(JSON.parse(JSON.stringify(kept)));
      }
      expect(outcome?.domainSearches).to.be.at.most(searches);
      const ofCase = told.filter((sentence) => new RegExp(`${account}\\b`).test(sentence));
      expect(ofCase).to.have.length(warns ? 1 : 0);
      if (warns) expect(ofCase[0]).to.match(warns);
    });
  }
});
