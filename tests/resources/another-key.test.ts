import { expect } from "chai";
import type { Fault, Seed } from "email-marketing-emulator";
import type { Suite } from "mocha";
import { type Properties, withoutUndefined } from "../../provider/plain/value";
import { useSkippedWaits } from "../support/clock";
import { fixtures } from "../support/fixtures";
import { rejection } from "../support/rejection";
import { extended, type Kind, type Settings, useResource } from "../support/resource";

/** A refresh with an API key, and the expected result. */
interface Case {
  /** The objects in the account of the key. */
  readonly holds: Seed;
  readonly state?: Properties;
  readonly settings?: Settings;
  readonly faults?: readonly Fault[];
  /** The object is removed from the state, kept in the state, or changed as in `now`; or a part of the error. */
  readonly is: "gone" | "kept" | { readonly now: Properties } | RegExp;
  /** A part of the only warning. If absent, the refresh must not warn. */
  readonly warns?: RegExp;
  /** The maximum number of searches for domains; by default, 1. */
  readonly searches?: number;
}

/** Keyed by the account of the API key, worded as a part of the test's name. */
type Cases = Readonly<Record<string, Case>>;

const acme = { id: "domain-1", domain: "acme.example" };
const shop = { id: "domain-2", domain: "shop.example" };
const other = { id: "domain-9", domain: "other.example" };
const there = { id: "it", sender_email: "news@acme.example", sender_name: "Acme" };
const held = { accountDomain: "shop.example" };
const notHeld = { accountDomain: "brand.example" };

const states: Partial<Record<Kind, Properties>> = {
  Sender: { ...fixtures.Sender.args, ...fixtures.Sender.outputs, domainId: "domain-1" },
  Campaign: { ...fixtures.Campaign.args, status: "draft" },
  CampaignSchedule: {
    ...fixtures.CampaignSchedule.args,
    campaignId: "it",
    sent: true,
    status: "scheduled",
  },
  List: fixtures.List.args,
  CustomProperty: fixtures.CustomProperty.args,
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
const reason =
  /its domains could not be read completely\. .* Run the command again\. .*\[account-unproven\]$/;
const unlisted =
  /is missing campaigns or webhooks that this stack has\. The provider keeps them in the state, because the key may belong to another account\. If so, use the right key\. (?:If the account is right, set one of its domains in EMAIL_MARKETING_ACCOUNT_DOMAIN|The domain brand\.example \(stack config emailmarketing:accountDomain\) was not found there\.)/;
const missing = /^Campaign it is missing from the service's list of campaigns/;
const staysInState =
  /no longer has lists or custom properties of this stack, so they are removed from the Pulumi state\. It is not certain that this is their account\. .*accountDomain/;

type More = Omit<Case, "holds" | "is">;

/** Creates cases with this result in an account that has these domains. */
const found =
  (is: Case["is"]) =>
  (domains: readonly object[], more: More = {}, rows: Seed = {}) => ({
    holds: { domains, ...rows },
    is,
    ...more,
  });
const [gone, kept] = [found("gone"), found("kept")];
const status403 = [{ path: "/domains/search", times: 99, kind: "status", status: 403 }] as const;
const wrongTotal = [
  { path: "/domains/search", times: 99, kind: "wrong-total", total: 260 },
] as const;

const ofAnyName: Cases = {
  "an account that is unrecognizable without accountDomain": gone([other], {
    warns: staysInState,
  }),
  "the account with accountDomain's domain": gone([shop], { settings: held }),
  "an account without accountDomain's domain": found(lacksDomain)([acme], {
    settings: notHeld,
  }),
};

function casesOf(kind: Kind, byTitle: Cases) {
  const state = states[kind];
  return Object.entries(byTitle).map(([title, one]) => ({ kind, title, state, ...one }));
}

const sender = states.Sender;
const below = { state: { ...sender, email: "news@mail.acme.example" } };
const withoutId = { state: { ...sender, domainId: undefined } };
const letPass = { state: { ...sender, ignoreChecks: ["account-unproven"] } };
const above = { id: "domain-8", domain: "acme.example" };
const nearest = { id: "domain-1", domain: "mail.acme.example" };
const again = { ...acme, id: "domain-9" };
const renamed = { lists: [{ id: "it", name: "Others" }] };
const isMissing = { now: { status: "missing" } };
const elsewhere = { id: "it", sender_email: "x@other.example", sender_name: "Acme" };

const cases = [
  ...casesOf("Sender", {
    "another account with another sender under this id": found(noDomain)(
      [other],
      {},
      { senders: [elsewhere] },
    ),
    "an account with the same domain under another id": found(otherId)([again]),
    "an account with another domain under the same id": found(noDomain)([
      { ...other, id: "domain-1" },
    ]),
    "an account with the same domain under the same id": gone([acme]),
    "the object's account, but the domain isn't verified": kept([{ ...acme, status: "failed" }], {
      warns: hidden,
    }),
    "the object's account, but the nearest domain isn't verified": kept(
      [above, { ...nearest, status: "not_verified" }],
      {
        ...below,
        warns: /its domain mail\.acme\.example is not verified \(status "not_verified"\)/,
      },
    ),
    "the object's account, and only the nearest domain is verified": gone(
      [{ ...above, status: "failed" }, nearest],
      below,
    ),
    "the object's account, recognized by the address's parent domain": gone(
      [{ ...acme, domain: "ACME.example" }],
      below,
    ),
    "the object's account, recognized by the domain's name alone": gone([again], withoutId),
    "the object's account, recognized by accountDomain alone": gone([shop], { settings: held }),
    "accountDomain's account, which has the domain under another id": found(otherId)(
      [shop, again],
      { settings: held },
    ),
    "an account without accountDomain's domain, despite account-unproven in ignoreChecks": found(
      lacksDomain,
    )([acme], { settings: notHeld, ...letPass }),
    "another account, but ignoreChecks has account-unproven": gone([other], letPass),
    "an account whose domains can't be read": found(reason)([acme], { faults: status403 }),
    "an account whose search for domains is incomplete": found(reason)([acme], {
      faults: wrongTotal,
      searches: 9,
    }),
    "an account with the sender, whose domain id the state lacks": found({
      now: { domainId: "domain-1" },
    })([other, acme], withoutId, { senders: [{ ...there, sender_email: "News@acme.example" }] }),
    "an account with the sender, but domains can't be read": kept(
      [acme],
      { ...withoutId, faults: status403 },
      { senders: [there] },
    ),
    "an account with the sender, whose domain has another id": kept(
      [again],
      { searches: 0 },
      { senders: [there] },
    ),
    "an account with the sender, but without its domain": kept(
      [other],
      {},
      {
        senders: [there],
      },
    ),
  }),
  ...casesOf("Campaign", {
    "another account": kept([other], { warns: unlisted }),
    "an account with its sender's domain": found(isMissing)([again], {
      warns: missing,
    }),
    "an account without accountDomain's domain": kept([acme], {
      settings: notHeld,
      warns: /brand\.example \(stack config emailmarketing:accountDomain\) was not found there\.$/,
    }),
  }),
  ...casesOf("CampaignSchedule", {
    "an account that is unrecognizable without accountDomain": kept([acme], {
      warns: unlisted,
    }),
    "the account with accountDomain's domain": found(isMissing)([shop], {
      settings: held,
      warns: missing,
    }),
  }),
  ...casesOf("List", {
    "an account without accountDomain's domain, whose list has another name": found(
      /^List "Customers": account "eu", read with the key of stack config emailmarketing:apiKey, has other values for it, and it does not have the domain brand\.example \(stack config emailmarketing:accountDomain\)\. So these may be of another object, and it stays as it is in the Pulumi state\. If the key belongs to another account, use the right one\. \[conflict\]$/,
    )([other], { settings: notHeld }, renamed),
    "the account with accountDomain's domain, where the list was renamed": found({
      now: { name: "Others" },
    })([shop], { settings: held }, renamed),
    ...ofAnyName,
  }),
  ...casesOf("CustomProperty", ofAnyName),
  ...casesOf("WebhookActivation", {
    "an account that is unrecognizable without accountDomain": kept([acme], {
      warns: unlisted,
    }),
    "the account with accountDomain's domain": gone([shop], { settings: held }),
  }),
];

describe("a state refresh", () => {
  const [failing, others] = [true, false].map((fails) =>
    cases.filter(({ faults }) => (faults !== undefined) === fails),
  );
  describe("with correct responses", refreshes(others));
  // A request that the deadline cuts off may reach the emulator during the next test, so each test has its own suite.
  for (const one of failing ?? []) describe("with bad responses", refreshes([one]));
});

/** The result of a refresh, as a part of the test's name. */
function resultOf({ kind, is }: Pick<(typeof cases)[number], "kind" | "is">): string {
  if (is instanceof RegExp) return `fails for a ${kind}`;
  if (is === "gone") return `removes a ${kind}`;
  if (is === "kept") return `keeps a ${kind}`;
  return is === isMissing ? `marks a ${kind} as missing` : `updates a ${kind}`;
}

function refreshes(all: typeof cases = []): (this: Suite) => void {
  return function () {
    useSkippedWaits(this);
    const settingsOfAll = { account: "eu", deadlineSeconds: "20" };
    const { emulator, resource, newRun, requests, warnings } = useResource(
      this,
      "Sender",
      settingsOfAll,
    );

    for (const { kind, title, holds, state, settings, faults = [], ...expected } of all) {
      it(`${resultOf({ kind, is: expected.is })} if the key belongs to ${title}`, async () => {
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
        // Leaves out other warnings, such as that the domains can't be read.
        const said = warnings().filter((one) => /account "eu"|^Campaign it\b/.test(one));
        expect(said).to.have.length(warns ? 1 : 0);
        if (warns) expect(said[0]).to.match(warns);
      });
    }
  };
}
