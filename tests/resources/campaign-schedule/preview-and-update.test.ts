import { expect } from "chai";
import { useLog } from "../../../provider/account/step";
import type { Properties } from "../../../provider/plain/value";
import { configuredPlugin, requestsOf, urnOf } from "../../support/plugin";
import { extended } from "../../support/resource";
import { canaryKeys } from "../../support/service";
import { secret } from "../../support/wire-value";
import { ahead, useDatedCampaign } from "./dated-campaign";

const past = "2020-01-01 09:00:00";
const other = "2098-04-01 09:00:00";
const account = "loopback";
const strict = { ...extended, timeZone: "UTC", preflight: "error" };

/** The campaign in the service. */
const campaigns = {
  "a draft": { status: "Draft" },
  "scheduled for the declared date": { status: "Scheduled", scheduled_at: ahead.scheduledAt },
  "scheduled for another date": { status: "Scheduled", scheduled_at: other },
  "paused before any contact got it": { status: "Paused", scheduled_at: other },
  "paused after 7 contacts got it": {
    status: "Paused",
    ...{ scheduled_at: other, sent_at: "2026-01-01T00:00:00Z", report_summary: { sent: 7 } },
  },
  "being sent": { status: "Processing", sent_at: "2026-01-01T00:00:00Z" },
  sent: { status: "Finished", sent_at: "2026-01-01T00:00:00Z" },
  aborted: { status: "Aborted", sent_at: "2026-01-01T00:00:00Z" },
  missing: "missing",
  unreadable: "unread",
} as const;

const held = { ...ahead, scheduledAt: other, sent: true, sentTime: other, account };
const lapsed = { ...held, scheduledAt: past, sentTime: past };
const letPass = { ignoreChecks: ["schedule-past"] };
const moved = { __reading: { scheduledDate: ahead.scheduledAt, declared: ahead.scheduledAt } };
const { sentTime: _, ...movedOn } = { ...held, ...moved };
const lost = { unconfirmedTimes: [past] };

interface Change {
  readonly old?: Properties;
  readonly props?: Properties;
}

/** The steps of a schedule. By default, it declares a date in the future. */
const changes = {
  "a new date": {},
  "a long past date (ignoreChecks=[schedule-past])": {
    props: { ...ahead, scheduledAt: past, ...letPass },
  },
  "a changed date": { old: held },
  "a change of a past date": { old: lapsed },
  "another date after an unconfirmed date": { old: { ...held, ...lost } },
  "another date after an unconfirmed date (ignoreChecks=[schedule-past])": {
    old: { ...held, ...lost },
    props: { ...ahead, ...letPass },
  },
  "the declared date after somebody has moved the date": { old: movedOn },
  "the declared date after somebody has moved the date into the past": {
    old: { ...movedOn, scheduledAt: past },
  },
  "the same date that the state has with a UTC offset": {
    old: { ...held, scheduledAt: "2098-03-01T09:00:00Z", sentTime: ahead.scheduledAt },
  },
  "the same date after timeZone has changed": {
    old: { ...held, scheduledAt: "2098-03-01T09:00:00Z", sentTime: "2098-03-01 04:00:00" },
    props: { ...ahead, scheduledAt: "2098-03-01T09:00:00Z" },
  },
  "an unconfirmed date": { old: { ...ahead, account, unconfirmed: ["scheduledAt"] } },
} as const satisfies Readonly<Record<string, Change>>;

/**
 * For each campaign, the results of a preview with `preflight` "error" and of the update. Preview: `-` silent, `w`
 * warns, `F` fails. Update: `s` sends the date, `k` sends nothing, `X` refuses, `S` sends a date that the service
 * refuses.
 */
const expected = {
  "a new date": "-s -k wS -s FX FX FX FX FX -s",
  "a long past date (ignoreChecks=[schedule-past])": "-k -k -k -k -k -k -k -k -k -k",
  "a changed date": "-s -k wS ws FX FX FX FX FX ws",
  "a change of a past date": "-s -k FX ws FX FX FX FX FX FX",
  "another date after an unconfirmed date": "-s -k FX ws FX FX FX FX FX FX",
  "another date after an unconfirmed date (ignoreChecks=[schedule-past])":
    "-s -k FX ws FX FX FX FX FX wk",
  "the declared date after somebody has moved the date": "wk wk wS wk wk wk wk wk FX wk",
  "the declared date after somebody has moved the date into the past":
    "wk wk FX wk wk wk wk wk FX wk",
  "the same date that the state has with a UTC offset": "-k -k -k -k -k -k -k -k -k -k",
  "the same date after timeZone has changed": "-s -k FS -s FX FX FX FX FX -s",
  "an unconfirmed date": "-s -k wS ws FX FX FX FX FX ws",
} as const satisfies Readonly<Record<keyof typeof changes, string>>;

describe("the preview of a CampaignSchedule", function () {
  const { newRun, emulator, schedule, warnings, be, requests } = useDatedCampaign(this);

  let previews = 0;

  function prepare(campaign: (typeof campaigns)[keyof typeof campaigns]) {
    emulator().reset();
    useLog();
    if (campaign === "missing") emulator().remove("campaigns", "campaign-2");
    else if (campaign === "unread") be("unread");
    else be(campaign.status, campaign);
    warnings();
  }

  /** Previews an update by diff, and a create by the plugin's create, as the engine does. */
  async function preview(old: Properties | undefined, props: Properties): Promise<string> {
    newRun(strict);
    const { scheduledAt = undefined } = old ?? {};
    const inputs = old === undefined ? {} : { campaignId: "campaign-2", scheduledAt };
    if ((await schedule().faults(props, inputs)).length > 0) return "F";
    const step = old ? schedule().diff("campaign-2", old, props) : createInPreview(props);
    const isFailed = await step.then(
      () => false,
      () => true,
    );
    if (isFailed) return "F";
    return warnings().some((one) => one.includes("[schedule-pause")) ? "w" : "-";
  }

  async function createInPreview(props: Properties) {
    previews += 1;
    const { client } = await configuredPlugin({
      ...strict,
      // Plugins with equal settings share the caches of an account.
      verifyKey: `of-preview-${previews}`,
      baseUrl: emulator().baseUrl,
      apiKey: secret(canaryKeys.apiKey),
    });
    const request = requestsOf(urnOf("CampaignSchedule", "spring"));
    await client.check(request.check(props));
    return client.create(request.create(props).setPreview(true));
  }

  async function update(old: Properties | undefined, props: Properties): Promise<string> {
    newRun(strict);
    requests();
    const step = old
      ? schedule().update("campaign-2", old, props)
      : schedule()
          .create(props)
          .then(() => undefined);
    const isRefused = await step.then(
      () => false,
      () => true,
    );
    const isSent = requests().includes("PUT /campaign/campaign-2");
    if (isSent) return isRefused ? "S" : "s";
    return isRefused ? "X" : "k";
  }

  for (const [what, change] of Object.entries(changes)) {
    const { old, props = ahead }: Change = change;
    it(`with ${what} ${expected[what as keyof typeof changes].includes("X") ? "fails if the provider refuses the update because of the campaign's status" : "reports nothing"}`, async () => {
      const found: string[] = [];
      for (const campaign of Object.values(campaigns)) {
        prepare(campaign);
        const previewed = await preview(old, props);
        prepare(campaign);
        found.push(previewed + (await update(old, props)));
      }
      expect(found.join(" ")).to.equal(expected[what as keyof typeof changes]);
    });
  }
});
