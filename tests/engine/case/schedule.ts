import { expect } from "chai";
import { acmeAccount, draftElsewhere } from "../../support/acme-account";
import { commentOn } from "../../support/command";
import { fails, ok } from "../../support/outcome";
import { campaign, schedule as dated, js, jsBy, runtimes } from "../../support/program";
import { runtimeNames } from "../../support/runtime";
import { mailsSentInTotal, type ServiceProject, useService } from "../../support/service";

const schedule = (at: string, { id = "campaign-1", more = "", options = "{}" } = {}) =>
  `new em.CampaignSchedule("spring", { campaignId: "${id}", scheduledAt: ${at}, ${more} }, ${options});\n`;

async function outputsIn(project: ServiceProject): Promise<unknown> {
  const { resources = [] } = await project.state();
  return resources.find(({ type }) => type.endsWith(":CampaignSchedule"))?.outputs;
}

describe("the date of a campaign", function () {
  const seed = acmeAccount({
    account: { timezone: "America/New_York" },
    campaigns: ["campaign-1", "campaign-2"].map((id) => ({ ...draftElsewhere, id })),
  });
  const { emulator, createProject } = useService(this, { seed });
  const scheduledAt = (id: string) =>
    emulator()
      .snapshot()
      .campaigns.find((campaign) => campaign.id === id)?.scheduled_at;

  it("is sent once, as local time, if the program later writes the same time in other forms", async () => {
    const project = await createProject({
      program: js(schedule(`Promise.resolve(new Date("2098-03-01T09:00:00-05:00"))`)),
      config: { "emailmarketing:timeZone": "America/New_York" },
    });
    await ok(project.up());
    expect(scheduledAt("campaign-1")).to.equal("2098-03-01 09:00:00");
    // The response to the first request has the service's time.
    expect(project.newRequests()).to.deep.equal([
      "POST /domains/search",
      "PUT /campaign/campaign-1",
    ]);
    for (const at of [
      `"2098-03-01T15:00:00+01:00"`,
      `"2098-03-01T15:00:00[Europe/Berlin]"`,
      `"2098-03-01 09:00:00"`,
    ]) {
      await project.writeProgram(js(schedule(at)));
      const other = await ok(project.upWithPreview());
      expect(other.output).to.not.include("schedule-pause");
      expect(other.changes).to.include({ update: 1 });
    }
    await project.writeProgram(js(schedule(`new Date("2098-03-01T14:00:00Z")`)));
    await ok(project.up());
    await ok(project.preview(["--expect-no-changes"]));
    expect(project.newRequests()).to.deep.equal([]);
    expect(await outputsIn(project)).to.include({
      scheduledAt: "2098-03-01T14:00:00Z",
      sent: true,
      sentTime: "2098-03-01 09:00:00",
    });
  });
});

const replaced = /campaignId: campaign campaign-\d+ got a date, .*\[campaign-replaced campaignId\]/;

/** A way to replace a resource: options in the program or of the command, or a command that runs before. */
interface Means {
  readonly opts?: string;
  /** Options of the CampaignSchedule. */
  readonly ofDate?: string;
  readonly name?: string;
  readonly args?: string[];
}

const onChange = 'replaceOnChanges: ["subject"]';
const trigger = (value: string) => `replacementTrigger: "${value}"`;
/** Another trigger than in the state. The engine replaces the resource without a diff. */
const again = trigger("again");

/** For each runtime, its types in a URN, and its own ways to replace a resource. */
const facts: Readonly<Record<(typeof runtimes)[number], Runtime>> = {
  dynamic: {
    type: "pulumi-nodejs:dynamic/emailmarketing:",
    means: {
      replaceOnChanges: { opts: onChange },
      "replacementTrigger of both": { opts: again, ofDate: again },
      "rename with replace": {
        name: "april",
        opts: 'aliases: [{ name: "spring" }]',
        args: ["--replace", "**::april"],
      },
    },
  },
  plugin: {
    type: "emailmarketing:index:",
    means: {
      taint: {},
      deleteBeforeReplace: { opts: `${onChange}, deleteBeforeReplace: true` },
      "replacementTrigger of both": { opts: again, ofDate: again },
    },
  },
};

interface Runtime {
  readonly type: string;
  readonly means: Readonly<Record<string, Means>>;
}

describe("a scheduled campaign", function () {
  const { emulator, createProject } = useService(this);

  for (const runtime of runtimes) {
    const { type, means } = facts[runtime];
    it(`is sent only once if its Campaign or CampaignSchedule is replaced, unless ignoreChecks has campaign-replaced (${runtimeNames[runtime]})`, async () => {
      emulator().reset();
      const program = (
        opts = trigger("first"),
        { name = "spring", inputs = "", ofDate = "", dateOpts = trigger("first") } = {},
      ) =>
        jsBy(
          runtime,
          campaign({ name, opts, inputs }),
          dated({ name, inputs: ofDate, opts: dateOpts }).replace(`"${name}"`, '"date"'),
        );
      const project = await createProject({ program: program(), hasPlugin: true });
      await ok(project.up());
      const restore = await project.keep();
      const taint = (of: string) =>
        ok(project.raw(["state", "taint", `urn:pulumi:dev::test::${type}${of}`, "--yes"]));
      for (const [how, { opts, ofDate, name, args = [] }] of Object.entries(means)) {
        await restore();
        if (how === "taint") await taint("Campaign::spring");
        const inputs = opts?.includes("replaceOnChanges") ? 'subject: "What is newer"' : "";
        const ofBoth = { ...(name && { name }), ...(ofDate && { dateOpts: ofDate }) };
        await project.writeProgram(program(opts, { ...ofBoth, inputs }));
        const env = { EMAIL_MARKETING_PREFLIGHT: "off" };
        const preview = await fails(project.preview(args, { env }));
        expect(preview.output, how).to.match(replaced);
        expect((await fails(project.up(args, { env }))).output, how).to.match(replaced);
        // After the failed update, the new campaign is in the state.
        expect((await fails(project.up())).output, how).to.match(replaced);
        expect(mailsSentInTotal(emulator()), how).to.equal(1);
      }
      // With ignoreChecks, both emails are sent.
      await restore();
      await project.writeProgram(
        program(onChange, {
          inputs: 'subject: "What is newer"',
          ofDate: 'ignoreChecks: ["campaign-replaced"]',
        }),
      );
      await ok(project.upWithPreview());
      expect(mailsSentInTotal(emulator())).to.equal(2);
      await restore();
      await project.writeProgram(program());
      await taint("CampaignSchedule::date");
      const { stdout } = await ok(project.preview(["--json", "--show-sames"]));
      const comment = await commentOn(project, stdout);
      const rows = comment.split("\n").filter((line) => /^\|.*2098-03-01/.test(line));
      expect(rows, comment).to.have.length(1);
      expect(comment).to.not.include("WILL still be sent");
      expect((await ok(project.up())).output).to.not.include("WILL still be sent");
      expect(mailsSentInTotal(emulator())).to.equal(1);
    });
  }

  for (const runtime of runtimes) {
    it(`is sent only once if its Campaign is deleted before the replacement, and its CampaignSchedule has another Provider of the account (${runtimeNames[runtime]})`, async () => {
      emulator().reset();
      const program = (opts = "", inputs = "") =>
        jsBy(
          runtime,
          'const [one, two] = ["one", "two"].map((name) => new em.Provider(name, { apiKey: process.env.EMAIL_MARKETING_API_KEY }));',
          campaign({ inputs, opts: `provider: one, ${opts}` }),
          dated({ opts: "provider: two" }),
        );
      const env = { EMAIL_MARKETING_PREFLIGHT: "off" };
      const project = await createProject({ program: program(), hasPlugin: true, env });
      await ok(project.up());
      await project.writeProgram(
        program(`${onChange}, deleteBeforeReplace: true`, 'subject: "What is newer"'),
      );
      expect((await fails(project.up())).output).to.match(replaced);
      expect((await fails(project.up())).output).to.match(replaced);
      expect(mailsSentInTotal(emulator())).to.equal(1);
    });
  }
});
