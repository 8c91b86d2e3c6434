import { expect } from "chai";
import { ok } from "../../support/outcome";
import { dated, mail, programsByRuntime, type Resources } from "../../support/program";
import { useService } from "../../support/service";
import { outputOf } from "../../support/stack";

describe("a preview of a scheduled campaign", function () {
  const { createProject, emulator } = useService(this);
  beforeEach("starts anew", () => emulator().reset());
  const env = { EMAIL_MARKETING_OPERATIONS: "extended" };
  const name = "[schedule-undeclared]";

  for (const [runtime, program] of Object.entries(programsByRuntime)) {
    const campaign = (subject: string, options = {}): Resources => ({
      spring: ["Campaign", { ...mail, subject }, options],
    });

    it(`reports no missing CampaignSchedule if the program declares a CampaignSchedule (${runtime})`, async () => {
      const date = { date: dated() };
      const project = await createProject({
        program: program({ ...campaign("One"), ...date }),
        env,
      });
      await ok(project.up());
      expect((await ok(project.preview())).output).to.not.include(name);

      await project.writeProgram(program({ ...campaign("Two"), ...date }));
      const changed = await ok(project.preview(), { update: 1, same: 2 });
      expect(changed.output).to.not.include(name);

      const sender: Resources = { first: ["Sender", { email: "a@acme.example", name: "A" }] };
      const behind = { dependsOn: [outputOf("first")] };
      await project.writeProgram(program({ ...sender, ...campaign("One", behind), ...date }));
      const added = await ok(project.preview(), { create: 1, same: 3 });
      expect(added.output).to.not.include(name);
    });
  }

  it("reports a missing CampaignSchedule if the program no longer declares a CampaignSchedule (dynamic resources)", async () => {
    const dynamic = programsByRuntime["dynamic resources"];
    const spring: Resources = { spring: ["Campaign", mail] };
    const project = await createProject({ program: dynamic({ ...spring, date: dated() }), env });
    await ok(project.up());
    await project.writeProgram(dynamic(spring));
    expect((await ok(project.preview(), { delete: 1, same: 2 })).output).to.include(name);
  });
});
