import { expect } from "chai";
import { acmeAccount, draftElsewhere } from "../../support/acme-account";
import { commentOn } from "../../support/command";
import { fails, ok } from "../../support/outcome";
import { jsBy, runtimes } from "../../support/program";
import { runtimeNames } from "../../support/runtime";
import { useService } from "../../support/service";

const inService = (id: string, status: "Draft" | "Scheduled") => ({
  ...draftElsewhere,
  ...{ id, name: id, list_ids: ["list-1"], status },
  ...(status === "Scheduled" && { scheduled_at: "2098-09-20 09:00:00" }),
});
const lists = {
  none: '"list-1"',
  some: '"list-1", "list-3"',
  all: '"list-3", "list-4"',
  created: '"list-1", fresh.id',
  "only-created": "fresh.id",
};
const cases = Object.keys(lists);
const seed = acmeAccount({
  lists: [
    { id: "list-1", name: "Team", contact_count: 5 },
    { id: "list-3", name: "Nobody yet", contact_count: 0 },
    { id: "list-4", name: "Nobody either", contact_count: 0 },
  ],
  campaigns: cases.flatMap((name) => [
    inService(`adopted-${name}`, "Scheduled"),
    inService(`adopted-${name}-draft`, "Draft"),
  ]),
});

const head = `
const mail = { subject: "What is new", sender: { email: "news@acme.example", name: "Acme News" }, plainText: "Hello. %%unsubscribe%%", listIds: ["list-1"] };
const campaign = (name, more, isDated) => {
  const one = new em.Campaign(name, { name, ...mail, ...more });
  if (isDated) new em.CampaignSchedule("date-of-" + name, { campaignId: one.id, scheduledAt: "2098-03-20 09:00:00", ignoreChecks: ["schedule-pause", "audience-again"] });
};`;
const declared = (
  kind: string,
  listIds: (name: string) => string,
  { more = "", hasSchedule = kind !== "adopted" } = {},
) =>
  cases.flatMap((name) =>
    [true, false].map((isDated) => {
      const own = isDated ? `${kind}-${name}` : `${kind}-${name}-draft`;
      const adopts = kind === "adopted" ? `existingId: "${own}", ` : "";
      return `campaign("${own}", { ${adopts}${more} listIds: [${listIds(name)}] }, ${isDated && hasSchedule});`;
    }),
  );
const listIdsOf = (name: string) => lists[name as keyof typeof lists];
const applied = (kind: string) => [head, ...declared(kind, () => '"list-1"')];
const next = (kind: string, more = "") => [
  head,
  'const fresh = new em.List("fresh", { name: "VIP" });',
  ...declared(kind, listIdsOf, { more, ...(kind === "undeclared" && { hasSchedule: false }) }),
];

/** The end of the message in each case. The names of the lists precede it. */
const alone = "so the campaign would be sent to no one.";
const beside = "so no one would get the campaign through it.";
const expected = {
  some: ["info", 'the list "Nobody yet" (list-3)', beside],
  all: ["warning", 'the list "Nobody yet" (list-3) and the list "Nobody either" (list-4)', alone],
  created: ["warning", 'the new list "VIP"', beside],
  "only-created": ["warning", 'the new list "VIP"', alone],
};

const campaignName = /(?:new|changed|undeclared|adopted)-[a-z-]+/;

/** The findings about empty lists in a preview: level, campaign, text and consequence. */
function found(stdout: string) {
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { urn?: string; message: string }[];
  };
  return diagnostics.flatMap(({ urn = "", message }) => {
    if (!message.includes("[list-empty")) return [];
    const [, level = "info"] = /^(error|warning): /.exec(message) ?? [];
    // The message of a campaign about its own lists doesn't contain its name, so take the name from the URN.
    const [name = "?"] = campaignName.exec(message) ?? campaignName.exec(urn) ?? [];
    const [, words = "", which = ""] =
      /((?:the (?:new )?list|a list) .*?)(?: of Campaign .*?)? ha(?:s|ve) no contacts, (so .*?\.) /.exec(
        message,
      ) ?? [];
    return [[name, level, words, which] as const];
  });
}

describe("a campaign to empty lists", function () {
  const { createProject, emulator } = useService(this, { seed });
  this.beforeEach("starts with its account", () => emulator().reset());

  for (const way of runtimes) {
    // The new program of `undeclared` doesn't declare the schedules of the campaigns any more.
    for (const kind of ["new", "changed", "undeclared", "adopted"]) {
      it(`causes the finding list-empty in the preview if the campaign ${kind === "undeclared" ? "has a date that the program no longer declares" : `is ${kind}`} (${runtimeNames[way]})`, async () => {
        const config = {
          "emailmarketing:timeZone": "Europe/Berlin",
          "emailmarketing:operations": "extended",
        };
        const isApplied = kind === "changed" || kind === "undeclared";
        const program = jsBy(way, ...(isApplied ? applied(kind) : [head]));
        const project = await createProject({ program, hasPlugin: true, config });
        await ok(project.up());
        await project.writeProgram(jsBy(way, ...next(kind)));
        const preview = await ok(project.preview(["--json", "--show-sames"]));
        // The plugin can't know to which of several new campaigns a date belongs, so it reports all of them.
        const isUnsure = kind === "new" && way === "plugin";
        const names = (name: string) =>
          isUnsure ? [`${kind}-${name}`, `${kind}-${name}-draft`] : [`${kind}-${name}`];
        expect(found(preview.stdout)).to.have.deep.members(
          Object.entries(expected).flatMap(([name, words]) =>
            names(name).map((own) => [own, ...words]),
          ),
        );
        if (kind === "changed" || kind === "new") {
          const comment = await commentOn(project, preview.stdout);
          const row = (name: string) =>
            comment.split("\n").find((line) => line.includes(`| **${kind}-${name}** |`));
          expect(row("all")).to.include(
            "up to **0** contacts: Nobody yet (0), Nobody either (0) |",
          );
          expect(row("only-created")).to.include("**0** contacts: VIP (new) |");
        }

        const env = { EMAIL_MARKETING_PREFLIGHT: "error" };
        const isError = !isUnsure;
        const strict = project.preview(["--json"], { env });
        const refused = isError ? await fails(strict, 1) : await ok(strict);
        expect(refused.output.includes("error")).to.equal(isError);

        await project.writeProgram(jsBy(way, ...next(kind, 'ignoreChecks: ["list-empty"],')));
        const silent = await ok(project.preview(["--json"], { env }));
        expect(found(silent.stdout)).to.deep.equal([]);
        await project.writeProgram(jsBy(way, ...next(kind)));
        await ok(project.up(["--skip-preview"], { env }));
        const held = emulator()
          .snapshot()
          .campaigns.filter(({ name }) => name.endsWith("-all"));
        expect(
          held.map(({ list_ids, status }) => [list_ids, status.toLowerCase()]),
        ).to.deep.include([["list-3", "list-4"], "scheduled"]);
      });
    }
  }
});
