import { expect } from "chai";
import { account, head } from "../../corpus/program";
import { commentOn } from "../../support/command";
import { ok } from "../../support/outcome";
import { type ServiceProject, useService } from "../../support/service";

/** The findings of one preview in the engine's text, its details and its JSON, and in our comment. */
interface Findings {
  readonly text: readonly string[];
  readonly diff: readonly string[];
  readonly json: readonly string[];
  readonly comment: readonly string[];
}

async function findingsOf(project: ServiceProject): Promise<Findings> {
  const [text, diff, json] = [
    await project.preview(),
    await project.preview(["--diff"]),
    await project.preview(["--json"]),
  ];
  const comment = await commentOn(project, json.stdout);
  const { diagnostics } = JSON.parse(json.stdout) as { diagnostics: { message: string }[] };
  return {
    // The text before the section "Diagnostics" shows the progress.
    text: said(text.output.split("Diagnostics:")[1] ?? ""),
    diff: said(diff.output),
    json: said(diagnostics.map(({ message }) => message).join("\n")),
    comment: commented(comment),
  };
}

function said(output: string): string[] {
  return (
    output
      .split("\n")
      // Remove the data in a tag after its name, because only comments use the data.
      .map((line) => line.trim().replace(/\[([a-z-]+) [^\]]*\]$/, "[$1]"))
      .filter((line) => /^(error|warning): |\[[a-z-]+\]$/.test(line))
      .sort()
  );
}

const words: Readonly<Record<string, string>> = { "🛑": "error: ", "⚠️": "warning: ", ℹ️: "" };

/** The findings of a comment. Removes the resources, because one line may be about several. */
function commented(comment: string): string[] {
  const line = /^- (🛑|⚠️|ℹ️) ((?:\w+ \*\*[^*]+\*\*(?:, )?)+: )?(.*?)(?: `([a-z-]+)`)?$/u;
  return comment
    .split("\n")
    .slice(0, comment.split("\n").indexOf("**Changes**"))
    .flatMap((one) => {
      const [found, icon = "", who = "", text = "", name] = line.exec(one) ?? [];
      if (found === undefined) return [];
      const bare = text.replace(/\\([^\w\s])/g, "$1");
      const finding = `${words[icon]}${bare}${name === undefined ? "" : ` [${name}]`}`;
      return who.split("**, ").map(() => finding);
    })
    .sort();
}

describe("the findings of a preview", function () {
  const { createProject } = useService(this, { seed: account });

  it("are the same in text, --diff, --json and a comment", async () => {
    const dated = `new em.CampaignSchedule("date", { campaignId: c.id, scheduledAt: "2098-03-01 09:00:00" });`;
    const program = `${head}const c = new em.Campaign("changed", mail); ${dated}`;
    const project = await createProject({ program });
    await ok(project.up());
    await project.writeProgram(`${head}
const c = new em.Campaign("changed", { ...mail, listIds: ["list-1", "list-2"] }); ${dated}
new em.Campaign("silent", { ...mail, plainText: "Hello", ignoreChecks: ["list-emty"] });
new em.Sender("failed", { email: "a@wrong.example", name: "A" });
new em.Sender("adopted", acme);
`);
    const expected = [
      'Campaign "Spring": changes its recipients from 2 contacts in "Customers" (list-1) to 2 contacts: 2 in "Customers" (list-1), 0 in "Nobody yet" (list-2). [campaign-audience]',
      'CampaignSchedule "campaign-1": campaignId: the list "Nobody yet" (list-2) of Campaign "Spring" ("changed" in the program) has no contacts, so no one would get the campaign through it. Add contacts to it, or use another list. [list-empty]',
      "a sender with this address and name already exists and will be adopted; its postal address will not change. [sender-exists]",
      'warning: Campaign "Spring" ("silent" in the program): ignoreChecks[0]: not the name of a finding, so it has no effect; did you mean "list-empty"? [check-unknown]',
      "warning: the email has no unsubscribe link, or none that we recognize, which marketing email must have. Add %%unsubscribe%% to html, plainText or permissionReminder. [unsubscribe-missing]",
      "warning: verification of the domain wrong.example failed because at least one DNS record is wrong, so the service will reject the address. Correct the record (the service's web app shows which), then verify the domain again. [sender-domain-failed]",
    ];
    expect(await findingsOf(project)).to.deep.equal({
      text: expected,
      diff: expected,
      json: expected,
      // The comment names the resource before the message, so the message doesn't repeat it.
      comment: expected
        .map((line) => line.replace('Campaign "Spring" ("silent" in the program): ', ""))
        .sort(),
    });
  });
});
