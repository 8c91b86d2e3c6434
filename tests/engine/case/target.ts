import { expect } from "chai";
import { fails, ok } from "../../support/outcome";
import { js } from "../../support/program";
import { useService } from "../../support/service";

describe("what the engine gets", function () {
  const { createProject } = useService(this);
  const long = '"n".repeat(101)';

  it("is judged after transforms and transformations, and outside --target not at all", async () => {
    const project = await createProject({
      program: js(`
const mend = ({ props, opts }) => ({ props: { ...props, name: "News" }, opts });
new em.Sender("mended", { email: "a@acme.example", name: ${long} }, { transforms: [mend] });
new em.Sender("mended-too", { email: "b@acme.example", name: ${long} }, { transformations: [mend] });
new em.Sender("good", { email: "good@acme.example", name: "Good" });`),
    });
    await ok(project.preview());
    await project.writeProgram(
      js(`
new em.Sender("bad", { email: "a@acme.example", name: ${long} });
new em.Sender("good", { email: "good@acme.example", name: "Good" });`),
    );
    await ok(project.preview(["--target", "**good"]));
    await ok(project.up(["--target", "**good"]));
    const whole = await fails(project.preview(), 1);
    expect(whole.output).to.include(
      "Sender (bad):\n    error: name: must be 1 to 100 characters long (got 101)",
    );
  });

  it("is judged after ignoreChanges, together with past times and changes that can't be made", async () => {
    const project = await createProject({
      program: js(`
new em.Sender("good", { email: "good@acme.example", name: "Good" });
new em.CustomProperty("level", { name: "level", type: "text" });`),
    });
    await ok(project.up());
    await project.writeProgram(
      js(`
new em.Sender("good", { email: "good@acme.example", name: ${long} }, { ignoreChanges: ["name"] });
new em.CustomProperty("level", { name: "level", type: "number" });
new em.CampaignSchedule("late", { campaignId: "campaign-1", scheduledAt: "2020-01-01 09:00:00" });`),
    );
    const preview = await fails(project.preview(["--diff"]), 1);
    expect(preview.output).to.include("error: type: can't be changed");
    expect(preview.output).to.include("error: scheduledAt: is in the past in every time zone");
    expect(preview.output).to.not.include("101");
    expect(preview.output).to.not.include("__findings");
  });
});
