import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { acmeAccount } from "../../support/acme-account";
import { ok } from "../../support/outcome";
import { jsBy, runtimes } from "../../support/program";
import { runtimeNames } from "../../support/runtime";
import { useService } from "../../support/service";

const secrets = {
  name: "Hidden sender",
  campaign: "Hidden campaign",
  property: "hidden_property",
  date: "2098-04-05 06:07:08",
  address: "hidden-address@acme.example",
  list: "hidden-list",
  listName: "Hidden customers",
};
const secret = (of: keyof typeof secrets) => `pulumi.secret(${JSON.stringify(secrets[of])})`;

const sender = `new em.Sender("a", { email: ${secret("address")}, name: ${secret("name")} });`;
const rest = `
const c = new em.Campaign("b", {
  name: ${secret("campaign")},
  subject: "New", plainText: "Hi. %%unsubscribe%%", listIds: pulumi.secret(["${secrets.list}"]),
  sender: { email: "news@acme.example", name: "Acme News" },
});
new em.CampaignSchedule("c", { campaignId: c.id, scheduledAt: ${secret("date")} });
new em.CustomProperty("d", { name: ${secret("property")}, type: "text" });`;

for (const runtime of runtimes) {
  describe(`secret inputs (${runtimeNames[runtime]})`, function () {
    const lists = [{ id: secrets.list, name: secrets.listName, contact_count: 0 }];
    const { createProject } = useService(this, { seed: acmeAccount({ lists }) });

    it("appear in no message of a preview, an update or a destroy", async () => {
      const project = await createProject({
        program: jsBy(runtime, sender, rest),
        hasPlugin: true,
      });
      await ok(project.preview());
      await ok(project.up());
      const file = await readFile(
        join(project.backend, ".pulumi", "stacks", project.name, "dev.json"),
        "utf8",
      );
      expect(file).to.include('"listIds"');
      for (const hidden of Object.values(secrets)) expect(file).to.not.include(hidden);
      await project.writeProgram(jsBy(runtime, sender));
      await ok(project.preview());
      await ok(project.up());
      await ok(project.destroy());
      // Check that the output contains the warnings at all.
      expect(project.printed())
        .to.match(/WILL still be sent/)
        .and.to.match(/a secret list of Campaign .* has no contacts/)
        .and.to.match(/was removed/);
      for (const hidden of Object.values(secrets)) {
        expect(project.printed()).to.not.include(hidden);
      }
    });
  });
}
