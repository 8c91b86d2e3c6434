import { expect } from "chai";
import { renderComment } from "../../../provider/review/comment";
import { previewIn } from "../../../provider/review/preview/input";
import { acmeAccount, draftElsewhere } from "../../support/acme-account";
import { fails, ok } from "../../support/outcome";
import { previewOf } from "../../support/preview";
import { js } from "../../support/program";
import { type ServiceProject, useService } from "../../support/service";

interface Declared {
  readonly lists?: string;
  readonly campaign?: string;
  readonly id?: string;
  readonly at?: string;
  readonly schedule?: string;
}

const programOf = ({
  lists = `["list-5"]`,
  campaign = "",
  id = "spring.id",
  at = "2098-03-01 09:00:00",
  schedule = "",
}: Declared = {}) =>
  js(`
const sender = { email: "news@acme.example", name: "Acme News" };
const content = { subject: "What is new", plainText: "Hello. %%unsubscribe%%", sender };
const spring = new em.Campaign("spring", { name: "Spring", ...content, listIds: ${lists}, ${campaign} });
new em.CampaignSchedule("date", { campaignId: ${id}, scheduledAt: "${at}", ${schedule} });`);

const seed = acmeAccount({
  segments: [{ id: "segment-1", name: "Berlin" }],
  campaigns: [draftElsewhere],
});

const isWrite = (request: string) => !/^GET |\/search$/.test(request);

/** What a preview and an update say, which both fail, and what they send that changes something. */
async function refused(project: ServiceProject, args: string[] = []) {
  project.newRequests();
  const preview = await fails(project.preview(args));
  const up = await fails(project.up(args));
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
    await project.writeProgram(programOf({ schedule: `ignoreChecks: ["schedule-twice"]` }));
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

  it("schedules no new campaign for more, in the preview and in the update", async () => {
    const project = await limited(4);
    const { preview, up, writes } = await refused(project);
    expect(preview).to.include(`CampaignSchedule (date):\n    error: ${tooMany(5, 4)}`);
    expect(up).to.match(/CampaignSchedule "campaign-\d+": the campaign goes to 5 contacts/);
    // Without its preview, an update has made the draft by then, which is sent to no one.
    expect(writes).to.deep.equal(["POST /campaign"]);
  });

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

  it("schedules nothing whose number can't be known, unless told to", async () => {
    const unknown = (why: string) =>
      `the setting maxRecipients allows 5 contacts (stack config emailmarketing:maxRecipients), but the number of contacts of this campaign is not known: ${why}. To continue anyway, add "recipients-unknown" to ignoreChecks. [recipients-unknown]`;
    const project = await limited(5, { id: `"campaign-9"` });
    const elsewhere = await refused(project, ["--target", "**date"]);
    expect(elsewhere.preview).to.include(unknown("no Campaign of this update has this id"));
    expect(elsewhere.up).to.include(unknown("no Campaign of this update has this id"));
    expect(elsewhere.writes).to.deep.equal([]);
    await project.writeProgram(programOf({ campaign: `segmentId: "segment-1",` }));
    const segment = await fails(project.preview(), 1);
    expect(segment.output).to.include(unknown("it goes to a segment"));
    const schedule = `ignoreChecks: ["recipients-unknown"]`;
    await project.writeProgram(programOf({ campaign: `segmentId: "segment-1",`, schedule }));
    await ok(project.upWithPreview());
  });
});

describe("a stack that schedules only within hours", function () {
  const { createProject } = useService(this, { seed });
  // 2098-03-03 is a Monday, and 09:00 in UTC is 10:00 in Berlin.
  const outside = (time: string, nearest: string, place: string) =>
    `scheduledAt: ${time} is outside the setting sendWindow, "Mon-Fri 08:00-18:00" (${place}). The nearest times within it are ${nearest}.`;
  const inStack = "stack config emailmarketing:sendWindow";

  it("stops a new and a changed date, and goes on with what is scheduled", async () => {
    const project = await createProject({
      program: programOf({ at: "2098-03-01 09:00:00" }),
      config: { "emailmarketing:sendWindow": "Mon-Fri 08:00-18:00" },
      env: { EMAIL_MARKETING_PREFLIGHT: "off" },
    });
    const saturday = outside(
      "Sat 2098-03-01 09:00:00",
      "Fri 2098-02-28 18:00:00 and Mon 2098-03-03 08:00:00",
      inStack,
    );
    const { preview, up, writes } = await refused(project);
    expect(preview).to.include(`CampaignSchedule (date):\n    error: ${saturday}`);
    expect(up).to.match(/CampaignSchedule "campaign-\d+": scheduledAt: Sat 2098-03-01 09:00:00 is/);
    // Without its preview, an update has made the draft by then, which is sent to no one.
    expect(writes).to.deep.equal(["POST /campaign"]);
    await project.writeProgram(programOf({ at: "2098-03-03 18:00:00" }));
    await ok(project.upWithPreview());
    await project.writeProgram(programOf({ at: "2098-03-03 18:00:01" }));
    const moved = await refused(project);
    const late = outside(
      "Mon 2098-03-03 18:00:01",
      "Mon 2098-03-03 18:00:00 and Tue 2098-03-04 08:00:00",
      inStack,
    );
    expect(moved.preview).to.include(late);
    expect(moved.up).to.include(late);
    expect(moved.writes).to.deep.equal([]);
    await project.setConfig("emailmarketing:sendWindow", "Tue 08:00-09:00");
    await project.writeProgram(
      programOf({
        at: "2098-03-03 18:00:00",
        campaign: `subject: "Newer",`,
        schedule: `ignoreChecks: ["schedule-twice"]`,
      }),
    );
    await ok(project.upWithPreview());
  });

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

describe("the note on a schedule", function () {
  const { createProject } = useService(this, { seed });

  it("tells reviewers when a campaign is sent and to how many, for one look-up", async () => {
    const project = await createProject({
      program: programOf(),
      config: { "emailmarketing:timeZone": "Europe/Berlin" },
    });
    const said =
      'schedules "spring" for 2098-03-01 09:00:00 (Europe/Berlin) to 5 contacts in "Customers" (list-5).';
    const json = await project.preview(["--json"]);
    const comment = renderComment(previewOf(previewIn(json.stdout, "the preview").preview, []));
    expect(comment).to.include(`ℹ️ CampaignSchedule **date**: ${said} \`campaign-audience\``);
    await ok(project.up());
    expect(project.newRequests().filter((one) => one.includes("/list/"))).to.deep.equal([
      "GET /list/list-5",
    ]);
    const unchanged = await project.preview();
    expect(unchanged.output).to.not.include("campaign-audience");
    expect(project.newRequests()).to.deep.equal([]);
    await project.writeProgram(programOf({ at: "2098-03-02T09:00:00+01:00" }));
    const changed = await project.preview();
    expect(changed.output).to.include(
      'schedules "spring" for 2098-03-02T09:00:00+01:00 to 5 contacts in "Customers" (list-5). [campaign-audience {"campaign":"spring",',
    );
    expect(project.newRequests()).to.deep.equal(["GET /list/list-5"]);
    // The campaign beside it is unchanged, so this is no new name of the account.
    await project.setConfig("emailmarketing:formerAccounts", "first");
    const formerly = await project.preview();
    expect(formerly.output).to.include("[campaign-audience {");
    expect(project.newRequests()).to.deep.equal(["GET /list/list-5"]);
  });
});
