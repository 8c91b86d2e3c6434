import { expect } from "chai";
import { acmeAccount, draftElsewhere } from "../../support/acme-account";
import { fails, ok } from "../../support/outcome";
import { js } from "../../support/program";
import { type ServiceProject, useService } from "../../support/service";

interface Declared {
  readonly lists?: string;
  readonly campaign?: string;
  readonly at?: string;
  readonly schedule?: string;
}

const programOf = ({
  lists = `["list-5"]`,
  campaign = "",
  at = "2098-03-01 09:00:00",
  schedule = "",
}: Declared = {}) =>
  js(`
const sender = { email: "news@acme.example", name: "Acme News" };
const content = { subject: "What is new", plainText: "Hello. %%unsubscribe%%", sender };
const spring = new em.Campaign("spring", { name: "Spring", ...content, listIds: ${lists}, ${campaign} });
new em.CampaignSchedule("date", { campaignId: spring.id, scheduledAt: "${at}", ${schedule} });`);

const seed = acmeAccount({ campaigns: [draftElsewhere] });

const isWrite = (request: string) => !/^GET |\/search$/.test(request);

/** What a preview and an update say, which both fail, and what they send that changes something. */
async function refused(project: ServiceProject) {
  project.newRequests();
  const preview = await fails(project.preview());
  const up = await fails(project.up());
  return { preview: preview.output, up: up.output, writes: project.newRequests().filter(isWrite) };
}

describe("a stack that refuses sending", function () {
  const { createProject } = useService(this, { seed });
  const said =
    'the setting sending is "refuse" (stack config emailmarketing:sending), and this change would send email. To allow email in this stack, set it to "allow".';

  it("schedules nothing new or changed, and goes on with what is scheduled", async () => {
    const project = await createProject({ program: programOf() });
    await project.setConfig("emailmarketing:sending", "refuse");
    const preview = await fails(project.upWithPreview(), 1);
    expect(preview.output).to.include(`CampaignSchedule (date):\n    error: ${said}`);
    expect(project.newRequests().filter(isWrite)).to.deep.equal([]);
    await project.setConfig("emailmarketing:sending", undefined);
    await ok(project.up());
    await project.setConfig("emailmarketing:sending", "refuse");
    project.newRequests();
    await project.writeProgram(programOf({ schedule: `ignoreChecks: ["schedule-time-repeated"]` }));
    await ok(project.upWithPreview());
    expect(project.newRequests().filter(isWrite)).to.deep.equal([]);
    const share = `new em.DomainDnsShare("share", { domainId: "domain-1", recipients: ["dns@acme.example"] });`;
    await project.writeProgram(programOf({ at: "2098-03-02 09:00:00" }) + share);
    const change = await refused(project);
    expect(change.preview).to.include(`DomainDnsShare (share):\n    error: ${said}`);
    expect(change.preview).to.include(`error: ${said}`);
    // An update ends with the first that fails.
    expect(change.up).to.match(/'(date|share)' has a problem: /);
    expect(change.up).to.include(`has a problem: ${said}`);
    expect(change.writes).to.deep.equal([]);
  });
});

describe("a stack with a largest number of recipients", function () {
  const { createProject, emulator } = useService(this, { seed });
  const limited = (most: number, declared?: Declared) =>
    createProject({
      program: programOf(declared),
      config: { "emailmarketing:maxRecipients": String(most) },
      env: { EMAIL_MARKETING_PREFLIGHT: "off" },
    });
  const tooMany = (contacts: number, most: number) =>
    `the campaign goes to ${contacts} contacts, but the setting maxRecipients allows ${most} (stack config emailmarketing:maxRecipients). Use smaller lists, or raise the setting.`;

  it("judges lists that change under a schedule, and a change of the date", async () => {
    const project = await limited(5);
    await ok(project.upWithPreview());
    await project.writeProgram(programOf({ lists: `["list-5", "list-3"]` }));
    const lists = await refused(project);
    expect(lists.preview).to.include(`Campaign "Spring": ${tooMany(8, 5)}`);
    expect(lists.writes).to.deep.equal([]);
    emulator().patch("lists", "list-5", { contact_count: 6 });
    await project.writeProgram(programOf({ at: "2098-03-02 09:00:00" }));
    const date = await refused(project);
    expect(date.preview).to.match(
      /CampaignSchedule "campaign-\d+": the campaign goes to 6 contacts/,
    );
    expect(date.writes).to.deep.equal([]);
    await project.writeProgram(programOf({ campaign: `subject: "Newer",` }));
    await ok(project.upWithPreview());
    emulator().patch("lists", "list-5", { contact_count: 5 });
  });
});

describe("a stack that schedules only within hours", function () {
  const { createProject } = useService(this, { seed });
  // 2098-03-03 is a Monday, and 09:00 in UTC is 10:00 in Berlin.
  const outside = (time: string, nearest: string, place: string) =>
    `scheduledAt: ${time} is outside the setting sendWindow, "Mon-Fri 08:00-18:00" (${place}). The nearest times within it are ${nearest}.`;
  it("holds for an explicit Provider, by its own zone, and for a date that only the update knows", async () => {
    const program = (rest: string) =>
      `${programOf({ at: "2098-03-03T17:30:00Z" })}
const { apiKey, baseUrl } = { apiKey: process.env.EMAIL_MARKETING_API_KEY, baseUrl: process.env.EMAIL_MARKETING_BASE_URL };
const own = new em.Provider("own", { apiKey, baseUrl, timeZone: "Europe/Berlin", ${rest} });
const fall = new em.Campaign("fall", { name: "Fall", ...content, listIds: ["list-5"] }, { provider: own });
new em.CampaignSchedule("evening", { campaignId: fall.id, scheduledAt: "2098-03-03T17:30:00Z" }, { provider: own });
new em.CampaignSchedule("later", { campaignId: "campaign-9", scheduledAt: fall.id.apply(() => "2098-03-08T11:00:00Z") }, { provider: own });
`;
    const project = await createProject({
      program: program(""),
      config: {
        "emailmarketing:sendWindow": "Mon-Fri 08:00-18:00",
        "emailmarketing:timeZone": "UTC",
      },
    });
    const place = 'argument sendWindow of Provider "own"';
    const evening = outside(
      "Mon 2098-03-03 18:30:00 (Europe/Berlin)",
      "Mon 2098-03-03 18:00:00 and Tue 2098-03-04 08:00:00",
      "stack config emailmarketing:sendWindow",
    );
    const preview = await fails(project.preview(), 1);
    expect(preview.output).to.include(`CampaignSchedule (evening):\n    error: ${evening}`);
    expect(preview.output).to.not.match(/CampaignSchedule \((date|later)\):\n {4}error/);
    await project.writeProgram(program(`sendWindow: "Mon-Fri 08:00-19:00"`));
    await ok(project.preview());
    const up = await fails(project.up());
    expect(up.output).to.include(
      `Sat 2098-03-08 12:00:00 (Europe/Berlin) is outside the setting sendWindow, "Mon-Fri 08:00-19:00" (${place}).`,
    );
    expect(project.newRequests()).to.not.include("PUT /campaign/campaign-9");
  });
});
