import { expect } from "chai";
import { account, head } from "../../corpus/program";
import { commentOn } from "../../support/command";
import { ok } from "../../support/outcome";
import { webhook } from "../../support/program";
import { useService } from "../../support/service";

const stillSent =
  "the campaign keeps its date and WILL still be sent at 2098-03-01 09:00:00. To stop it, pause campaign campaign-2 in the service's web app.";
const schedule = `new em.CampaignSchedule("spring", { campaignId: "campaign-2", scheduledAt: "2098-03-01 09:00:00" });`;

/** The first lines of the comment's section about what deleting does not undo. */
function behindMails(comment: readonly string[]): readonly string[] {
  return comment.slice(comment.indexOf("**What deleting does not undo**")).slice(0, 5);
}

describe("the warning about a kept object", function () {
  const { createProject, emulator } = useService(this, { seed: account });

  beforeEach("no campaign has a date", () => emulator().reset());

  it("appears in the comment, but not in the preview, if a resource or the whole stack is deleted", async () => {
    const project = await createProject({
      program: `${head}${schedule} new em.Sender("news", { email: "a@acme.example", name: "A" });
${webhook()}`,
    });
    await ok(project.up());
    const left = [
      "**What deleting does not undo**",
      "",
      `- ⚠️ CampaignSchedule **spring**: ${stillSent}`,
      "- ℹ️ Sender **news**: it stays in the account, because the service has no delete operation.",
      "",
    ];
    await project.writeProgram(head);
    const removal = await project.preview(["--json"]);
    const comment = (await commentOn(project, removal.stdout)).split("\n");
    expect(comment[3]).to.equal("**Will be mailed**");
    expect(behindMails(comment)).to.deep.equal(left);
    const destroy = ["destroy", "--preview-only", "--json", "--non-interactive"];
    const ofDestroy = await commentOn(project, (await project.raw(destroy)).stdout);
    expect(behindMails(ofDestroy.split("\n"))).to.deep.equal(left);
    // A program can't check what it no longer declares, so this preview has no message of the provider.
    expect((await project.preview()).output).to.not.include("WILL still be sent");
  });

  it("appears in a preview if a resource is replaced", async () => {
    const env = { EMAIL_MARKETING_OPERATIONS: "extended" };
    const project = await createProject({
      program: `${head}${schedule} new em.Sender("kept", { email: "b@acme.example", name: "B" });
${webhook()}`,
      env,
    });
    await ok(project.up());
    await project.writeProgram(`${head}
const fall = new em.Campaign("fall", mail);
const checks = { ignoreChecks: ["campaign-replaced"] };
new em.CampaignSchedule("spring", { campaignId: fall.id, scheduledAt: "2098-03-01 09:00:00", ...checks });
new em.Sender("kept", { email: "c@acme.example", name: "B" });
${webhook('webhookId: "webhook-2"')}`);
    const preview = await ok(project.preview());
    const said = (preview.output.split("Diagnostics:")[1] ?? "")
      .split("\n")
      .filter((line) => line.includes("replaces it"))
      .map((line) => line.trim())
      .sort();
    const kept = "it stays in the account, because the service has no delete operation.";
    expect(said).to.deep.equal([
      `warning: CampaignSchedule "campaign-2": this update replaces it, but ${stillSent}`,
      `warning: Sender "b@acme.example": this update replaces it, but ${kept}`,
    ]);
  });
});
