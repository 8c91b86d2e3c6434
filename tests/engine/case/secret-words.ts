import { expect } from "chai";
import { acmeAccount } from "../../support/acme-account";
import { ok } from "../../support/outcome";
import { jsBy, runtimes } from "../../support/program";
import { useService } from "../../support/service";

const secrets = {
  name: "Hidden sender",
  campaign: "Hidden campaign",
  property: "hidden_property",
  date: "2098-04-05 06:07:08",
  address: "hidden-address@acme.example",
};
const secret = (of: keyof typeof secrets) => `pulumi.secret(${JSON.stringify(secrets[of])})`;

const sender = `new em.Sender("a", { email: ${secret("address")}, name: ${secret("name")} });`;
const rest = `
const c = new em.Campaign("b", {
  name: ${secret("campaign")},
  subject: "New", plainText: "Hi. %%unsubscribe%%", listIds: ["list-5"],
  sender: { email: "news@acme.example", name: "Acme News" },
});
new em.CampaignSchedule("c", { campaignId: c.id, scheduledAt: ${secret("date")} });
new em.CustomProperty("d", { name: ${secret("property")}, type: "text" });`;

for (const runtime of runtimes) {
  describe(`secret inputs (${runtime})`, function () {
    const { createProject } = useService(this, { seed: acmeAccount() });

    it("appear in no message of a preview, an update or a destroy", async () => {
      const project = await createProject({
        program: jsBy(runtime, sender, rest),
        hasPlugin: true,
      });
      await ok(project.preview());
      await ok(project.up());
      await project.writeProgram(jsBy(runtime, sender));
      await ok(project.preview());
      await ok(project.up());
      await ok(project.destroy());
      // Check that the output contains the warnings at all.
      expect(project.printed())
        .to.match(/WILL still be sent/)
        .and.to.match(/was removed/);
      for (const hidden of Object.values(secrets)) {
        expect(project.printed()).to.not.include(hidden);
      }
    });
  });
}
