import { output } from "@pulumi/pulumi";
import { expect } from "chai";
import type { Fault } from "email-marketing-emulator";
import { Campaign, CampaignSchedule } from "../../../provider/index";
import { type InlineRunOptions, runInline } from "../../program/inline-run";
import { acmeAccount, draftElsewhere } from "../../support/acme-account";
import { canaryKeys, sent, useEmulator } from "../../support/service";

const past = (status: string) => ({
  replies: {
    spring: { id: "campaign-9", account: "loopback", status },
    "spring-date": { id: "campaign-9", account: "loopback" },
  },
});
const dated = (campaignId: unknown, name = "spring-date") =>
  new CampaignSchedule(name, {
    campaignId: campaignId as string,
    scheduledAt: "2098-03-01 09:00:00",
  });
const declare = (name: string, inputs: object = {}) =>
  new Campaign(name, {
    ...{ name, subject: "New", html: "<p>Hello</p>", listIds: ["list-5"] },
    sender: { email: "news@acme.example", name: "Acme News" },
    ignoreChecks: ["unsubscribe-missing", "plain-text-missing"],
    ...inputs,
  });

const warning = (since = "") =>
  `warning spring: the service has a date for this campaign${since}, and the program declares no CampaignSchedule for it, so it WILL be sent on that date. To stop it, pause campaign campaign-9 in the service's web app. Otherwise declare its CampaignSchedule. [schedule-undeclared]`;
const list = "POST /campaign/list";

interface Case {
  /** What the service has; by default the campaign is scheduled. */
  readonly status?: "Draft" | "Paused";
  readonly faults?: readonly Fault[];
  /** Beside the campaign, which is unchanged unless the replies say otherwise. */
  readonly program?: (spring: Campaign) => unknown;
  readonly inputs?: object;
  readonly options?: InlineRunOptions;
  readonly config?: Readonly<Record<string, string>>;
  readonly told?: readonly string[];
  readonly asked?: readonly string[];
}

const cases: Readonly<Record<string, Case>> = {
  "is scheduled": { told: [warning()], asked: [list] },
  "is scheduled, and changes": {
    options: { replies: { spring: { id: "campaign-9" } } },
    told: [warning()],
    asked: [list],
  },
  "is scheduled, with preflight as errors": {
    config: { "emailmarketing:preflight": "error" },
    told: [warning()],
    asked: [list],
  },
  "is a draft": { status: "Draft", asked: [list] },
  "is paused": { status: "Paused", asked: [list] },
  "was sent when it was last read": { options: past("finished") },
  "can't be read": {
    options: past("scheduled"),
    faults: [{ path: "/campaign/list", times: 9, kind: "status", status: 401, body: {} }],
    told: [warning(" (when it was last read)")],
    asked: [list],
  },
  "can't be read, and was a draft": {
    faults: [{ path: "/campaign/list", times: 9, kind: "status", status: 404, body: {} }],
    asked: [list],
  },
  "has its schedule": { program: ({ id }) => dated(id) },
  "has its schedule by its id as text": { program: () => dated("campaign-9") },
  "may have its schedule by an output that is not known yet": {
    program: () => {
      const summer = declare("summer");
      return dated(output([summer.id]).apply(([id]) => id));
    },
    // For the new one: whether the account has it already.
    asked: [list],
  },
  "lost its schedule, while a new campaign gets one": {
    program: () => dated(declare("summer").id),
    told: [warning()],
    asked: [list],
  },
  "is looked at no more": { inputs: { ignoreChecks: ["schedule-undeclared"] }, asked: [list] },
  "is looked at without preflight": { config: { "emailmarketing:preflight": "off" } },
  "can't be read with the specified operations": {
    config: { "emailmarketing:operations": "specified" },
  },
};

describe("a campaign that the service has a date for, and that", function () {
  const seed = acmeAccount({ campaigns: [{ ...draftElsewhere, name: "spring" }] });
  const emulator = useEmulator(this, { seed });

  for (const [title, one] of Object.entries(cases)) {
    it(title, async () => {
      const { status = "Scheduled", faults = [], inputs, told = [], asked = [] } = one;
      emulator().patch("campaigns", "campaign-9", {
        status,
        scheduled_at: "2098-03-01 09:00:00",
      });
      emulator().faults(faults);
      const before = emulator().requests().length;
      const config = {
        "emailmarketing:baseUrl": emulator().baseUrl,
        "emailmarketing:apiKey": canaryKeys.apiKey,
        "emailmarketing:operations": "extended",
        ...one.config,
      };
      const program = () => {
        const spring = declare("spring", inputs);
        one.program?.(spring);
      };
      const run = await runInline(program, {
        ...past("draft"),
        ...one.options,
        config,
      });
      expect(run.failures).to.deep.equal([]);
      expect(run.told.filter((line) => line.includes(" spring: "))).to.deep.equal(told);
      const requests = sent(emulator().requests().slice(before));
      expect(requests.filter((at) => at === list)).to.deep.equal(asked);
    });
  }
});
