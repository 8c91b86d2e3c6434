import { type Input, secret as secretOutput } from "@pulumi/pulumi";
import { expect } from "chai";
import { Campaign, CampaignSchedule } from "../../../provider/index";
import { runInline } from "../../program/inline-run";
import { configuredPlugin, requestsOf, urnOf } from "../../support/plugin";
import { extended, type Settings, useResource } from "../../support/resource";
import { currentRuntime, runtimeNames, throughPlugin } from "../../support/runtime";
import { canaryKeys, useEmulator } from "../../support/service";
import { secret } from "../../support/wire-value";
import { spring } from "./spring";

const refused = /^Campaign "Spring": the setting sending is "refuse" /;
const outside =
  /^Campaign "Spring": the service has a date for the campaign: Sat 2098-03-01 09:00:00 is outside the setting sendWindow, "Mon-Fri 08:00-18:00" \(.*\)\. Pause the campaign in the service's web app, and set scheduledAt of its CampaignSchedule to a time within it\. \[validation\]$/;

/** An adoption by a program that declares only `list-1`. */
interface Case {
  readonly settings: Settings;
  /** The campaign in the service. */
  readonly campaign: object;
  /** The expected error if nothing is sent. */
  readonly refusal?: RegExp;
  readonly listsRead: 0 | 1;
}

const scheduled = { status: "Scheduled", scheduled_at: "2098-03-01 09:00:00" } as const;
const refuse = { sending: "refuse" };
const weekdays = { sendWindow: "Mon-Fri 08:00-18:00" };
const others = { list_ids: ["list-2"] };
const same = { list_ids: ["list-1"] };

const cases: Readonly<Record<string, Case>> = {
  'undeclared lists and a date under sending="refuse"': {
    ...{ settings: refuse, campaign: { ...scheduled, ...others } },
    ...{ refusal: refused, listsRead: 1 },
  },
  'the declared lists and a date under sending="refuse"': {
    ...{ settings: refuse, campaign: { ...scheduled, ...same } },
    listsRead: 0,
  },
  'undeclared lists without a date under sending="refuse"': {
    ...{ settings: refuse, campaign: { status: "Draft", ...others } },
    listsRead: 0,
  },
  "undeclared lists and a date outside sendWindow": {
    ...{ settings: weekdays, campaign: { ...scheduled, ...others } },
    ...{ refusal: outside, listsRead: 1 },
  },
  "undeclared lists and a date outside sendWindow, and is paused": {
    ...{ settings: weekdays, campaign: { ...scheduled, ...others, status: "Paused" } },
    listsRead: 0,
  },
  "undeclared lists and a date inside sendWindow": {
    ...{ settings: { sendWindow: "Sat 08:00-18:00" }, campaign: { ...scheduled, ...others } },
    listsRead: 1,
  },
  "undeclared lists and a date while the declared lists exceed maxRecipients": {
    ...{ settings: { maxRecipients: "1" }, campaign: { ...scheduled, ...others } },
    ...{ refusal: /^Campaign "Spring": the campaign goes to 2 contacts, /, listsRead: 0 },
  },
};

function define(): void {
  describe(`the adoption of a campaign (${runtimeNames[currentRuntime()]})`, function () {
    const { emulator, newRun, requests, sent } = useResource(this, "Campaign", extended);

    for (const [what, { settings, campaign, refusal, listsRead }] of Object.entries(cases)) {
      it(`${refusal ? "is refused" : "succeeds"} if the campaign has ${what}`, async () => {
        emulator().patch("campaigns", "campaign-2", campaign);
        requests();
        const adoption = newRun(settings).create({ ...spring, existingId: "campaign-2" });
        const failure = await adoption.then(
          () => undefined,
          ({ message }: Error) => message,
        );
        if (refusal) expect(failure).to.match(refusal);
        else expect(failure).to.equal(undefined);
        const all = requests();
        const puts = all.filter((request) => request.startsWith("PUT"));
        expect(puts).to.deep.equal(refusal ? [] : ["PUT /campaign/campaign-2"]);
        expect(all.filter((request) => request === "POST /lists/search")).to.have.length(listsRead);
      });
    }

    it("searches for the campaign by the declared name", async () => {
      await newRun().create({ ...spring, existingId: "campaign-2" });
      const [request] = sent();
      expect(request?.at).to.equal("POST /campaign/list");
      expect(request?.body).to.deep.include({ search: "Spring" });
    });
  });

  describe(`lists added to a campaign (${runtimeNames[currentRuntime()]})`, function () {
    const { emulator, newRun, requests } = useResource(this, "Campaign", extended);

    it('are refused if sending is "refuse" and the campaign is scheduled only in the service', async () => {
      const made = await newRun().create(spring);
      emulator().patch("campaigns", made.id, scheduled);
      requests();
      const now = { ...spring, listIds: ["list-1", "list-2"], ignoreChecks: ["list-empty"] };
      const update = newRun(refuse).update(made.id, made.outs, now);
      const failure = await update.catch(({ message }: Error) => message);
      expect(failure).to.match(refused);
      expect(requests().filter((request) => request.startsWith("PUT"))).to.deep.equal([]);
    });

    it('are refused even with preflight "off" if the campaign is already scheduled', async () => {
      const made = await newRun().create(spring);
      emulator().patch("campaigns", made.id, scheduled);
      const now = { ...spring, listIds: ["list-1", "list-2"], ignoreChecks: ["list-empty"] };
      requests();
      await newRun({ ...refuse, preflight: "off" }).diff(made.id, made.outs, now);
      expect(requests()).to.deep.equal([]);
      const update = newRun({ ...refuse, preflight: "off" }).update(made.id, made.outs, now);
      expect(await update.catch(({ message }: Error) => message)).to.match(refused);
      expect(requests()).to.deep.equal(["POST /campaign/list"]);
    });
  });
}

define();
throughPlugin(define);

describe('a preview with the settings preflight="off" and sending="refuse"', function () {
  const emulator = useEmulator(this);
  const adoption = { ...spring, existingId: "campaign-2" };
  const refusal =
    'the setting sending is "refuse" (PLACE), and this change would send email. To allow email in this stack, set it to "allow". [validation]';
  const settings = () => ({
    ...{ baseUrl: emulator().baseUrl, apiKey: canaryKeys.apiKey, operations: "extended" },
    ...{ preflight: "off", sending: "refuse" },
  });
  beforeEach("schedules the campaign for other lists", () => {
    emulator().reset();
    emulator().patch("campaigns", "campaign-2", { ...scheduled, ...others });
  });

  it("fails if a program with dynamic resources changes the lists of a scheduled campaign", async () => {
    const config = Object.fromEntries(
      Object.entries(settings()).map(([name, value]) => [`emailmarketing:${name}`, value]),
    );
    const { warnings } = await runInline(() => new Campaign("spring", adoption), { config });
    expect(warnings.filter((one) => one.startsWith("error"))).to.deep.equal([
      `error spring: ${refusal.replace("PLACE", "stack config emailmarketing:sending")}`,
    ]);
  });

  it("fails if a program with the plugin changes the lists of a scheduled campaign", async () => {
    const { apiKey, ...rest } = settings();
    const { client } = await configuredPlugin({ ...rest, apiKey: secret(apiKey) });
    const campaign = requestsOf(urnOf("Campaign", "spring"));
    await client.check(campaign.check(adoption));
    const created = client.create(campaign.create(adoption).setPreview(true));
    const failure = await created.then(String, ({ message }: Error) => message);
    expect(failure).to.match(/the setting sending is "refuse" .* this change would send email/);
  });
});

describe("the preview of a program that adopts a scheduled campaign and declares its date", function () {
  const emulator = useEmulator(this);

  /** The messages about the Campaign. By default, the schedule refers to the campaign by the output of its id. */
  async function said(scheduledAt: Input<string>, campaignId?: string) {
    emulator().reset();
    emulator().patch("campaigns", "campaign-2", { ...scheduled, ...others });
    const { baseUrl } = emulator();
    const settings = { baseUrl, apiKey: canaryKeys.apiKey, ...extended, ...weekdays };
    const config = Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [`emailmarketing:${name}`, value]),
    );
    const { warnings } = await runInline(
      () => {
        const { id } = new Campaign("spring", { ...spring, existingId: "campaign-2" });
        new CampaignSchedule("date", { campaignId: campaignId ?? id, scheduledAt });
      },
      { config },
    );
    return warnings.filter((one) => / spring: .*(?:campaign-read|sendWindow)/.test(one));
  }

  it("names the date that the campaign has in the service only if the declared date isn't secret", async () => {
    const { scheduled_at: date } = scheduled;
    const named = await said(date);
    expect(named).to.have.length(2);
    for (const one of named) expect(one).to.include(date);
    for (const id of [undefined, "campaign-2"]) {
      const hidden = await said(secretOutput(date), id);
      expect(hidden).to.have.length(2);
      for (const one of hidden) expect(one).to.not.match(/2098|09:00/);
    }
  });
});
