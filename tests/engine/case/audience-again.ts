import { expect } from "chai";
import { acmeAccount, draftElsewhere } from "../../support/acme-account";
import { ok } from "../../support/outcome";
import { js } from "../../support/program";
import { type ServiceProject, useService } from "../../support/service";

const lists = Array.from({ length: 15 }, (_, at) => `list-${at + 1}`);

const seed = acmeAccount({
  lists: lists.map((id, at) => ({ id, name: `Readers ${at + 1}`, contact_count: 10 + at })),
  campaigns: [
    {
      ...draftElsewhere,
      id: "campaign-900",
      list_ids: ["list-15"],
      status: "Scheduled",
      scheduled_at: "2098-03-20 15:00:00",
    },
  ],
});

/** A campaign, the dates before and after the change, and its lists. */
interface Mail {
  readonly name: string;
  readonly before?: string;
  readonly at?: string;
  readonly to: readonly string[];
}

const day = "2098-03-20";
/** Each pair has a list of its own. */
const planted: readonly Mail[] = [
  { name: "one", at: `${day} 09:00:00`, to: ["list-1"] },
  { name: "one-again", at: `${day} 18:00:00`, to: ["list-1"] },
  { name: "two", at: `${day} 18:00:00`, to: ["list-2"] },
  { name: "two-again", at: "2098-03-21 08:00:00", to: ["list-2"] },
  { name: "three", at: `${day} 09:00:00`, to: ["list-3"] },
  { name: "three-again", at: `${day} 09:00:00`, to: ["list-3"] },
  { name: "four", at: `${day} 09:00:00`, to: ["list-4"] },
  { name: "four-again", at: `${day}T12:00:00-05:00`, to: ["list-4"] },
  { name: "five", at: `${day} 23:30:00`, to: ["list-5"] },
  { name: "five-again", at: "2098-03-21 00:30:00", to: ["list-5"] },
  { name: "six", at: `${day} 09:00:00`, to: ["list-6", "list-14"] },
  { name: "six-again", at: `${day} 10:00:00`, to: ["list-13", "list-6"] },
  { name: "seven", before: `${day} 09:00:00`, at: `${day} 09:00:00`, to: ["list-7"] },
  { name: "seven-again", at: `${day} 10:00:00`, to: ["list-7"] },
  { name: "eight", at: `${day} 09:00:00`, to: ["list-8"] },
  { name: "eight-again", before: `${day} 10:00:00`, at: `${day} 10:00:00`, to: ["list-8"] },
  { name: "nine", before: `${day} 09:00:00`, at: `${day} 09:00:00`, to: ["list-9"] },
  { name: "nine-again", before: "2098-04-10 09:00:00", at: `${day} 12:00:00`, to: ["list-9"] },
  { name: "ten", at: `${day} 09:00:00`, to: ["list-10"] },
  { name: "ten-again", at: "2098-03-21 08:59:59", to: ["list-10"] },
  { name: "eleven", before: "2098-04-10 09:00:00", at: `${day} 09:00:00`, to: ["list-11"] },
  { name: "eleven-again", before: "2098-05-10 09:00:00", at: `${day} 12:00:00`, to: ["list-11"] },
  { name: "twelve", before: `${day} 09:00:00`, at: "2098-03-21 12:00:00", to: ["list-12"] },
  {
    name: "twelve-again",
    before: "2098-03-22 09:00:00",
    at: "2098-03-22 09:00:00",
    to: ["list-12"],
  },
];
/** A list on which all is well in the program; the account has another mail to the last one. */
const right: readonly Mail[] = [
  { name: "daily", at: "2098-03-29 09:00:00", to: ["list-13"] },
  { name: "daily-again", at: "2098-03-30 09:00:00", to: ["list-13"] },
  { name: "elsewhere", at: `${day} 09:00:00`, to: ["list-15"] },
];
const mails = [...planted, ...right];
const plantedLists = lists.slice(0, 12);

const head = js(`
const mail = { subject: "What is new", sender: { email: "news@acme.example", name: "Acme News" }, plainText: "Hello. %%unsubscribe%%" };
const kind = (Kind) => class extends pulumi.CustomResource { constructor(name, args) { super("emailmarketing:index:" + Kind, name, args); } };
const ofPlugin = { Campaign: kind("Campaign"), CampaignSchedule: kind("CampaignSchedule") };`);

const waysIn = { dynamic: "em", plugin: "ofPlugin" } as const;

function programOf(wayIn: keyof typeof waysIn, date: "before" | "at"): string {
  const campaigns = mails.map(({ name, to }) => ({ name, listIds: to }));
  const schedules = mails.flatMap(({ name, [date]: at }) =>
    at === undefined ? [] : [{ name, at }],
  );
  return `${head}
const { Campaign, CampaignSchedule } = ${waysIn[wayIn]};
const campaigns = new Map(${JSON.stringify(campaigns)}.map(({ name, listIds }) => [name, new Campaign(name, { name, ...mail, listIds })]));
for (const { name, at } of ${JSON.stringify(schedules)})
  new CampaignSchedule(name, { campaignId: campaigns.get(name).id, scheduledAt: at, ignoreChecks: ["schedule-pause", "campaign-audience"] });
`;
}

/** The lists of which a preview warns, as often as it does. */
function accusedIn(output: string): string[] {
  // The engine prints each sentence twice, the second time below this word.
  const [, told = ""] = output.split("Diagnostics:");
  const lines = told.split("\n").filter((line) => line.includes("[audience-again]"));
  return lines.flatMap((line) => /\((list-\d+)\)/.exec(line)?.[1] ?? "no list");
}

const byNumber = (one: string, other: string) => Number(one.slice(5)) - Number(other.slice(5));

describe("two mails to one list within hours", function () {
  const { createProject, emulator } = useService(this, { seed });
  this.beforeEach("starts with its account", () => emulator().reset());

  async function projectOf(program: string, config: Readonly<Record<string, string>> = {}) {
    return createProject({
      program,
      hasPlugin: true,
      config: { "emailmarketing:timeZone": "Europe/Berlin", ...config },
    });
  }

  async function preview(project: ServiceProject) {
    project.newRequests();
    const { output } = await ok(project.preview());
    // The first list that is asked for is another one in every run.
    const requests = project.newRequests().map((one) => one.replace(/list-\d+/, "list-N"));
    return { output, requests: requests.sort() };
  }

  for (const wayIn of ["dynamic", "plugin"] as const) {
    it(`are told of each of 12 pairs, and of nothing else, for the requests of before: ${wayIn}`, async () => {
      const project = await projectOf(programOf(wayIn, "before"));
      await ok(project.up());
      await project.writeProgram(programOf(wayIn, "at"));

      const specified = await preview(project);
      expect(accusedIn(specified.output).sort(byNumber), specified.output).to.deep.equal(
        plantedLists,
      );
      // In the plugin, the one that the engine shows later is the first that is named.
      expect(specified.output).to.match(
        /"one(-again)?" \([\d :-]+\) and "one(-again)?" \([\d :-]+\) both go to "Readers 1" \(list-1\), less than 24 hours apart\./,
      );
      await project.setConfig("emailmarketing:audienceGapHours", "0");
      const off = await preview(project);
      expect(accusedIn(off.output)).to.deep.equal([]);
      expect(specified.requests).to.deep.equal(off.requests);
    });
  }

  it("are told of campaigns that are all new, by both ways in", async () => {
    for (const wayIn of ["dynamic", "plugin"] as const) {
      const project = await projectOf(`${head}
const { Campaign, CampaignSchedule } = ${waysIn[wayIn]};
for (const [name, at] of [["spring", "09:00:00"], ["flash", "18:00:00"]]) {
  const { id } = new Campaign(name, { name, ...mail, listIds: ["list-1"] });
  new CampaignSchedule(name, { campaignId: id, scheduledAt: "2098-03-20 " + at });
}`);
      const { output } = await preview(project);
      expect(accusedIn(output), output).to.deep.equal(["list-1"]);
    }
  });

  it("are told of a list that the same update creates, where the program gives both campaigns its id", async () => {
    const project = await projectOf(
      `${head}
const { id: readers } = new em.List("readers", { name: "Readers of today" });
for (const [name, at] of [["spring", "09:00:00"], ["flash", "18:00:00"]]) {
  const listIds = [readers];
  const { id } = new em.Campaign(name, { name, ...mail, listIds });
  new em.CampaignSchedule(name, { campaignId: id, scheduledAt: "2098-03-20 " + at });
}`,
      { "emailmarketing:operations": "extended" },
    );
    const { output } = await preview(project);
    const [, told = ""] = output.split("Diagnostics:");
    expect(told.split("\n").filter((line) => line.includes("[audience-again]"))).to.have.length(1);
    expect(told).to.match(
      /warning: .*"flash" \(2098-03-20 18:00:00\) and "spring" \(2098-03-20 09:00:00\) both go to List "readers", which this update creates, less than 24 hours apart\./,
    );
  });
});
