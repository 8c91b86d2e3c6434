import { expect } from "chai";
import { acmeAccount } from "../../support/acme-account";
import { commentOn } from "../../support/command";
import { ok } from "../../support/outcome";
import { jsBy, runtimes } from "../../support/program";
import { runtimeNames } from "../../support/runtime";
import { useService } from "../../support/service";

const seed = acmeAccount({
  lists: [
    { id: "list-1", name: "Team", contact_count: 5 },
    { id: "list-4", name: "Everybody", contact_count: 3_000_000 },
  ],
});
const draft = { subject: "From the app", html: "<p>Old</p>", list_ids: ["list-1"] };
const sender = { sender_email: "news@acme.example", sender_name: "Acme News" };

const program = (subject: string, more = "") => `
const mail = { sender: { email: "news@acme.example", name: "Acme News" }, plainText: "Hello. %%unsubscribe%%", listIds: ["list-1"] };
for (const [name, day] of [["kept", 1], ["moved", 2], ["paused", 3], ["to others", 4]]) {
  const one = new em.Campaign(name, { name, subject: "${subject}", ...mail });
  new em.CampaignSchedule(name, { campaignId: one.id, scheduledAt: "2098-03-0" + day + " 09:00:00" });
}
${more}`;
const adoption = `
const web = new em.Campaign("web", { name: "web", subject: "Adopted", existingId: "campaign-99", ...mail, listIds: ["list-4"] });
new em.CampaignSchedule("web", { campaignId: web.id, scheduledAt: "2098-03-09 09:00:00" });`;

/** Campaigns of which each has other content or another date in the next program, and a secret subject or not. */
const fourCampaigns = (text: string, [day, secretDay]: readonly [number, number]) => `
const mail = { sender: { email: "news@acme.example", name: "Acme News" }, listIds: ["list-1"] };
for (const [name, text, day] of [["content", "${text}", 1], ["date", "Same", ${day}], ["secret", "${text}", 3], ["secret date", "Same", ${secretDay}]]) {
  const html = '<p>Declared <a href="%%unsubscribe%%">stop</a></p>';
  const subject = name.startsWith("secret") ? pulumi.secret("For nobody") : "News";
  const one = new em.Campaign(name, { name, subject, plainText: text + ". %%unsubscribe%%", html, ...mail });
  new em.CampaignSchedule(name, { campaignId: one.id, scheduledAt: "2098-03-0" + day + " 09:00:00" });
}`;

const utc = (day: number) => `2098-03-0${day} 09:00 UTC (09:00 UTC)`;
const last = "when it was last read";
const expected = [
  `other recipients | **to others** | content changes, still sent on Tue ${utc(4)} | Team (5) ${last} → **3,000,000** contacts: Everybody (3,000,000)`,
  `other recipients | **web** | content changes, still sent on Sun ${utc(9)} | Team (5) → **3,000,000** contacts: Everybody (3,000,000)`,
  `content changes | **kept** | content changes, still sent on Sat ${utc(1)} | **5** contacts: Team (5)`,
  `content changes | **paused** | content changes, Mon ${utc(3)}: paused in the service, not sent unless somebody resumes it (scheduled ${last}) | Team (5)`,
  `content changes | **moved** | content changes, still sent on Fri 2098-05-09 10:00 UTC (10:00 UTC) (Sun ${utc(2)} ${last}) | **5** contacts: Team (5)`,
];

describe("drifted campaigns", function () {
  const { createProject, emulator } = useService(this, { seed });
  this.beforeEach("starts with its account", () => emulator().reset());

  for (const way of runtimes) {
    it(`appear in a comment with the service's dates and lists, and an update sends only the program's changes (${runtimeNames[way]})`, async () => {
      const config = {
        "emailmarketing:timeZone": "UTC",
        "emailmarketing:operations": "extended",
      };
      const project = await createProject({
        ...{ program: jsBy(way, program("News")), hasPlugin: true, config },
      });
      await ok(project.up());
      const account = emulator().snapshot();
      const web = {
        ...draft,
        sender,
        id: "campaign-99",
        name: "web",
        status: "Scheduled" as const,
      };
      const campaigns = [...account.campaigns, { ...web, scheduled_at: "2098-03-09 09:00:00" }];
      emulator().seed({ ...account, campaigns });
      const be = (name: string, fields: object) => {
        const { id = "" } = account.campaigns.find((one) => one.name === name) ?? {};
        emulator().patch("campaigns", id, fields);
      };
      be("moved", { scheduled_at: "2098-05-09 10:00:00" });
      be("paused", { status: "Paused" });
      be("to others", { list_ids: ["list-4"] });
      await project.writeProgram(jsBy(way, program("Newer", adoption)));
      project.newRequests();
      const { stdout } = await ok(project.preview(["--json", "--show-sames"]));
      const asked = project.newRequests();
      expect(asked.filter((one) => one === "POST /lists/search").length).to.be.at.most(2);
      const comment = (await commentOn(project, stdout)).replaceAll("\u200e", "");
      const rows = comment.split("\n").filter((line) => /^\| (?! |---)/.test(line));
      const cells = rows.map((row) => row.split(/ ?(?<!\\)\| ?/));
      expect(
        cells.map(([, sign, name, , date, to]) => [sign, name, date, to].join(" | ")),
      ).to.deep.equal(expected);
      expect(comment.match(/`campaign-drifted`$/gm)).to.have.length(3);
      expect(comment).to.include("These inputs differ: subject, listIds.");
      await ok(project.up());
      const held = (name: string) => {
        const one = emulator()
          .snapshot()
          .campaigns.find((campaign) => campaign.name === name);
        return [one?.subject, one?.status, one?.scheduled_at, one?.list_ids];
      };
      const at = (day: number) => `2098-03-0${day} 09:00:00`;
      expect(held("kept")).to.deep.equal(["Newer", "Scheduled", at(1), ["list-1"]]);
      expect(held("moved")).to.deep.equal([
        ...["Newer", "Scheduled", "2098-05-09 10:00:00"],
        ["list-1"],
      ]);
      expect(held("paused")).to.deep.equal(["Newer", "Paused", at(3), ["list-1"]]);
      expect(held("to others")).to.deep.equal(["Newer", "Scheduled", at(4), ["list-4"]]);
      expect(held("web")).to.deep.equal(["Adopted", "Scheduled", at(9), ["list-4"]]);
    });

    it(`appear in a comment with the service's values if the update doesn't change these values (${runtimeNames[way]})`, async () => {
      const config = {
        "emailmarketing:timeZone": "UTC",
        "emailmarketing:operations": "extended",
      };
      const project = await createProject({
        ...{ program: jsBy(way, fourCampaigns("Hello", [2, 4])), hasPlugin: true, config },
      });
      await ok(project.up());
      const [subject, appHtml] = ["From the app", "<p>From the app</p>"];
      const status = "Paused" as const;
      const edits: Readonly<Record<string, object>> = {
        content: { subject, html: appHtml },
        date: { subject, list_ids: ["list-4"], status },
        secret: { subject },
        "secret date": { subject, status },
      };
      for (const { id, name } of emulator().snapshot().campaigns) {
        emulator().patch("campaigns", id, edits[name] ?? {});
      }
      await project.writeProgram(jsBy(way, fourCampaigns("Hi", [8, 9])));
      const { stdout } = await ok(project.preview(["--json", "--show-sames"]));
      const comment = (await commentOn(project, stdout)).replaceAll("\u200e", "");
      const rows = comment.split("\n").filter((line) => /^\| (?! |---)/.test(line));
      expect(rows).to.deep.equal([
        `| moved, other recipients | **date** | From the app (News ${last}) | Sun ${utc(2)} (scheduled ${last}) → Sat ${utc(8)} | Team (5) ${last} → **3,000,000** contacts: Everybody (3,000,000) |`,
        `| moved | **secret date** | (secret) | Tue ${utc(4)} (scheduled ${last}) → Sun ${utc(9)} | **5** contacts: Team (5) |`,
        `| content changes | **content** | From the app (News ${last}) | content changes, still sent on Sat ${utc(1)} | **5** contacts: Team (5) |`,
        `| content changes | **secret** | (secret) | content changes, still sent on Mon ${utc(3)} | **5** contacts: Team (5) |`,
      ]);
      // Somebody may have changed a secret subject a little, so the service's subject isn't in the preview either.
      expect(stdout.match(/with the subject/g)).to.have.length(2);
      const edited = comment.match(
        /: [\w, ]+: somebody has changed (?:it|them) in .*`campaign-drifted`$/gm,
      );
      expect(edited?.map((one) => one.split(":")[1]?.trim()).toSorted()).to.deep.equal([
        ...["subject", "subject", "subject", "subject, html"],
      ]);
      await ok(project.up());
      const held = emulator().snapshot().campaigns;
      expect(held.find(({ name }) => name === "content")?.html).to.equal(appHtml);
      expect(
        held.map((one) => [one.name, one.subject, one.list_ids, one.scheduled_at]),
      ).to.have.deep.members([
        ["content", subject, ["list-1"], "2098-03-01 09:00:00"],
        ["date", subject, ["list-4"], "2098-03-08 09:00:00"],
        ["secret", subject, ["list-1"], "2098-03-03 09:00:00"],
        ["secret date", subject, ["list-1"], "2098-03-09 09:00:00"],
      ]);
    });
  }
});
