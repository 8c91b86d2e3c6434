import { expect } from "chai";
import { useLog } from "../../../provider/account/step";
import { Campaign, CampaignSchedule } from "../../../provider/index";
import type { Properties } from "../../../provider/plain/value";
import { runInline } from "../../program/inline-run";
import { configuredPlugin, requestsOf, urnOf } from "../../support/plugin";
import { extended, type Resource } from "../../support/resource";
import { canaryKeys } from "../../support/service";
import { secret, unknown } from "../../support/wire-value";
import { spring } from "../campaign/spring";
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

type InService = (typeof campaigns)[keyof typeof campaigns];

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

/**
 * For each campaign that a new Campaign adopts, the results of a preview with dynamic resources, of one with the plugin,
 * and of the update, as in `expected`.
 */
const adopted = "--s --k wwS --s FFX FFX FFX FFX --X --s";
/** The same if `ignoreChecks` of the Campaign has "campaign-closed", which lets it adopt a sent campaign. */
const adoptedIfSent = "FFX";

describe("the preview of a CampaignSchedule", function () {
  const { newRun, emulator, schedule, resource, warnings, be, requests } = useDatedCampaign(this);

  let previews = 0;

  function prepare(campaign: InService) {
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
    const step = old
      ? schedule().diff("campaign-2", old, props)
      : createInPreview({ CampaignSchedule: props });
    if (await fails(step)) return "F";
    return warned();
  }

  const warned = (said: readonly string[] = warnings()) =>
    said.some((one) => one.includes("[schedule-pause")) ? "w" : "-";

  /** Previews a program with dynamic resources that adopts the campaign and dates it. */
  async function previewProgram(adopting: typeof spring) {
    previews += 1;
    const { baseUrl } = emulator();
    const all = { ...strict, baseUrl, apiKey: canaryKeys.apiKey, verifyKey: `${previews}` };
    const settings = Object.entries(all).map(([name, value]) => [`emailmarketing:${name}`, value]);
    const run = await runInline(
      () => {
        const campaign = new Campaign("spring", adopting);
        new CampaignSchedule("spring", { ...ahead, campaignId: campaign.id });
      },
      { config: Object.fromEntries(settings) },
    );
    return run.failures.length > 0 ? "F" : warned(run.warnings);
  }

  /** Previews new resources with the plugin, in this order. */
  async function createInPreview(resources: Readonly<Record<string, Properties>>) {
    previews += 1;
    const { client } = await configuredPlugin({
      ...strict,
      // Plugins with equal settings share the caches of an account.
      verifyKey: `of-preview-${previews}`,
      baseUrl: emulator().baseUrl,
      apiKey: secret(canaryKeys.apiKey),
    });
    for (const [kind, props] of Object.entries(resources)) {
      const request = requestsOf(urnOf(kind, "spring"));
      await client.check(request.check(props));
      await client.create(request.create(props).setPreview(true));
    }
  }

  /** True if a step fails. */
  const fails = (step: Promise<unknown>) =>
    step.then(
      () => false,
      () => true,
    );

  async function update(old: Properties | undefined, props: Properties): Promise<string> {
    const dated = newRun(strict);
    return date(dated, props, old);
  }

  async function date(dated: Resource, props: Properties, old?: Properties): Promise<string> {
    requests();
    const isRefused = await fails(
      old ? dated.update("campaign-2", old, props) : dated.create(props),
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

  /** The results of two previews and an update that adopt the campaign and date it. */
  async function adoptAndDate(campaign: InService, ignoreChecks: string[] = []): Promise<string> {
    const adopting = { ...spring, existingId: "campaign-2", ignoreChecks };
    prepare(campaign);
    const inProgram = await previewProgram(adopting);
    prepare(campaign);
    const steps = { Campaign: adopting, CampaignSchedule: { ...ahead, campaignId: unknown } };
    const inPlugin = (await fails(createInPreview(steps))) ? "F" : warned();
    prepare(campaign);
    newRun(strict);
    const isAdopted = !(await fails(resource("Campaign").create(adopting)));
    return inProgram + inPlugin + (isAdopted ? await date(schedule(), ahead) : "X");
  }

  it("fails if a new Campaign adopts a campaign that can't get a date, except one that the list lacks", async () => {
    const found: string[] = [];
    for (const campaign of Object.values(campaigns)) found.push(await adoptAndDate(campaign));
    expect(found.join(" ")).to.equal(adopted);
    expect(await adoptAndDate(campaigns.sent, ["campaign-closed"])).to.equal(adoptedIfSent);
  });
});
