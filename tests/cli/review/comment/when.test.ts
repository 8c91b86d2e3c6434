import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { runAt } from "../../../support/command";
import {
  ofStack as kept,
  said as saying,
  schedule,
  step,
  urnOf,
} from "../../../support/preview-fixtures";
import { useScratch } from "../../../support/scratch";

const bucket = "urn:pulumi:prod::mail::aws:s3/bucket:Bucket::files";
const said = (severity: string, text: string, urn: string) => ({
  diagnostics: [saying(severity, urn, text)],
});
/** Preflight's message about the schedule. */
const noted = said(
  "info",
  'schedules "date" for 2098-03-01 09:00:00 to 1200 contacts in "Team" (list-1). [campaign-audience list-1=1200]',
  urnOf("CampaignSchedule", "date"),
);

/** Previews, each with the values of --when for which the command prints no comment. */
const previews: Readonly<
  Record<string, { readonly preview: object; readonly silent: readonly string[] }>
> = {
  "nothing changes": { preview: { steps: [kept] }, silent: ["changes", "mailing"] },
  "only a resource of another package changes and has a warning": {
    preview: { steps: [{ op: "create", urn: bucket }], ...said("warning", "is old.", bucket) },
    silent: ["changes", "mailing"],
  },
  "the only finding has the severity info": {
    preview: { steps: [kept], ...said("info", "is there. [sender-exists]", urnOf("Sender", "a")) },
    silent: ["changes", "mailing"],
  },
  "nothing changes and the stack has a warning": {
    preview: { steps: [kept], ...said("warning", "an old setting.", kept.urn) },
    silent: ["mailing"],
  },
  "a new sender is created": {
    preview: { steps: [{ op: "create", urn: urnOf("Sender", "news") }] },
    silent: ["mailing"],
  },
  "a sender is deleted, but stays in the service": {
    preview: { steps: [{ op: "delete", urn: urnOf("Sender", "news"), oldState: {} }] },
    silent: [],
  },
  "an email gets a date": {
    preview: { steps: [step("create", "date", {}), schedule("date", "2098-03-01 09:00:00")] },
    silent: [],
  },
  "a resource has an error": {
    preview: { steps: [kept], ...said("error", "no such domain.", urnOf("Sender", "news")) },
    silent: [],
  },
};

/** Writes a preview into a folder, and runs the command comment on it. */
async function commentIn(folder: string, preview: object | string, args: readonly string[]) {
  const text = typeof preview === "string" ? preview : JSON.stringify(preview);
  await writeFile(join(folder, "preview.json"), text);
  return runAt({ folder }, "comment", "--preview", "preview.json", ...args);
}

describe("comment --when", function () {
  const scratch = useScratch(this);
  const comment = (preview: object | string, ...args: readonly string[]) =>
    commentIn(scratch(), preview, args);

  for (const [what, { preview, silent }] of Object.entries(previews)) {
    it(`${silent.length > 0 ? `prints no comment with the value "${silent.join('" or "')}"` : "prints a comment with any value"} if ${what}`, async () => {
      for (const occasion of ["always", "changes", "mailing"]) {
        const { exitCode, stdout } = await comment(preview, "--when", occasion);
        const isSilent = silent.includes(occasion);
        expect(exitCode, occasion).to.equal(isSilent ? 3 : 0);
        if (isSilent) expect(stdout).to.equal("");
        else expect(stdout).to.match(/^<!-- pulumi-email-marketing mail\/prod -->\n### Preview/);
      }
    });
  }

  it('prints a comment even with the value "mailing" if the preview failed or can\'t be read', async () => {
    const failed = await comment({ steps: [kept] }, "--when", "mailing", "--status", "255");
    expect(failed.exitCode).to.equal(0);
    expect(failed.stdout).to.include("the preview failed");
    const unreadable = await comment("{", "--when", "mailing", "--status", "0", "--stack", "prod");
    expect(unreadable.exitCode).to.equal(0);
    expect(unreadable.stdout).to.include("the preview can't be read");
  });

  it('prints a comment with the value "changes", but not with "mailing", if a link is dead', async () => {
    const addresses = [{ verdict: "dead", address: "acme.example/a", answer: "404" }];
    const links = JSON.stringify({ campaigns: [{ campaign: "spring", addresses }] });
    await writeFile(join(scratch(), "links.json"), links);
    const args = ["--links", "links.json", "--when"];
    expect((await comment({ steps: [kept] }, ...args, "changes")).exitCode).to.equal(0);
    expect((await comment({ steps: [kept] }, ...args, "mailing")).exitCode).to.equal(3);
  });
});

describe("comment --outputs", function () {
  const scratch = useScratch(this);

  /** Runs the command with an outputs file that has one line. Returns the lines of the file afterwards. */
  async function outputs(preview: object | string, ...args: readonly string[]) {
    await writeFile(join(scratch(), "outputs"), "status=0\n");
    const given = ["--outputs", "outputs", ...args];
    const { exitCode, output } = await commentIn(scratch(), preview, given);
    expect(exitCode, output).to.be.oneOf([0, 3]);
    return (await readFile(join(scratch(), "outputs"), "utf8")).split("\n");
  }

  it("writes counts of 0 to the outputs file if no resource of this package changes", async () => {
    const steps = [kept, { op: "create", urn: bucket }];
    const lines = ["status=0", "changes=0", "mails=0", "contacts=0", ""];
    expect(await outputs({ steps }, "--when", "changes")).to.deep.equal(lines);
  });

  it("writes the numbers of changed resources, emails and contacts, or contacts=unknown without a count from preflight", async () => {
    const steps = [step("create", "date", {}), schedule("date", "2098-03-01 09:00:00")];
    const lines = ["status=0", "changes=2", "mails=1"];
    const known = await outputs({ steps, ...noted });
    expect(known).to.deep.equal([...lines, "contacts=1200", ""]);
    expect(await outputs({ steps })).to.deep.equal([...lines, "contacts=unknown", ""]);
  });

  it('writes "unknown" in place of each number if the preview failed or can\'t be read', async () => {
    const lines = ["status=0", "changes=unknown", "mails=unknown", "contacts=unknown", ""];
    expect(await outputs({ steps: [kept] }, "--status", "255")).to.deep.equal(lines);
    expect(await outputs("{", "--status", "0", "--stack", "prod")).to.deep.equal(lines);
  });

  it("fails with an error if the outputs file can't be written", async () => {
    const args = ["--outputs", "none/outputs"];
    const { exitCode, stderr } = await commentIn(scratch(), { steps: [kept] }, args);
    expect(exitCode).to.equal(1);
    expect(stderr).to.include("can't write the file none/outputs (ENOENT).");
  });
});
