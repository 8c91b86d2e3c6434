import { expect } from "chai";
import { acmeAccount, draftElsewhere } from "../../support/acme-account";
import { fails, ok } from "../../support/outcome";
import { dated, programsByRuntime } from "../../support/program";
import { useService } from "../../support/service";

const inputs = {
  name: "Spring",
  subject: "What is new",
  sender: { email: "news@acme.example", name: "Acme News" },
  plainText: "Hello. %%unsubscribe%%",
  listIds: ["list-5"],
};
const at = "2098-03-01 09:00:00";

describe("a program", function () {
  const legal = { ...draftElsewhere, id: "campaign-x", name: "Draft of the legal department" };
  const { emulator, createProject } = useService(this, { seed: acmeAccount() });
  const campaigns = () =>
    emulator()
      .snapshot()
      .campaigns.map(({ id, status }) => `${id} ${status}`);

  for (const [runtime, program] of Object.entries(programsByRuntime)) {
    it(`sends no date if the create of a campaign returns the id of an existing campaign (${runtime})`, async () => {
      emulator().reset();
      emulator().seed(acmeAccount({ campaigns: [legal] }));
      const project = await createProject({
        program: program({ spring: ["Campaign", inputs], date: dated() }),
        hasPlugin: true,
        config: { "emailmarketing:operations": "extended", "emailmarketing:timeZone": "UTC" },
      });
      const reply = { kind: "status", status: 201, body: { id: "campaign-x" } } as const;
      emulator().faults([{ method: "POST", path: "/campaign", times: 1, applied: true, ...reply }]);
      const { output } = await fails(project.up());
      expect(output).to.include(
        "the service gave the new campaign the id campaign-x, but shows no campaign with this name under that id, and a new draft with this name under campaign-",
      );
      expect(campaigns().map((one) => one.split(" ")[1])).to.deep.equal(["Draft", "Draft"]);
      project.newRequests();
      expect((await fails(project.up())).output).to.include("set existingId to its id");
      expect(project.newRequests().filter((one) => !one.endsWith("/list"))).to.deep.equal([]);
    });

    it(`doesn't delete a custom property that somebody has renamed (${runtime})`, async () => {
      emulator().reset();
      const property = { name: "tier", type: "text", onDestroy: "delete" };
      const project = await createProject({
        program: program({
          tier: ["CustomProperty", property],
          plan: ["CustomProperty", { ...property, name: "plan" }],
        }),
        hasPlugin: true,
        config: { "emailmarketing:operations": "extended" },
      });
      await ok(project.up());
      const tier = emulator()
        .snapshot()
        .properties.find(({ name }) => name === "tier");
      emulator().patch("properties", tier?.id ?? "", { name: "Birthday", key: "birthday" });
      project.newRequests();
      const { output } = await ok(project.destroy());
      expect(output).to.include(
        'CustomProperty "tier" was removed from the Pulumi state, and nothing was deleted',
      );
      const requests = project.newRequests();
      expect(requests.map((one) => one.replace(/property-\d+/, "ID"))).to.deep.equal([
        "POST /contact/property/search",
        "DELETE /contact/property/ID",
      ]);
      expect(
        emulator()
          .snapshot()
          .properties.map(({ name }) => name),
      ).to.deep.equal(["Birthday"]);
    });

    it(`reports campaign-exists if a campaign with the declared name is paused or goes to a segment (${runtime})`, async () => {
      emulator().reset();
      const held = { ...legal, name: inputs.name, subject: inputs.subject };
      emulator().seed(acmeAccount({ campaigns: [held] }));
      const project = await createProject({
        program: program({ spring: ["Campaign", inputs], date: dated() }),
        hasPlugin: true,
        config: { "emailmarketing:operations": "extended", "emailmarketing:timeZone": "UTC" },
        env: { EMAIL_MARKETING_PREFLIGHT: "error" },
      });
      emulator().patch("campaigns", "campaign-x", {
        status: "Paused",
        scheduled_at: at,
        list_ids: ["list-5"],
      });
      expect((await fails(project.preview())).output).to.match(
        /campaign-x .* is paused: .*\[campaign-exists/,
      );
      const { listIds: _, ...rest } = inputs;
      const toSegment = { ...rest, segmentId: "segment-1" };
      emulator().patch("campaigns", "campaign-x", {
        status: "Scheduled",
        list_ids: [],
        segment_id: "segment-1",
      });
      await project.writeProgram(program({ spring: ["Campaign", toSegment], date: dated() }));
      expect((await ok(project.preview())).output).to.match(
        /warning: .*campaign-x .* they can't be compared.*\[campaign-exists/s,
      );
    });
  }
});
