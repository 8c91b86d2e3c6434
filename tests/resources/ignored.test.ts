import { expect } from "chai";
import type { CampaignStatus } from "../../emulator/account/account";
import { type FindingName, findingNames } from "../../provider/input/finding";
import type { Properties } from "../../provider/plain/value";
import { extended, type Kind, useResource } from "../support/resource";
import { changingRequests } from "../support/service";

const campaign = {
  name: "Let pass",
  subject: "New",
  sender: { email: "hello@acme.example", name: "Acme" },
  plainText: "Hello",
};
const ofCampaign = { ...campaign, listIds: ["list-1"] };
const date = { campaignId: "campaign-2", scheduledAt: "2098-03-01 09:00:00" };
const recipients = { maxRecipients: "5" };

interface Case {
  readonly name: FindingName;
  readonly kind: Kind;
  readonly props: Properties;
  /** The id and the state before an update; absent for a create. */
  readonly from?: readonly [string, Properties];
  readonly settings?: Readonly<Record<string, string>>;
  /** The status of campaign-2 in the service. */
  readonly status?: CampaignStatus;
  /** The requests if ignoreChecks has the name; "refused" if the finding can't be suppressed. */
  readonly ignored: readonly string[] | "refused";
}

const put = ["PUT /campaign/campaign-2"];

/** Findings that a create or an update checks again. */
const cases: readonly Case[] = [
  ...[{}, { existingId: "campaign-2" }].map(({ existingId }) => ({
    ...{ name: "list-unknown" as const, kind: "Campaign" as const, ignored: put },
    props: { ...campaign, listIds: ["list-9"], ...(existingId && { existingId }) },
    ...(existingId === undefined && { from: ["campaign-2", ofCampaign] as const }),
  })),
  ...(["Finished", "Processing", "Aborted"] as const).flatMap((status) => {
    const one = { name: "campaign-closed" as const, kind: "Campaign" as const, status };
    const ignored = status === "Finished" ? [] : ("refused" as const);
    const props = { ...ofCampaign, subject: "Newer" };
    return [
      { ...one, props, from: ["campaign-2", ofCampaign] as const, ignored },
      { ...one, props: { ...props, existingId: "campaign-2" }, ignored },
    ];
  }),
  {
    ...{ name: "campaign-closed", kind: "CampaignSchedule", props: date, status: "Finished" },
    ignored: "refused",
  },
  {
    ...{ name: "campaign-not-draft", kind: "Campaign", props: { ...ofCampaign, subject: "Newer" } },
    from: ["campaign-2", { ...ofCampaign, __reading: { wasNotDraft: true } }],
    ignored: put,
  },
  {
    ...{ name: "extra-fields-unguarded", kind: "Campaign", settings: { maxRecipients: "5000" } },
    props: { ...ofCampaign, extraFields: { update: { footer: "none" } } },
    ...{ from: ["campaign-2", ofCampaign], ignored: put },
  },
  { name: "list-conflict", kind: "List", props: { name: "Customers" }, ignored: ["POST /list"] },
  {
    ...{ name: "list-conflict", kind: "List", props: { name: "Other", existingId: "list-1" } },
    ignored: [],
  },
  {
    ...{ name: "list-conflict", kind: "List", props: { name: "Members" } },
    ...{ from: ["list-1", { name: "Customers" }], ignored: ["PATCH /list/list-1"] },
  },
  {
    ...{ name: "sender-conflict", kind: "Sender", ignored: ["POST /senders"] },
    props: { email: "hello@acme.example", name: "Acme", adopt: false },
  },
  {
    ...{ name: "property-conflict", kind: "CustomProperty", ignored: ["POST /contact/property"] },
    props: { name: "Plan", type: "text", adopt: false },
  },
  {
    ...{ name: "property-conflict", kind: "CustomProperty" },
    props: { name: "Plan", type: "text", existingId: "property-9" },
    ignored: ["PATCH /contact/property/property-9"],
  },
  {
    ...{ name: "recipients-limit", kind: "Campaign", settings: { maxRecipients: "1" } },
    props: { ...ofCampaign, rules: { limit: 1 } },
    ...{ from: ["campaign-2", ofCampaign], ignored: put },
  },
  {
    ...{ name: "recipients-unknown", kind: "CampaignSchedule", props: date, settings: recipients },
    ignored: put,
  },
  {
    ...{ name: "recipients-unknown", kind: "CampaignSchedule", settings: recipients },
    ...{ props: date, from: ["campaign-2", { ...date, scheduledAt: "2098-02-01 09:00:00" }] },
    ...{ status: "Paused", ignored: put },
  },
];

/** Findings that no create or update checks again: those of a check, diff or refresh, and those that aren't errors. */
const others = `
  account-moved account-unproven audience-again campaign-audience campaign-duplicate campaign-sender-unknown
  campaign-sender-unverified schedule-undeclared campaign-overwritten campaign-unknown domain-unknown
  html-too-large image-without-alt link-not-https list-duplicate plain-text-missing preheader-is-subject
  html-blank image-attached link-unreachable plain-text-is-html source-in-text text-encoded unsubscribe-broken
  property-cap property-exists property-in-use reply-to-unknown reply-to-unverified schedule-duplicate schedule-time-skipped
  schedule-past schedule-pause schedule-time-repeated sender-domain-failed sender-domain-unknown
  sender-domain-unverified sender-duplicate sender-exists share-domain share-duplicate element-unclosed
  check-unknown unsubscribe-missing webhook-duplicate webhook-unknown campaign-replaced character-lost
  list-twice property-twice sender-twice campaign-exists link-empty merge-tag-unknown output-in-text
  undefined-in-text list-empty campaign-drifted campaign-read
`;

/** Tested in tests/resources/custom-property/resource.test.ts, because the finding needs two resources. */
const ofTwo = "property-duplicate";

describe("the cases for ignoreChecks", () => {
  it("include every finding that a create or an update checks again", () => {
    const ofNone = others.trim().split(/\s+/);
    const names = new Set([...cases.map(({ name }) => name), ...ofNone, ofTwo]);
    expect([...names].sort()).to.deep.equal(findingNames.toSorted());
  });
});

describe("ignoreChecks", function () {
  const { emulator, resource, newRun } = useResource(this, "Campaign", extended);

  for (const { name, kind, props, from, settings, status, ignored } of cases) {
    const creation = "existingId" in props ? "adoption" : "create";
    const step = from === undefined ? creation : "update";
    it(`${ignored === "refused" ? "doesn't allow" : "allows"} the ${step} of a ${kind} if the finding is ${name}${status === undefined ? "" : ` and the campaign's status is ${status}`}`, async () => {
      const run = async (ignoreChecks: readonly string[]) => {
        emulator().reset();
        if (status !== undefined) {
          const more = status === "Paused" ? {} : { sent_at: "2025-12-31T23:59:30Z" };
          emulator().patch("campaigns", "campaign-2", { status, ...more });
        }
        newRun(settings);
        const declared = { ...props, ignoreChecks };
        const state = from && { ...from[1], ignoreChecks, account: "loopback" };
        const done = state
          ? resource(kind).update(from[0], state, declared)
          : resource(kind).create(declared);
        const failure = await done.then(
          () => "",
          (error: Error) => error.message,
        );
        return { failure, sent: changingRequests(emulator().requests()) };
      };
      const refused = await run([]);
      expect(refused.failure).to.match(
        new RegExp(`\\[${name}( [\\w.*]+)?\\]$|its date was not sent`),
      );
      expect(refused.sent).to.deep.equal([]);
      const passed = await run([name]);
      if (ignored === "refused") {
        expect(passed.failure).to.match(
          /so its date was not sent|ignoreChecks can't suppress this/,
        );
      } else {
        expect(passed.failure).to.not.include(`[${name}`);
        expect([...new Set(passed.sent)]).to.deep.equal(ignored);
      }
    });
  }
});
