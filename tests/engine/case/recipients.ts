import { expect } from "chai";
import { acmeAccount } from "../../support/acme-account";
import { commentOn } from "../../support/command";
import { ok } from "../../support/outcome";
import { jsBy, runtimes } from "../../support/program";
import { runtimeNames } from "../../support/runtime";
import { type ServiceProject, useService } from "../../support/service";

const seed = acmeAccount({
  lists: [
    { id: "list-1", name: "Team", contact_count: 5 },
    { id: "list-2", name: "All customers", contact_count: 48_210 },
    { id: "list-3", name: "Old friends", contact_count: 3 },
    { id: "list-4", name: "Press", contact_count: 12 },
  ],
});

const mail = `
const mail = { subject: "What is new", sender: { email: "news@acme.example", name: "Acme News" }, plainText: "Hello. %%unsubscribe%%", listIds: ["list-1"] };
const campaign = (name, at, more = {}) => {
  const one = new em.Campaign(name, { name, ...mail, ...more });
  new em.CampaignSchedule(name, { campaignId: one.id, scheduledAt: at, ignoreChecks: ["schedule-pause"] });
};`;
const before = `
const vip = new em.List("vip", { name: "VIP" });
campaign("moved", "2098-03-20 09:00:00");
campaign("date-and-list", "2098-04-20 09:00:00", { listIds: ["list-1", vip.id] });
campaign("gone", "2098-05-20 09:00:00", { listIds: ["list-3"] });
campaign("content", "2098-06-20 09:00:00");
campaign("limited", "2098-07-20 09:00:00", { listIds: ["list-2"], rules: { limit: 100 } });
campaign("segment", "2098-08-20 09:00:00");`;
const after = `
const vip = new em.List("vip", { name: "VIP" });
const fresh = new em.List("fresh", { name: "Fresh" });
campaign("moved", "2098-03-20 09:00:00", { listIds: ["list-2"] });
campaign("date-and-list", "2098-04-21 09:00:00", { listIds: [vip.id, "list-4"] });
campaign("gone", "2098-05-20 09:00:00", { listIds: ["list-1"] });
campaign("content", "2098-06-20 09:00:00", { plainText: "Hello again. %%unsubscribe%%" });
campaign("limited", "2098-07-20 09:00:00", { listIds: ["list-2"], rules: { limit: 40000 }, contactsOrder: "last" });
campaign("segment", "2098-08-20 09:00:00", { segmentId: "segment-1" });
campaign("new", "2098-09-20 09:00:00", { listIds: [fresh.id, "list-2"] });`;

const expected = [
  "other recipients | **moved** | Team (5) → **48,210** contacts: All customers (48,210)",
  "moved, other recipients | **date-and-list** | Team (5), VIP (0) → up to **12** contacts: VIP (0), Press (12)",
  "other recipients | **gone** | deleted list list-3 → **5** contacts: Team (5)",
  "other recipients | **limited** | **48,210** contacts, `rules.limit` 100 → 40,000, `contactsOrder` none → last: All customers (48,210)",
  "other recipients | **segment** | Team (5) → contacts not known (it goes to a segment): Team (5), segment segment-1",
  "new | **new** | What is new | up to **48,210** contacts: Fresh (new), All customers (48,210)",
  "content changes | **content** | **5** contacts: Team (5)",
];

describe("a comment on a preview", function () {
  const { createProject, emulator } = useService(this, { seed });
  this.beforeEach("starts with its account", () => emulator().reset());

  async function rowsOf(project: ServiceProject, env: Readonly<Record<string, string>> = {}) {
    const { stdout } = await ok(project.preview(["--json", "--show-sames"], { env }));
    const comment = await commentOn(project, stdout);
    const lines = comment.replaceAll("\u200e", "").split("\n");
    const rows = lines.filter((line) => /^\| (?! |---)/.test(line));
    return rows.map((row) => {
      const [, sign, campaign, subject, , to] = row.split(/ ?(?<!\\)\| ?/);
      return [sign, campaign, ...(sign === "new" ? [subject] : []), to].join(" | ");
    });
  }

  for (const way of runtimes) {
    it(`shows old and new lists with contact counts if the recipients or the date change (${runtimeNames[way]})`, async () => {
      const project = await createProject({
        program: jsBy(way, mail + before),
        hasPlugin: true,
        config: {
          "emailmarketing:timeZone": "Europe/Berlin",
          "emailmarketing:operations": "extended",
        },
      });
      await ok(project.up());
      const account = emulator().snapshot();
      emulator().reset();
      emulator().seed({ ...account, lists: account.lists.filter(({ id }) => id !== "list-3") });
      await project.writeProgram(jsBy(way, mail + after));
      project.newRequests();
      expect(await rowsOf(project)).to.deep.equal(expected);
      const asked = project.newRequests().filter((request) => request.includes("/list"));
      // Each list of an email whose recipients or date change is read by its id.
      const reads = asked.filter((request) => request.startsWith("GET "));
      expect(reads.filter((read) => read !== "GET /list/list-2").sort()).to.deep.equal([
        "GET /list/list-1",
        "GET /list/list-3",
        "GET /list/list-4",
        "GET /list/list-5",
      ]);
      const ofEvents = await rowsOf(project, { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" });
      expect(ofEvents).to.deep.equal(expected);
    });

    it(`shows the lists of a new campaign without contact counts if preflight is "off" (${runtimeNames[way]})`, async () => {
      const program = `const fresh = new em.List("fresh", { name: "Fresh" });
campaign("spring", "2098-03-20 09:00:00", { listIds: ["list-1", fresh.id] });`;
      const config = { "emailmarketing:operations": "extended" };
      const project = await createProject({
        program: jsBy(way, mail + program),
        hasPlugin: true,
        config,
      });
      project.newRequests();
      for (const streams of ["false", "true"]) {
        const env = {
          EMAIL_MARKETING_PREFLIGHT: "off",
          PULUMI_ENABLE_STREAMING_JSON_PREVIEW: streams,
        };
        expect(await rowsOf(project, env), streams).to.deep.equal([
          "new | **spring** | What is new | contacts not known (preflight is off): list-1, Fresh (new)",
        ]);
      }
      expect(project.newRequests()).to.deep.equal([]);
    });
  }
});
