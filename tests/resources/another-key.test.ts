import { expect } from "chai";
import type { Fault, Seed } from "email-marketing-emulator";
import type { Suite } from "mocha";
import { type Properties, withoutUndefined } from "../../provider/plain/value";
import { useSkippedWaits } from "../support/clock";
import { fixtures } from "../support/fixtures";
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

/** What a refresh finds in an account that holds these domains. */
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
  "an account of which nothing is asked": gone([other], { warns: staysInState }),
  "an account that holds accountDomain": gone([shop], { settings: held }),
  "an account that lacks accountDomain": found(lacksDomain)([acme], { settings: notHeld }),
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
    "an account with a sender of the same id": found(noDomain)(
      [other],
      {},
      { senders: [elsewhere] },
    ),
    "an account whose domain has the same name and another id": found(otherId)([again]),
    "an account whose domain has the same id and another name": found(noDomain)([
      { ...other, id: "domain-1" },
    ]),
    "an account with the same domain under the same id, which nothing tells apart": gone([acme]),
    "its own account, whose domain is not verified": kept([{ ...acme, status: "failed" }], {
      warns: hidden,
    }),
    "its own account, whose nearest domain is not verified": kept(
      [above, { ...nearest, status: "not_verified" }],
      {
        ...below,
        warns: /its domain mail\.acme\.example is not verified \(status "not_verified"\)/,
      },
    ),
    "its own account, if only a domain above the nearest one is not verified": gone(
      [{ ...above, status: "failed" }, nearest],
      below,
    ),
    "its own account, by the domain above its address": gone(
      [{ ...acme, domain: "ACME.example" }],
      below,
    ),
    "its own account, by the domain's name alone, if the state has no domain id": gone(
      [again],
      withoutId,
    ),
    "its own account, whose domain was removed, by accountDomain": gone([shop], { settings: held }),
    "its own account, whose domain was added again, in spite of accountDomain": found(otherId)(
      [shop, again],
      { settings: held },
    ),
    "an account that lacks accountDomain, which ignoreChecks doesn't allow": found(lacksDomain)(
      [acme],
      { settings: notHeld, ...letPass },
    ),
    "another account, which ignoreChecks allows": gone([other], letPass),
    "an account whose domains can't be read": found(reason)([acme], { faults: status403 }),
    "an account whose domains are not read to their end": found(reason)([acme], {
      faults: wrongTotal,
      searches: 9,
    }),
    "its own account, for a sender that is there and has no id of a domain yet": found({
      now: { domainId: "domain-1" },
    })([other, acme], withoutId, { senders: [{ ...there, sender_email: "News@acme.example" }] }),
    "an account whose domains can't be read, for a sender that is there": kept(
      [acme],
      { ...withoutId, faults: status403 },
      { senders: [there] },
    ),
    "its own account, for a sender that is there and whose domain was added again": kept(
      [again],
      { searches: 0 },
      { senders: [there] },
    ),
    "its own account, for a sender that is there and whose domain is not": kept(
      [other],
      {},
      {
        senders: [there],
      },
    ),
  }),
  ...casesOf("Campaign", {
    "another account": kept([other], { warns: unlisted }),
    "an account with the domain of its sender": found(isMissing)([again], { warns: missing }),
    "an account that lacks accountDomain": kept([acme], {
      settings: notHeld,
      warns: /brand\.example \(stack config emailmarketing:accountDomain\) was not found there\.$/,
    }),
  }),
  ...casesOf("CampaignSchedule", {
    "an account of which nothing is asked": kept([acme], { warns: unlisted }),
    "an account that holds accountDomain": found(isMissing)([shop], {
      settings: held,
      warns: missing,
    }),
  }),
  ...casesOf("List", {
    "an account that lacks accountDomain, and has another list under the id": found(
      /^List "Customers": account "eu", read with the key of stack config emailmarketing:apiKey, has other values for it, and it does not have the domain brand\.example \(stack config emailmarketing:accountDomain\)\. So these may be of another object, and it stays as it is in the Pulumi state\. If the key belongs to another account, use the right one\. \[conflict\]$/,
    )([other], { settings: notHeld }, renamed),
    "an account that holds accountDomain, and has renamed the list": found({
      now: { name: "Others" },
    })([shop], { settings: held }, renamed),
    ...ofAnyName,
  }),
  ...casesOf("CustomProperty", ofAnyName),
  ...casesOf("WebhookActivation", {
    "an account of which nothing is asked": kept([acme], { warns: unlisted }),
    "an account that holds accountDomain": gone([shop], { settings: held }),
  }),
];

describe("a refresh that doesn't find an object", () => {
  const [failing, others] = [true, false].map((fails) =>
    cases.filter(({ faults }) => (faults !== undefined) === fails),
  );
  describe("in an account with correct responses", refreshes(others));
  // A try that the deadline ends may reach the service after the next test has begun: each has an account of its own.
  for (const one of failing ?? []) describe("in an account whose searches fail", refreshes([one]));
});

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
      it(`keeps a missing ${kind} in the state, or removes it, as expected with the key of ${title}`, async () => {
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
        const said = warnings().filter((one) => /account "eu"|^Campaign it\b/.test(one));
        expect(said).to.have.length(warns ? 1 : 0);
        if (warns) expect(said[0]).to.match(warns);
      });
    }
  };
}
