import { expect } from "chai";
import type { Fault, Seed } from "email-marketing-emulator";
import type { Suite } from "mocha";
import { type Properties, withoutUndefined } from "../../provider/input/plain";
import { useSkippedWaits } from "../support/clock";
import { rejection } from "../support/rejection";
import { extended, type Kind, type Settings, useResource } from "../support/resource";

/** What a refresh finds with a key of whichever account. */
interface Case {
  /** What the account holds that the key belongs to. */
  readonly holds: Seed;
  readonly state?: Properties;
  readonly settings?: Settings;
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
  /^Sender "news@acme\.example": account "eu", read with the key of stack config emailmarketing:apiKey, does not have it, and it does not have the domain acme\.example\. So it may not have been deleted, and it stays in the Pulumi state\. If the key belongs to another account, use the right one\. If the domain was removed, set a domain of the account in EMAIL_MARKETING_ACCOUNT_DOMAIN, which takes effect at once, or in emailmarketing:accountDomain, which a refresh uses after the next pulumi up\. If you don't need it any more, remove it from the program and run pulumi up without a refresh\. To let a refresh remove it anyway, add "account-unproven" to ignoreChecks and run pulumi up without a refresh first\. \[account-unproven\]$/;
const hidden =
  /^Sender "news@acme\.example" was not refreshed: account "eu" does not list it, but its domain acme\.example is not verified \(status "failed"\), and the service lists senders of verified domains only\. It stays in the Pulumi state\. Verify the domain, then run pulumi refresh again\.$/;
const otherId =
  /it does not have the domain acme\.example with the id "domain-1" \(one that is added again has another id\)\. .*\[account-unproven\]$/;
const lacksDomain =
  /it does not have the domain brand\.example \(stack config emailmarketing:accountDomain\)\. .*\[account-unproven\]$/;
const unread =
  /its domains could not be read completely\. .* Run the command again\. .*\[account-unproven\]$/;
const unlisted =
  /does not have all campaigns or webhooks of this stack\. They stay as they are in the Pulumi state unless it is certain that this is their account\./;
const missing = /^Campaign it is missing from the service's list of campaigns/;
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
    "its own account, by the name alone, where the state has no id of a domain": {
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
      is: { now: { domainId: "domain-9" } },
    },
    "its own account, for a sender that is there and whose domain is not": {
      holds: { domains: [other], senders: [there] },
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
  }),
  ...casesOf("List", {
    "an account that lacks accountDomain, and has another list under the id": {
      holds: { domains: [other], lists: [{ id: "it", name: "Others" }] },
      settings: notHeld,
      is: /^List "Customers": account "eu", read with the key of stack config emailmarketing:apiKey, has other values for it, and it does not have the domain brand\.example \(stack config emailmarketing:accountDomain\)\. So these may be of another object, and it stays as it is in the Pulumi state\. If the key belongs to another account, use the right one\.$/,
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
  }),
];

describe("a refresh that misses an object", () => {
  const [failing, others] = [true, false].map((fails) =>
    cases.filter(({ faults }) => (faults !== undefined) === fails),
  );
  describe("in an account whose replies are right", refreshes(others));
  // A try that the deadline ends may reach the service after the next test has begun: each has an account of its own.
  for (const one of failing ?? []) describe("in an account that fails", refreshes([one]));
});

function refreshes(all: typeof cases = []): (this: Suite) => void {
  return function () {
    useSkippedWaits(this);
    const settingsOfAll = { account: "eu", deadlineSeconds: "20" };
    const { emulator, resource, newRun, requests, told } = useResource(
      this,
      "Sender",
      settingsOfAll,
    );

    for (const { kind, title, holds, state, settings, faults = [], ...expected } of all) {
      it(`${kind} with the key of ${title}`, async () => {
        const { is, warns, searches = 1 } = expected;
        emulator().seed(holds);
        emulator().faults(faults);
        newRun({ ...(kind !== "Sender" && extended), ...settings });
        const known = { ...state, account: "eu" };
        const reading = resource(kind).read("it", known);
        if (is instanceof RegExp) expect(await rejection(reading)).to.match(is);
        else if (is === "gone") expect(await reading).to.deep.equal({});
        else {
          const kept = { ...known, ...(is === "kept" ? {} : is.now) };
          const { props } = await reading;
          expect(withoutUndefined(props)).to.deep.equal(withoutUndefined(kept));
        }
        const asked = requests().filter((one) => one === "POST /domains/search");
        expect(asked).to.have.length.at.most(searches);
        // That the domains can't be read is said as well.
        const said = told().filter((one) => /account "eu"|^Campaign it\b/.test(one));
        expect(said).to.have.length(warns ? 1 : 0);
        if (warns) expect(said[0]).to.match(warns);
      });
    }
  };
}
