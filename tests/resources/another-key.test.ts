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

/** Keyed by a condition about the account of the API key, worded as a part of the test's name. */
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
  "the API key's account lacks the object, and accountDomain is not set": gone([other], {
    warns: staysInState,
  }),
  "the API key's account has the domain in accountDomain, but not the object": gone([shop], {
    settings: held,
  }),
  "the API key's account lacks the object and the domain in accountDomain": found(lacksDomain)(
    [acme],
    {
      settings: notHeld,
    },
  ),
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
    "the API key's account has another sender with the same id, and lacks the sender's domain":
      found(noDomain)([other], {}, { senders: [elsewhere] }),
    "the API key's account lacks the sender, and has the sender's domain with another id": found(
      otherId,
    )([again]),
    "the API key's account lacks the sender, and has another domain with the id of the sender's domain":
      found(noDomain)([{ ...other, id: "domain-1" }]),
    "the API key's account lacks the sender, but has the sender's domain with the same id": gone([
      acme,
    ]),
    "the API key's account lacks the sender, but has the sender's domain unverified": kept(
      [{ ...acme, status: "failed" }],
      {
        warns: hidden,
      },
    ),
    "the API key's account lacks the sender, and has the subdomain unverified and the parent domain verified":
      kept([above, { ...nearest, status: "not_verified" }], {
        ...below,
        warns: /its domain mail\.acme\.example is not verified \(status "not_verified"\)/,
      }),
    "the API key's account lacks the sender, and has the subdomain verified and the parent domain unverified":
      gone([{ ...above, status: "failed" }, nearest], below),
    "the API key's account lacks the sender and the sender's subdomain, but has the parent domain":
      gone([{ ...acme, domain: "ACME.example" }], below),
    "the API key's account lacks the sender, but has the sender's domain, and the state has no domainId":
      gone([again], withoutId),
    "the API key's account lacks the sender and the sender's domain, but has the domain in accountDomain":
      gone([shop], {
        settings: held,
      }),
    "the API key's account lacks the sender, has the domain in accountDomain, and has the sender's domain with another id":
      found(otherId)([shop, again], { settings: held }),
    "the API key's account lacks the sender and the domain in accountDomain, even with account-unproven in ignoreChecks":
      found(lacksDomain)([acme], { settings: notHeld, ...letPass }),
    "the API key's account lacks the sender and the sender's domain, and ignoreChecks has account-unproven":
      gone([other], letPass),
    "the API key's account lacks the sender, and the search for the sender's domain returns status 403":
      found(reason)([acme], { faults: status403 }),
    "the API key's account lacks the sender, and the search for the sender's domain is incomplete":
      found(reason)([acme], {
        faults: wrongTotal,
        searches: 9,
      }),
    "the API key's account has the sender, and the state has no domainId": found({
      now: { domainId: "domain-1" },
    })([other, acme], withoutId, { senders: [{ ...there, sender_email: "News@acme.example" }] }),
    "the API key's account has the sender, and the search for the missing domainId returns status 403":
      kept([acme], { ...withoutId, faults: status403 }, { senders: [there] }),
    "the API key's account has the sender, and the sender's domain with another id": kept(
      [again],
      { searches: 0 },
      { senders: [there] },
    ),
    "the API key's account has the sender, but lacks the sender's domain": kept(
      [other],
      {},
      {
        senders: [there],
      },
    ),
  }),
  ...casesOf("Campaign", {
    "the API key's account lacks the campaign and the domain of the campaign's sender": kept(
      [other],
      {
        warns: unlisted,
      },
    ),
    "the API key's account has the domain of the sender, but not the campaign": found(isMissing)(
      [again],
      {
        warns: missing,
      },
    ),
    "the API key's account has the domain of the sender unverified, but not the campaign": found(
      isMissing,
    )([{ ...again, status: "failed" }], { warns: missing }),
    "the API key's account lacks the campaign and the domain in accountDomain, but has the domain of the campaign's sender":
      kept([acme], {
        settings: notHeld,
        warns:
          /brand\.example \(stack config emailmarketing:accountDomain\) was not found there\.$/,
      }),
  }),
  ...casesOf("CampaignSchedule", {
    "the API key's account lacks the campaign, and accountDomain is not set": kept([acme], {
      warns: unlisted,
    }),
    "the API key's account lacks the campaign, but has the domain in accountDomain": found(
      isMissing,
    )([shop], {
      settings: held,
      warns: missing,
    }),
  }),
  ...casesOf("List", {
    "the API key's account has the list with another name, and lacks the domain in accountDomain":
      found(
        /^List "Customers": account "eu", read with the key of stack config emailmarketing:apiKey, has other values for it, and it does not have the domain brand\.example \(stack config emailmarketing:accountDomain\)\. So these may be of another object, and it stays as it is in the Pulumi state\. If the key belongs to another account, use the right one\. \[conflict\]$/,
      )([other], { settings: notHeld }, renamed),
    "the API key's account has the list with another name, and has the domain in accountDomain":
      found({
        now: { name: "Others" },
      })([shop], { settings: held }, renamed),
    ...ofAnyName,
  }),
  ...casesOf("CustomProperty", ofAnyName),
  ...casesOf("WebhookActivation", {
    "the API key's account lacks the webhook, and accountDomain is not set": kept([acme], {
      warns: unlisted,
    }),
    "the API key's account lacks the webhook, but has the domain in accountDomain": gone([shop], {
      settings: held,
    }),
  }),
];

const [failing = [], others] = [true, false].map((fails) =>
  cases.filter(({ faults }) => (faults !== undefined) === fails),
);
describe("a refresh", refreshes(others));
// A request that the deadline cuts off may reach the emulator during the next test, so each test has its own suite.
for (const one of failing) describe("a refresh", refreshes([one]));

/** The result of a refresh, as a part of the test's name. */
function resultOf({
  kind,
  is,
  warns,
}: Pick<Case, "is" | "warns"> & { readonly kind: Kind }): string {
  const withWarning = warns ? ", with a warning," : "";
  if (is instanceof RegExp) return `fails for a ${kind}`;
  if (is === "gone") return `removes a ${kind} from the state${withWarning}`;
  if (is === "kept") return `keeps a ${kind} in the state${withWarning}`;
  if (is === isMissing) return `sets a ${kind}'s status to missing${withWarning}`;
  return `updates the ${Object.keys(is.now).join()} of a ${kind} in the state`;
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
      it(`${resultOf({ kind, ...expected })} if ${title}`, async () => {
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
