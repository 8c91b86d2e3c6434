import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { acmeAccount } from "../../support/acme-account";
import { commentOn } from "../../support/command";
import { ok } from "../../support/outcome";
import { js } from "../../support/program";
import { type ServiceProject, useService } from "../../support/service";

const seed = acmeAccount({
  lists: [
    { id: "list-5", name: "Customers", contact_count: 1200 },
    { id: "list-3", name: "Friends of ada@acme.example | <b>", contact_count: 3 },
  ],
});

const head = js(`
const mail = { subject: "What is new", sender: { email: "news@acme.example", name: "Acme News" }, plainText: "Hello. %%unsubscribe%%", listIds: ["list-5"] };
const provider = (name, timeZone) => new em.Provider(name, { account: name, timeZone, apiKey: process.env.EMAIL_MARKETING_API_KEY, baseUrl: process.env.EMAIL_MARKETING_BASE_URL });
const campaign = (name, { at, opts = {}, date = name, ...more }) => {
  const one = new em.Campaign(name, { name, ...mail, ...more }, opts);
  if (at) new em.CampaignSchedule(date, { campaignId: one.id, scheduledAt: at, ignoreChecks: ["schedule-pause"] }, opts);
};
const plugin = (kind, name, inputs, outputs = {}) => new pulumi.CustomResource("emailmarketing:index:" + kind, name, { ...inputs, ...outputs });`);
const spring = (more: string) => `campaign("spring", { ${more} });`;
const march = `at: "2098-03-20 09:00:00"`;

interface Program {
  /** A program that is applied first. */
  readonly before?: string;
  readonly program: string;
  readonly args?: readonly string[];
  /** Set to compare with the comment on the preview's events, which the CLI writes one per line. */
  readonly alsoEvents?: true;
}

const programs: Readonly<Record<string, Program>> = {
  new: { program: spring(`${march}, listIds: ["list-5", "list-3"]`), alsoEvents: true },
  "moved over a change of the clocks": {
    before: spring(march),
    program: spring(`at: "2098-04-20 09:00:00"`),
  },
  removed: { before: spring(march), program: spring("") },
  replaced: {
    before: `${spring(march)} campaign("autumn", {});`,
    program: `campaign("spring", {}); const autumn = new em.Campaign("autumn", { name: "autumn", ...mail }); new em.CampaignSchedule("spring", { campaignId: autumn.id, scheduledAt: "2098-03-20 09:00:00", ignoreChecks: ["schedule-pause"] });`,
  },
  "content changed": {
    before: spring(march),
    program: spring(`${march}, subject: "What is newer"`),
  },
  "lists changed, without unchanged resources": {
    before: spring(march),
    program: spring(`${march}, listIds: ["list-5", "list-3"]`),
    args: [],
  },
  "secret subject": {
    program: spring(`${march}, subject: pulumi.secret("A subject for nobody")`),
    alsoEvents: true,
  },
  "two accounts": {
    program: `campaign("eu", { ${march}, opts: { provider: provider("eu", "Europe/Berlin") } });
campaign("us", { at: "2098-03-20T09:00:00-04:00", opts: { provider: provider("us", "America/New_York") } });`,
  },
  plugin: {
    program: `const spring = plugin("Campaign", "spring", { name: "Spring", ...mail });
plugin("CampaignSchedule", "spring", { campaignId: spring.id, scheduledAt: "2098-03-20 09:00:00" });`,
  },
};

interface Row {
  readonly campaign: string;
  /** The date after the update, in the service's time zone. */
  readonly date: string | undefined;
  readonly contacts: number | undefined;
  readonly subject: string | undefined;
}

/** The rows about campaigns in the comment's table, in the form in which readers see them. */
function rowsIn(comment: string): Row[] {
  const lines = comment.replaceAll("\u200e", "").split("\n");
  const rows = lines.filter((line) => /^\| (?:new|moved|removed|content|other)/.test(line));
  return rows.map((row) => {
    const [, , campaign = "", subject = "", date = "", to = ""] = row.split(/ ?(?<!\\)\| ?/);
    const name = /\*\*([^*]+)\*\*/.exec(campaign)?.[1] ?? "";
    const contacts = /\*\*([\d,]+)\*\* contact/.exec(to)?.[1]?.replace(",", "");
    const isKnown = !/^\(|^not in/.test(subject);
    return {
      campaign: name,
      date: /\d{4}-\d\d-\d\d \d\d:\d\d/.exec(date.split("→").at(-1) ?? "")?.[0],
      contacts: contacts === undefined ? undefined : Number(contacts),
      subject: isKnown ? subject.split(" → ").at(-1) : undefined,
    };
  });
}

/** The comment's table "Will be mailed". The order of the rest differs in each run of the engine. */
function tableIn(comment: string): string {
  const [, table = ""] = /\n(\*\*Will be mailed\*\*\n[\s\S]*?)\n(?:\*\*|$)/.exec(comment) ?? [];
  return table;
}

/** The folder of the expected tables, one file for each program. WRITE_COMMENTS=1 writes them again. */
const folder = join(__dirname, "will-be-mailed");

describe("the comment's table of emails", function () {
  const { createProject, emulator } = useService(this, { seed });
  this.beforeEach("starts with its account", () => emulator().reset());

  async function commentOf(
    project: ServiceProject,
    { args = ["--show-sames"] }: Program,
    env: Readonly<Record<string, string>> = {},
  ) {
    const { stdout } = await ok(project.preview(["--json", ...args], { env }));
    return commentOn(project, stdout);
  }

  /** The date, contacts and subject of a campaign in the account. */
  function accountHas(name: string) {
    const { campaigns, lists } = emulator().snapshot();
    const one = campaigns.find((campaign) => campaign.name.toLowerCase() === name);
    const ids = [one?.list_ids].flat();
    const contacts = lists
      .filter(({ id }) => ids.includes(id))
      .map((list) => list.contact_count ?? 0);
    return {
      date: one?.scheduled_at?.slice(0, 16),
      contacts: contacts.reduce((sum, of) => sum + of, 0),
      subject: one?.subject,
    };
  }

  for (const [name, program] of Object.entries(programs)) {
    it(`shows the date, contacts and subject that the service has after the update (${name})`, async () => {
      const project = await createProject({
        program: head + (program.before ?? program.program),
        hasPlugin: true,
        config: { "emailmarketing:timeZone": "Europe/Berlin" },
      });
      if (program.before !== undefined) {
        await ok(project.up());
        await project.writeProgram(head + program.program);
      }
      const comment = await commentOf(project, program);
      const file = join(folder, `${name.replace(/\W+/g, "-")}.txt`);
      const table = tableIn(comment);
      if (process.env.WRITE_COMMENTS) await writeFile(file, table);
      expect(table).to.equal(await readFile(file, "utf8"));
      expect(comment).to.not.include("A subject for nobody");
      if (program.alsoEvents) {
        const events = { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" };
        const ofEvents = await commentOf(project, program, events);
        expect(tableIn(ofEvents)).to.equal(table);
        expect(ofEvents).to.not.include("A subject for nobody");
      }
      // The service accepts a new date only for a paused campaign.
      for (const { id, scheduled_at } of emulator().snapshot().campaigns) {
        if (scheduled_at !== undefined) emulator().patch("campaigns", id, { status: "Paused" });
      }
      await ok(project.up());
      for (const row of rowsIn(comment)) {
        const has = accountHas(row.campaign);
        // Without `--show-sames`, the preview doesn't contain the date of an unchanged schedule.
        if (row.date !== undefined) expect(row.date, row.campaign).to.equal(has.date);
        if (row.contacts !== undefined) expect(row.contacts, row.campaign).to.equal(has.contacts);
        if (row.subject !== undefined) expect(row.subject, row.campaign).to.equal(has.subject);
      }
    });
  }
});
