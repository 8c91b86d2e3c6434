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
const date = (campaign: { readonly id: unknown } | string, scheduledAt: string, inputs = {}) =>
  new CampaignSchedule("spring-date", {
    campaignId: (typeof campaign === "string" ? campaign : campaign.id) as string,
    scheduledAt,
    ignoreChecks: ["schedule-past"],
    ...inputs,
  });

const says = (is: string, of = "spring", level = "warning") =>
  `${level} ${of}: the account already has campaign campaign-9 with this name, this subject and a list of this campaign, and it ${is}: with a date for this one, readers could be mailed twice. If it is the same campaign, declare it with existingId "campaign-9". If both are to be sent, add "campaign-exists" to ignoreChecks of the Campaign. [campaign-exists]`;
const list = "POST /campaign/list";

interface Case {
  /** What the account has; by default the same campaign, scheduled for another day. */
  readonly row?: object;
  /** Beside it. */
  readonly others?: Seed["campaigns"];
  readonly program?: () => unknown;
  readonly options?: InlineRunOptions;
  readonly config?: Readonly<Record<string, string>>;
  readonly faults?: readonly Fault[];
  readonly told?: readonly string[];
  /** How often the list is asked; by default once. */
  readonly asked?: number;
}

const sentOn = (scheduled_at: string) => ({
  ...{ status: "Finished", scheduled_at, sent_at: `${scheduled_at.replace(" ", "T")}Z` },
});
const at = (scheduledAt: string) => () => date(declare("spring"), scheduledAt);
const existing = { replies: { spring: { id: "campaign-9", account: "loopback" } } };

const cases: Readonly<Record<string, Case>> = {
  "is scheduled": { told: [says("is scheduled")] },
  "is scheduled, with preflight as errors": {
    config: { "emailmarketing:preflight": "error" },
    told: [says("is scheduled", "spring", "error")],
  },
  "is being sent": {
    row: { status: "Processing" },
    told: [says("is being sent")],
  },
  "is scheduled, in other capitals and spaces, to several lists": {
    row: { name: "SPRING", subject: "New ", list_ids: ["list-3", "list-5"] },
    told: [says("is scheduled")],
  },
  "was sent on the date, by another clock": {
    row: sentOn("2025-11-10 20:00:00"),
    program: at("2025-11-10 09:00:00"),
    told: [says("was sent on the same date")],
  },
  "was sent a day before, as a daily mail": {
    row: sentOn("2025-11-09 09:00:00"),
    program: at("2025-11-10 09:00:00"),
  },
  "was sent a week before": {
    row: sentOn("2025-11-03 09:00:00"),
    program: at("2025-11-10 09:00:00"),
  },
  "was sent eight days before, to those who didn't open it": {
    row: sentOn("2025-11-02 09:00:00"),
    program: at("2025-11-10 09:00:00"),
  },
  "was sent, and the new one has no date": { row: sentOn("2025-11-10 09:00:00") },
  "is a draft": { row: { status: "Draft" } },
  "has another subject, as one of an A/B pair": { row: { subject: "Newer" } },
  "goes to another list": { row: { list_ids: ["list-3"] } },
  // What is asked then is whether the service has a date for it.
  "is the program's own": { program: () => declare("spring"), options: existing },
  "is that of another resource of the program": {
    program: () => [declare("summer", { name: "spring" }), declare("spring")],
    options: { replies: { summer: { id: "campaign-9", account: "loopback" } } },
  },
  "is adopted": {
    program: () => declare("spring", { existingId: "campaign-9" }),
    asked: 1,
  },
  "is let pass": {
    program: () =>
      declare("spring", {
        ignoreChecks: ["campaign-exists", "unsubscribe-missing", "plain-text-missing"],
      }),
  },
  "is not looked for without preflight": {
    config: { "emailmarketing:preflight": "off" },
    asked: 0,
  },
  "can't be read with the specified operations": {
    config: { "emailmarketing:operations": "specified" },
    asked: 0,
  },
  "can't be read because the service lists none": {
    faults: [{ path: "/campaign/list", times: 9, kind: "status", status: 404, body: {} }],
  },
  "is the twin of a draft that gets its date": {
    others: [{ ...draftElsewhere, id: "campaign-7", name: "spring" }],
    program: () => {
      declare("spring");
      date("campaign-7", "2098-05-01 09:00:00");
    },
    options: { replies: { spring: { id: "campaign-7", account: "loopback" } } },
    told: [says("is scheduled", "spring-date")],
  },
  "is one of several, for three new ones": {
    program: () => ["spring", "summer", "fall"].map((name) => declare(name)),
    told: [says("is scheduled")],
    asked: 3,
  },
  "is one of several, for four new ones": {
    program: () => ["spring", "summer", "fall", "winter"].map((name) => declare(name)),
    told: [says("is scheduled")],
    asked: 1,
  },
};

describe("a campaign that the account has already, and that", function () {
  const emulator = useEmulator(this, { seed: acmeAccount() });

  for (const [title, one] of Object.entries(cases)) {
    it(title, async () => {
      const { row = {}, others = [], faults = [], told = [], asked = 1 } = one;
      emulator().reset();
      const scheduled = { status: "Scheduled" as const, scheduled_at: "2098-03-01 09:00:00" };
      const campaigns = [{ ...draftElsewhere, name: "spring" }, ...others];
      emulator().seed(acmeAccount({ campaigns }));
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
        if (one.program) one.program();
        else declare("spring");
      };
      const run = await runInline(program, { ...one.options, config });
      expect(run.told.filter((line) => line.includes("[campaign-exists]"))).to.deep.equal(told);
      const requests = sent(emulator().requests().slice(before));
      expect(requests.filter((request) => request === list)).to.have.length(asked);
    });
  }
});
