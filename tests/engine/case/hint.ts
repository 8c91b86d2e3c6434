import { expect } from "chai";
import { fails, ok } from "../../support/outcome";
import { campaign, js, schedule } from "../../support/program";
import { useService } from "../../support/service";

describe("the command in the error about a deleted campaign", function () {
  const { createProject, emulator } = useService(this);

  it("makes the next pulumi up create the campaign again", async () => {
    const opts = "protect: true";
    const program = (subject: string) =>
      js(campaign({ inputs: `subject: "${subject}"`, opts }), schedule({ opts }));
    const project = await createProject({ program: program("One") });
    await ok(project.up());
    const ids = () =>
      emulator()
        .snapshot()
        .campaigns.map(({ id }) => id);
    const [deleted = ""] = ids().slice(-1);
    emulator().remove("campaigns", deleted);
    await project.writeProgram(program("Two"));
    const failed = await fails(project.up(), 1);
    expect(failed.output).to.match(
      /Campaign "Spring": the service replied "id: Record not found with the given Id" \(404, PUT \/campaign\/\{id\}\)\. If it was deleted in the service's web app, /,
    );
    const { resources = [] } = await project.state();
    const urn = resources.find(({ type }) => type.endsWith(":Campaign"))?.urn ?? "";
    const [command] = /state delete --force --target-dependents/.exec(failed.output) ?? [];
    await ok(project.raw([...(command ?? "").split(" "), urn, "--yes"]));
    await ok(project.up(), { create: 2, same: 1 });
    expect(emulator().snapshot().campaigns.at(-1)).to.include({
      subject: "Two",
      status: "Scheduled",
      scheduled_at: "2098-03-01 09:00:00",
    });
  });
});
