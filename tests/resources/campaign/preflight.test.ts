import { output } from "@pulumi/pulumi";
import { expect } from "chai";
import type { Fault, Seed } from "email-marketing-emulator";
import { Campaign, CampaignSchedule } from "../../../provider/index";
import { type InlineRunOptions, runInline } from "../../program/inline-run";
import { acmeAccount, draftElsewhere } from "../../support/acme-account";
import { canaryKeys, sent, useEmulator } from "../../support/service";

const declare = (name: string, inputs: object = {}) =>
  new Campaign(name, {
    ...{ name, subject: "New", html: "<p>Hello</p>", listIds: ["list-5"] },
    sender: { email: "news@acme.example", name: "Acme News" },
    ignoreChecks: ["unsubscribe-missing", "plain-text-missing"],
    ...inputs,
  });
const date = (campaignId: unknown, scheduledAt = "2098-03-01 09:00:00") =>
  new CampaignSchedule("spring-date", {
    campaignId: campaignId as string,
    scheduledAt,
    ignoreChecks: ["schedule-past"],
  });
const list = "POST /campaign/list";

interface Case {
  /** Fields of campaign-9 in the service. By default, it is scheduled. */
  readonly row?: object;
  /** Other campaigns of the account. */
  readonly others?: Seed["campaigns"];
  /** By default, the program declares only the campaign. */
  readonly program?: () => unknown;
  readonly options?: InlineRunOptions;
  readonly config?: Readonly<Record<string, string>>;
  readonly faults?: readonly Fault[];
  readonly warnings?: readonly string[];
  /** The number of requests for the list of campaigns; 1 by default. */
  readonly asked?: number;
}

const unlisted = (status: number): Fault[] => [
  { path: "/campaign/list", times: 9, kind: "status", status, body: {} },
];
/** The outputs that the mocked engine returns for the campaign and its schedule. */
const known = (status: string) => ({
  replies: {
    spring: { id: "campaign-9", account: "loopback", status },
    "spring-date": { id: "campaign-9", account: "loopback" },
  },
});

const undeclared = (since = "") =>
  `warning spring: the service has a date for this campaign${since}, and the program declares no CampaignSchedule for it, so it WILL be sent on that date. To stop it, pause campaign campaign-9 in the service's web app. Otherwise declare its CampaignSchedule. [schedule-undeclared]`;

const specified = { config: { "emailmarketing:operations": "specified" }, asked: 0 };
const failing = { "emailmarketing:preflight": "error" };
const silent = { config: { "emailmarketing:preflight": "off" }, asked: 0 };

const undated: Readonly<Record<string, Case>> = {
  "is scheduled in the service": { warnings: [undeclared()] },
  "is scheduled and the program changes the campaign": {
    options: { replies: { spring: { id: "campaign-9" } } },
    warnings: [undeclared()],
  },
  'is scheduled and preflight is "error"': {
    config: failing,
    warnings: [undeclared()],
  },
  "is a draft": { row: { status: "Draft" } },
  "is paused": { row: { status: "Paused" } },
  "was already sent at the last read": { options: known("finished"), asked: 0 },
  "can't be read and was scheduled at the last read": {
    options: known("scheduled"),
    faults: unlisted(401),
    warnings: [undeclared(" (when it was last read)")],
  },
  "can't be read and was a draft at the last read": { faults: unlisted(404) },
  "is scheduled and has schedule-undeclared in ignoreChecks": {
    program: () => declare("spring", { ignoreChecks: ["schedule-undeclared"] }),
  },
  'is scheduled and preflight is "off"': silent,
  "can't be read with the specified operations": specified,
};

const dated: Readonly<Record<string, Case>> = {
  "has a CampaignSchedule": { program: () => date(declare("spring").id), asked: 0 },
  "has a CampaignSchedule whose campaignId is a literal id": {
    program: () => [declare("spring"), date("campaign-9")],
    asked: 0,
  },
  // The request looks for duplicates of the new campaign.
  "is scheduled and the program has a CampaignSchedule with an unknown campaignId": {
    program() {
      declare("spring");
      date(output([declare("summer").id]).apply(([id]) => id));
    },
  },
  "is scheduled and the program's only CampaignSchedule is that of another, new campaign": {
    program() {
      declare("spring");
      date(declare("summer").id);
    },
    warnings: [undeclared()],
  },
};

const exists = (is: string, of = "spring", level = "warning") =>
  `${level} ${of}: the account already has campaign campaign-9 with this name, this subject and a list of this campaign, and it ${is}: with a date for this one, readers could be mailed twice. If you have renamed the Campaign in the program, add its old name to the resource option aliases. If it is the same campaign otherwise, declare it with existingId "campaign-9". If both are to be sent, add "campaign-exists" to ignoreChecks of the Campaign. [campaign-exists]`;
const sentOn = (scheduled_at: string) => ({
  ...{ status: "Finished", scheduled_at, sent_at: `${scheduled_at.replace(" ", "T")}Z` },
});
const at = (scheduledAt: string) => () => date(declare("spring").id, scheduledAt);
const november = at("2025-11-10 09:00:00");

const unlike = { list_ids: [], segment_id: "segment-1" };
const toSegment =
  (segmentId: unknown = "segment-1") =>
  () =>
    declare("spring", { listIds: undefined, segmentId });
const mayExist = (is: string) =>
  `warning spring: the account already has campaign campaign-9 with this name and this subject, which ${is} and shows no list. The service doesn't return segments, so they can't be compared: with a date for this one, readers could be mailed twice. If you have renamed the Campaign in the program, add its old name to the resource option aliases. If it is the same campaign otherwise, declare it with existingId "campaign-9". If both are to be sent, add "campaign-exists" to ignoreChecks of the Campaign. [campaign-exists]`;

const findDuplicates: Readonly<Record<string, Case>> = {
  "is paused": { row: { status: "Paused" }, warnings: [exists("is paused")] },
  "is paused and was partly sent": {
    row: { status: "Paused", sent_at: "2026-01-01T00:00:00Z", report_summary: { sent: 7 } },
    warnings: [exists("is paused")],
  },
  "was aborted": { row: { status: "Aborted" } },
  "goes to a segment, as the new campaign does": {
    row: unlike,
    program: toSegment(),
    warnings: [mayExist("is scheduled")],
  },
  'is paused and goes to a segment, as the new campaign does, and preflight is "error"': {
    row: { ...unlike, status: "Paused" },
    program: toSegment(),
    config: failing,
    warnings: [mayExist("is paused")],
  },
  "goes to a segment, and the new campaign's segment is unknown until the update": {
    row: unlike,
    program: () => toSegment(output(declare("summer").id).apply((id) => id))(),
    warnings: [mayExist("is scheduled")],
    asked: 2,
  },
  "goes only to a segment, and the new campaign only to a list": { row: unlike },
  "goes to a list, and the new campaign to a segment": { program: toSegment() },
  "goes only to a segment, and the new campaign to a list and a segment": {
    row: unlike,
    program: () => declare("spring", { segmentId: "segment-1" }),
  },
  "goes to a segment, and has another subject": {
    row: { ...unlike, subject: "Newer" },
    program: toSegment(),
  },
  "goes to a segment and belongs to another resource of the program": {
    row: unlike,
    program: () => [
      declare("summer", { name: "spring", listIds: undefined, segmentId: "segment-2" }),
      toSegment()(),
    ],
    options: { replies: { summer: { id: "campaign-9", account: "loopback" } } },
  },
  "is paused and belongs to another resource of the program": {
    row: { status: "Paused" },
    program: () => [declare("summer", { name: "spring" }), declare("spring")],
    options: { replies: { summer: { id: "campaign-9", account: "loopback" } } },
  },
  "is scheduled": { warnings: [exists("is scheduled")] },
  'is scheduled and preflight is "error"': {
    config: failing,
    warnings: [exists("is scheduled", "spring", "error")],
  },
  "is being sent": { row: { status: "Processing" }, warnings: [exists("is being sent")] },
  "is scheduled for several lists, with a name and a subject that differ only in case and spaces": {
    row: { name: "SPRING", subject: "New ", list_ids: ["list-3", "list-5"] },
    warnings: [exists("is scheduled")],
  },
  "was sent on the new campaign's date at another hour": {
    row: sentOn("2025-11-10 20:00:00"),
    program: november,
    warnings: [exists("was sent on the same date")],
  },
  "was sent a day before the new campaign's date": {
    row: sentOn("2025-11-09 09:00:00"),
    program: november,
  },
  "was sent a week before the new campaign's date": {
    row: sentOn("2025-11-03 09:00:00"),
    program: november,
  },
  "was sent eight days before the new campaign's date": {
    row: sentOn("2025-11-02 09:00:00"),
    program: november,
  },
  "was sent, and the new campaign has no date": { row: sentOn("2025-11-10 09:00:00") },
  "is a draft": { row: { status: "Draft" } },
  "has another subject, as in an A/B test": { row: { subject: "Newer" } },
  "goes to another list": { row: { list_ids: ["list-3"] } },
  // The request reads whether the service has a date for the campaign.
  "is already managed by the resource": { options: known("draft") },
  "belongs to another resource of the program": {
    program: () => [declare("summer", { name: "spring" }), declare("spring")],
    options: { replies: { summer: { id: "campaign-9", account: "loopback" } } },
  },
  "is adopted by existingId": { program: () => declare("spring", { existingId: "campaign-9" }) },
  "is in existingId of a resource that has another campaign": {
    program: () => [declare("summer", { existingId: "campaign-9" }), declare("spring")],
    options: { replies: { summer: { id: "campaign-7", account: "loopback" } } },
    warnings: [exists("is scheduled")],
  },
  "is scheduled and ignoreChecks has campaign-exists": {
    program: () => declare("spring", { ignoreChecks: ["campaign-exists"] }),
  },
  'is scheduled and preflight is "off"': silent,
  "can't be read with the specified operations": specified,
  "can't be read because the service doesn't list campaigns": { faults: unlisted(404) },
  "is scheduled and a managed draft with the same content gets a date": {
    others: [{ ...draftElsewhere, id: "campaign-7", name: "spring" }],
    program: () => [declare("spring"), date("campaign-7", "2098-05-01 09:00:00")],
    options: { replies: { spring: { id: "campaign-7", account: "loopback" } } },
    warnings: [exists("is scheduled", "spring-date")],
  },
  "matches one of three new campaigns, each of which is searched for by name": {
    program: () => ["spring", "summer", "fall"].map((name) => declare(name)),
    warnings: [exists("is scheduled")],
    asked: 3,
  },
  "matches one of four new campaigns, for which all campaigns are read once": {
    program: () => ["spring", "summer", "fall", "winter"].map((name) => declare(name)),
    warnings: [exists("is scheduled")],
  },
};

const redated: Readonly<Record<string, Case>> = {
  "has another date in the service": {
    program: () => date("campaign-9", "2098-03-05 10:00:00"),
    warnings: [
      "warning spring-date: scheduledAt: the campaign is already scheduled in the service, for 2098-03-01 09:00:00. The service changes a date only while the campaign is paused: pause it in the service's web app before you run pulumi up. [schedule-pause scheduledAt]",
    ],
  },
  "has the same date in the service": { program: () => date("campaign-9") },
  "can't be read with the specified operations": {
    program: () => date("campaign-9"),
    ...specified,
    warnings: [
      "info spring-date: scheduledAt: the campaign may already have a date, for example from a CampaignSchedule that was removed. A preview can't check that. If the campaign has one, pause it in the service's web app before you run pulumi up. [schedule-pause scheduledAt]",
    ],
  },
  "is adopted, and has another date in the service": {
    program: () => date(adopt().id, "2098-03-05 10:00:00"),
    warnings: [
      'warning spring-date: scheduledAt: Campaign "spring" is already scheduled in the service, for 2098-03-01 09:00:00. The service changes a date only while the campaign is paused: pause it in the service\'s web app before you run pulumi up. [schedule-pause scheduledAt]',
    ],
  },
  "is adopted, and has the same date in the service": { program: () => date(adopt().id) },
  "is adopted, and can't be read with the specified operations": {
    program: () => date(adopt().id),
    ...specified,
    warnings: [
      `info spring-date: scheduledAt: Campaign "spring" may already have a date, for example from a CampaignSchedule that was removed. A preview can't check that. If the campaign has one, pause it in the service's web app before you run pulumi up. [schedule-pause scheduledAt]`,
    ],
  },
};

const refused = (words: string, level = "warning") => [
  `${level} spring-date: campaignId: the campaign ${words}, so its date will not be sent, and the update will fail. For another mailing, declare another Campaign with its own CampaignSchedule. [campaign-closed campaignId]`,
];
const sentAlready = { sent_at: "2026-01-01T00:00:00Z" };
const otherDate = { status: "Paused", scheduled_at: "2098-03-05 09:00:00" };
const halfSent = { ...otherDate, ...sentAlready, report_summary: { sent: 7 } };
const inHalf = "is paused, and was sent to 7 contacts already";
const asDated = { program: () => date("campaign-9") };
const closed: Readonly<Record<string, Case>> = {
  "is being sent": {
    ...{ ...asDated, row: { status: "Processing", ...sentAlready } },
    warnings: refused("is being sent"),
  },
  "was paused after some contacts were emailed": {
    ...{ ...asDated, row: halfSent },
    warnings: refused(inHalf),
  },
  'was paused after some contacts were emailed, and preflight is "error"': {
    ...{ ...asDated, row: halfSent, config: failing },
    warnings: refused(inHalf, "error"),
  },
  "was paused before any contact was emailed": { ...asDated, row: otherDate },
};

const adopt = () => declare("spring", { existingId: "campaign-9" });
const overwrites =
  'info spring: existingId: the update overwrites what campaign "campaign-9" contains with the declared inputs.';
const adopted: Readonly<Record<string, Case>> = {
  "has another subject": {
    row: { subject: "Old" },
    program: adopt,
    warnings: [`${overwrites} These inputs differ: subject. [campaign-overwritten existingId]`],
  },
  "has other lists": {
    row: { list_ids: ["list-3"] },
    program: adopt,
    warnings: [`${overwrites} These inputs differ: listIds. [campaign-overwritten existingId]`],
  },
  "has the declared inputs": { program: adopt },
  "can't be read with the specified operations": {
    program: adopt,
    ...specified,
    warnings: [`${overwrites} [campaign-overwritten existingId]`],
  },
};

const twice = (name: string, other: string) =>
  `warning ${name}: Campaign "${other}" in this program has the same campaign, so each would overwrite the other. Declare it only once. [campaign-duplicate existingId]`;
const declaredTwice: Readonly<Record<string, Case>> = {
  "is also adopted by a later resource of the program": {
    program: () => [declare("spring"), declare("summer", { existingId: "campaign-9" })],
    warnings: [twice("summer", "spring")],
  },
  "is also adopted by an earlier resource of the program": {
    program: () => [declare("summer", { existingId: "campaign-9" }), declare("spring")],
    warnings: [twice("summer", "spring")],
  },
  "is adopted by its own resource only": {
    program: () => [declare("spring", { existingId: "campaign-9" }), declare("summer")],
  },
  "is in existingId of a resource that has another campaign": {
    program: () => [declare("spring"), declare("summer", { existingId: "campaign-9" })],
    options: {
      replies: { spring: { id: "campaign-9" }, summer: { id: "campaign-7", account: "loopback" } },
    },
  },
  "has the existingId of a campaign that a new resource adopts, but another id": {
    program: () => [
      declare("spring", { existingId: "campaign-7" }),
      declare("summer", { existingId: "campaign-7" }),
    ],
  },
};

/** The campaign in the state, with the date that the service has by default. */
const lastRead = (more: object = {}) => {
  const { spring, ...schedule } = known("scheduled").replies;
  const held = { ...spring, scheduledDate: "2098-03-01 09:00:00", ...more };
  return { replies: { ...schedule, spring: held } };
};
const differs = (problem: string) => [`info spring: ${problem} [campaign-drifted]`];

const drifted: Readonly<Record<string, Case>> = {
  "is as it was in the last read": {},
  "got another date after the last read": {
    row: { scheduled_at: "2098-05-09 10:00:00" },
    warnings: differs("the date of the campaign has changed since the campaign was last read."),
  },
  "was paused after the last read": {
    row: { status: "Paused" },
    warnings: differs(
      "somebody has paused the campaign in the service's web app: it isn't sent until it is resumed there. pulumi up doesn't resume it, unless the program declares another date, which does.",
    ),
  },
  "got another subject after the last read": {
    row: { subject: "Else" },
    warnings: differs(
      "subject: somebody has changed it in the service's web app since the campaign was last read. This update sends no subject, so the email goes out as the service has it. To send the declared values, run pulumi refresh before pulumi up.",
    ),
  },
  "was already paused at the last read": {
    row: { status: "Paused" },
    options: lastRead({ status: "paused" }),
  },
  "was paused and ignoreChecks has campaign-drifted": {
    row: { status: "Paused" },
    program: () => declare("spring", { ignoreChecks: ["campaign-drifted"] }),
  },
};

const reads = (name: string, words: string) => [
  `info ${name}: the service has the campaign as "paused"${words}]`,
];
const read: Readonly<Record<string, Case>> = {
  "is as it was in the last read": {},
  "was paused after the last read": {
    row: { status: "Paused" },
    warnings: reads("spring", '. [campaign-read {"status":"paused"}'),
  },
  "was paused and got another date after the last read": {
    row: { status: "Paused", scheduled_at: "2098-05-09 10:00:00" },
    warnings: reads(
      "spring",
      ', for 2098-05-09 10:00:00. [campaign-read {"status":"paused","isMoved":true,"date":"2098-05-09 10:00:00"}',
    ),
  },
  "was already paused at the last read": {
    row: { status: "Paused" },
    options: lastRead({ status: "paused" }),
  },
};

const readOnDate: Readonly<Record<string, Case>> = {
  "is paused and has the declared date": {
    ...{ ...asDated, row: { status: "Paused" } },
    warnings: reads("spring-date", '. [campaign-read {"status":"paused"}'),
  },
  "is paused and has another date": {
    row: { status: "Paused" },
    program: () => date("campaign-9", "2098-03-05 10:00:00"),
  },
};

for (const [what, finding, cases, byDefault] of [
  ["a campaign with unchanged inputs", "campaign-drifted", drifted, lastRead()],
  ["a campaign without a CampaignSchedule", "campaign-read", read, lastRead()],
  ["the campaign of a new or replaced CampaignSchedule", "campaign-read", readOnDate, {}],
  ["a campaign without a CampaignSchedule", "schedule-undeclared", undated, known("draft")],
  ["a campaign", "schedule-undeclared", dated, known("draft")],
  ["an existing campaign with the same name", "campaign-exists", findDuplicates, {}],
  ["a campaign that gets a date", "schedule-pause", redated, {}],
  ["a campaign that gets a date", "campaign-closed", closed, {}],
  ["an adopted campaign", "campaign-overwritten", adopted, {}],
  ["a campaign in the state", "campaign-duplicate", declaredTwice, known("draft")],
] as const) {
  describe("a preview", function () {
    const emulator = useEmulator(this, { seed: acmeAccount() });

    for (const [title, one] of Object.entries(cases)) {
      it(`${(one.warnings ?? []).length > 0 ? "reports" : "doesn't report"} the finding "${finding}" if ${what} ${title}`, async () => {
        const { row = {}, others = [], faults = [], warnings = [], asked = 1 } = one;
        emulator().reset();
        emulator().seed(
          acmeAccount({ campaigns: [{ ...draftElsewhere, name: "spring" }, ...others] }),
        );
        const scheduled = { status: "Scheduled" as const, scheduled_at: "2098-03-01 09:00:00" };
        emulator().patch("campaigns", "campaign-9", { ...scheduled, ...row });
        emulator().faults([...faults]);
        const before = emulator().requests().length;
        const config = {
          "emailmarketing:baseUrl": emulator().baseUrl,
          "emailmarketing:apiKey": canaryKeys.apiKey,
          "emailmarketing:operations": "extended",
          ...one.config,
        };
        const program = () => {
          (one.program ?? (() => declare("spring")))();
        };
        const run = await runInline(program, { ...byDefault, ...one.options, config });
        expect(run.warnings.filter((line) => line.includes(`[${finding}`))).to.deep.equal(warnings);
        const requests = sent(emulator().requests().slice(before));
        expect(requests.filter((request) => request === list)).to.have.length(asked);
      });
    }
  });
}
