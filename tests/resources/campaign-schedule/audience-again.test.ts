import { expect } from "chai";
import type { Account } from "../../../provider/account/account";
import { othersThan, type ProgramResource } from "../../../provider/account/program-record";
import { ownNow } from "../../../provider/email/date";
import { EmailMarketingError } from "../../../provider/errors/error";
import { unknownValue } from "../../../provider/plain/value";
import { checkAudienceGap } from "../../../provider/resources/campaign-schedule/audience";
import { argumentSettings } from "../../../provider/settings/settings";

const names: Record<string, string> = { a: "Customers", b: "Friends", c: "Press, TV" };

/** A list that the update creates. */
const created: ProgramResource = {
  kind: "List",
  name: "readers",
  idOutput: {},
  props: { name: "Readers" },
  given: {},
  isChanged: true,
  order: -1,
};
const ofCreated = created.idOutput ?? {};
const ofAnother = {};

interface Mail {
  readonly name: string;
  readonly at: string;
  readonly lists?: readonly string[];
  /** The id outputs of lists that the update creates. */
  readonly outputs?: readonly object[];
  readonly segmentId?: string;
  readonly isUnchanged?: true;
  readonly isRecorded?: true;
  readonly isSecret?: true;
  /** The name of an earlier email. This email is a second date for its campaign. */
  readonly same?: string;
}

interface World {
  readonly settings?: Record<string, string>;
  /** False in the plugin, which sees one resource after another, and no outputs. */
  readonly isWhole?: boolean;
  readonly fails?: true;
}

/** The findings about each schedule, checked as in a program or as in the plugin. */
async function said(mails: readonly Mail[], world: World = {}): Promise<string[]> {
  const { settings = {}, isWhole = true, fails } = world;
  const campaigns = mails
    .filter(({ same }) => same === undefined)
    .map((mail, order): ProgramResource => {
      const { name, outputs, lists = outputs?.map(() => unknownValue) ?? ["a"], segmentId } = mail;
      return {
        kind: "Campaign",
        name,
        idOutput: { name },
        given: outputs ? { listIds: outputs } : {},
        ...(mail.isUnchanged && { id: name }),
        props: { listIds: lists, ...(segmentId !== undefined && { segmentId }) },
        isChanged: !mail.isUnchanged,
        order,
      };
    });
  const schedules = mails.map((mail, order): ProgramResource => {
    const campaign = campaigns.find(({ name }) => name === (mail.same ?? mail.name));
    const ignoreChecks = mail.isRecorded ? ["schedule-past"] : [];
    return {
      kind: "CampaignSchedule",
      name: `${mail.name}-date`,
      props: { campaignId: campaign?.id ?? unknownValue, scheduledAt: mail.at, ignoreChecks },
      ...(isWhole && { given: campaign ? { campaignId: campaign.idOutput } : {} }),
      isChanged: !mail.isUnchanged,
      ...(!isWhole && { isAsked: true }),
      secrets: mail.isSecret ? [mail.at] : [],
      order: campaigns.length + order,
    };
  });
  const account = {
    settings: argumentSettings({ timeZone: "Europe/Berlin", ...settings }),
    now: ownNow,
    lists: {
      async byId(id: string) {
        if (fails) throw new EmailMarketingError("auth", "no key");
        return names[id] === undefined ? undefined : { id, name: names[id] };
      },
    },
  } as unknown as Account;
  const found: string[] = [];
  for (const own of schedules) {
    if (!own.isChanged && isWhole) continue;
    const all = [...campaigns, ...schedules.filter((one) => isWhole || one.order <= own.order)];
    const ofKind = (kind: string) =>
      kind === "List"
        ? [created]
        : all.filter((one) => (kind === "Campaign") === campaigns.includes(one));
    const some = await checkAudienceGap({
      ...{ account, own, props: own.props, old: {} },
      resources: async (kind = "") => ofKind(kind),
      others: async (kind) => othersThan(own, ofKind(kind)),
    });
    found.push(...some.map(({ level, problem }) => `${own.name}: ${level}: ${problem}`));
  }
  return found;
}

const advice =
  "Contacts who are on the list get both. Move a date, or set audienceGapHours to a smaller number of hours.";
const morning = "2098-03-03 09:00:00";
const evening = "2098-03-03 18:00:00";
const unchanged = { isUnchanged: true } as const;
const spring = { name: "spring", at: morning };
/** An email in the morning and one in the evening to the same list, with the given changes. */
const two = (one: Partial<Mail> = {}, other: Partial<Mail> = {}): readonly Mail[] => [
  { ...spring, ...one },
  { name: "flash", at: evening, ...other },
];

describe("the check of the hours between emails (audienceGapHours)", () => {
  it("names both campaigns, both dates and the list in the warning", async () => {
    expect(await said(two())).to.deep.equal([
      `flash-date: warning: scheduledAt: "flash" (2098-03-03 18:00:00) and "spring" (2098-03-03 09:00:00) both go to "Customers" (a), less than 24 hours apart. ${advice}`,
    ]);
  });

  it("names the List in the warning if both campaigns use a List that the update creates", async () => {
    const mails = two({ outputs: [ofAnother, ofCreated] }, { outputs: [ofCreated] });
    expect(await said(mails)).to.deep.equal([
      `flash-date: warning: scheduledAt: "flash" (2098-03-03 18:00:00) and "spring" (2098-03-03 09:00:00) both go to List "readers", which this update creates, less than 24 hours apart. ${advice}`,
    ]);
    const [unnamed = ""] = await said(mails.map((one) => ({ ...one, outputs: [ofAnother] })));
    expect(unnamed).to.include("both go to a list that only the update knows, less than");
  });

  const pairs: Readonly<Record<string, readonly [readonly Mail[], World?]>> = {
    "if the emails are less than 24 hours apart": [two({}, { at: "2098-03-04 08:59:59" })],
    "if the email declared last has the earlier date": [two({}, { at: "2098-03-02 21:00:00" })],
    "if only one of the dates has a UTC offset": [two({}, { at: "2098-03-03T12:00:00-05:00" })],
    "if timeZone is unset and both dates are local": [two(), { settings: { timeZone: "" } }],
    "if a new email precedes an unchanged one": [two({}, unchanged)],
    "two days apart if audienceGapHours is 72": [
      two({}, { at: "2098-03-05 09:00:00" }),
      { settings: { audienceGapHours: "72" } },
    ],
    "if the account's lists can't be read": [two(), { fails: true }],
    "in the plugin if the unchanged email is checked last": [
      two({}, unchanged),
      { isWhole: false },
    ],
  };
  for (const [title, [mails, world]] of Object.entries(pairs)) {
    it(`warns once about emails to one list ${title}`, async () => {
      const found = await said(mails, world);
      expect(found, found.join("\n")).to.have.length(1);
      expect(found[0]).to.match(/-date: warning: scheduledAt: .* both go to /);
    });
  }

  const right: Readonly<Record<string, readonly [readonly Mail[], World?]>> = {
    "emails exactly 24 hours apart": [two({}, { at: "2098-03-04 09:00:00" })],
    "emails at the same local time on consecutive days, 23 hours apart because the clocks change": [
      two({ at: "2098-03-29 09:00:00" }, { at: "2098-03-30 09:00:00" }),
    ],
    "emails to different lists": [two({}, { lists: ["b"] })],
    "two emails to the same segment of one list": [two({ segmentId: "s" }, { segmentId: "s" })],
    "two emails to one list if audienceGapHours is 0": [
      two(),
      { settings: { audienceGapHours: "0" } },
    ],
    "two unchanged emails in the plugin": [two(unchanged, unchanged), { isWhole: false }],
    "two dates of one campaign": [two({}, { same: "spring" })],
    "a date that is unknown until the update": [two({}, { at: unknownValue })],
    "a list that is unknown until the update": [
      two({ lists: [unknownValue] }, { lists: [unknownValue] }),
    ],
    "two different lists that the update creates": [
      two({ outputs: [ofCreated] }, { outputs: [ofAnother] }),
    ],
    "emails to new lists if the inputs show fewer list ids than the program declares": [
      two(
        { lists: [unknownValue], outputs: [ofCreated, ofAnother] },
        { lists: [unknownValue], outputs: [ofCreated, ofAnother] },
      ),
    ],
    "past dates that are never sent, because ignoreChecks has schedule-past": [
      two(
        { at: "2020-03-03 09:00:00", isRecorded: true },
        { at: "2020-03-03 10:00:00", isRecorded: true },
      ),
    ],
    "two new campaigns to different lists in the plugin, which doesn't know the campaigns' ids yet":
      [two({}, { lists: ["b"] }), { isWhole: false }],
    "a local time and an instant if timeZone is not set": [
      two({}, { at: "2098-03-03T12:00:00Z" }),
      { settings: { timeZone: "" } },
    ],
  };
  for (const [title, [mails, world]] of Object.entries(right)) {
    it(`reports nothing for ${title}`, async () => {
      expect(await said(mails, world)).to.deep.equal([]);
    });
  }

  it("warns once for each list of an email, and names the other email that is nearest in time", async () => {
    const found = await said([
      { ...spring, lists: ["a", "b"], isUnchanged: true },
      { name: "noon", at: "2098-03-03 12:00:00", isUnchanged: true },
      { name: "flash", at: evening, lists: ["a", "b"] },
    ]);
    expect(found.map((one) => one.replace(/, less than.*/, ""))).to.deep.equal([
      'flash-date: warning: scheduledAt: "flash" (2098-03-03 18:00:00) and "noon" (2098-03-03 12:00:00) both go to "Customers" (a)',
      'flash-date: warning: scheduledAt: "flash" (2098-03-03 18:00:00) and "spring" (2098-03-03 09:00:00) both go to "Friends" (b)',
    ]);
  });

  it("shows a secret date as [secret]", async () => {
    const [found = ""] = await said(two({ isSecret: true }));
    expect(found).to.include('"flash" (2098-03-03 18:00:00) and "spring" ([secret]) both go');
  });

  it("reads at most 4 list ids per pair of emails if 40 schedules are new", async () => {
    let reads = 0;
    const mails = Array.from({ length: 40 }, (_, n): Mail => {
      const lists = new Proxy([`list-${n}`], {
        get(list, key) {
          reads += key === "0" ? 1 : 0;
          return Reflect.get(list, key);
        },
      });
      return { name: `mail-${n}`, at: morning, lists };
    });
    expect(await said(mails, { isWhole: false })).to.deep.equal([]);
    const pairs = (40 * 39) / 2;
    expect(reads / pairs).to.be.within(1, 4);
  });

  it("names the CampaignSchedules in the warning if the new campaigns have no ids yet", async () => {
    const [found = ""] = await said(two(), { isWhole: false });
    expect(found).to.include(
      'the campaign of CampaignSchedule "flash-date" (2098-03-03 18:00:00) and the campaign of CampaignSchedule "spring-date" (2098-03-03 09:00:00) both go to "Customers" (a)',
    );
  });
});
