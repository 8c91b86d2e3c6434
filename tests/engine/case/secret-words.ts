import { expect } from "chai";
import { acmeAccount } from "../../support/acme-account";
import { ok } from "../../support/outcome";
import { js } from "../../support/program";
import { useService } from "../../support/service";
import type { Program } from "../../support/stack";

const sender = { email: "hidden-address@acme.example", name: "Hidden sender" };
const secrets = {
  campaign: "Hidden campaign",
  property: "hidden_property",
  date: "2098-04-05 06:07:08",
  address: sender.email,
};
const mail = { subject: "New", plainText: "Hi. %%unsubscribe%%", listIds: ["list-5"] };
const campaign = { ...mail, sender: { email: "news@acme.example", name: "Acme News" } };

const text = JSON.stringify;
/** The same program by each way in, which has the campaign's date or not. */
const programs: Readonly<Record<string, (isWhole: boolean) => Exclude<Program, { dir: string }>>> =
  {
    "dynamic resources": (isWhole) =>
      js(
        `new em.Sender("a", { email: pulumi.secret(${text(sender.email)}), name: pulumi.secret(${text(sender.name)}) });`,
        ...(isWhole
          ? [
              `const c = new em.Campaign("b", { name: pulumi.secret(${text(secrets.campaign)}), ...${text(campaign)} });`,
              `new em.CampaignSchedule("c", { campaignId: c.id, scheduledAt: pulumi.secret(${text(secrets.date)}) });`,
              `new em.CustomProperty("d", { name: pulumi.secret(${text(secrets.property)}), type: "text" });`,
            ]
          : []),
      ),
    "the plugin": (isWhole) => {
      const secret = (value: string) => ({ "fn::secret": value });
      const whole = {
        b: {
          type: "emailmarketing:Campaign",
          properties: { name: secret(secrets.campaign), ...campaign },
        },
        c: {
          type: "emailmarketing:CampaignSchedule",
          properties: { campaignId: `\${b.id}`, scheduledAt: secret(secrets.date) },
        },
        d: {
          type: "emailmarketing:CustomProperty",
          properties: { name: secret(secrets.property), type: "text" },
        },
      };
      const a = {
        type: "emailmarketing:Sender",
        properties: { email: secret(sender.email), name: secret(sender.name) },
      };
      return { yaml: { resources: { a, ...(isWhole ? whole : {}) } } };
    },
  };

for (const [way, program] of Object.entries(programs)) {
  describe(`secret inputs (${way})`, function () {
    const seed = acmeAccount();

    const { createProject } = useService(this, { seed });

    it("stand in no sentence, whatever is done", async () => {
      const project = await createProject({ program: program(true) });
      const said: string[] = [];
      const keep = ({ output }: { readonly output: string }) => void said.push(output);
      keep(await ok(project.preview()));
      keep(await ok(project.up()));
      await project.writeProgram(program(false));
      keep(await ok(project.preview()));
      keep(await ok(project.up()));
      keep(await ok(project.destroy()));
      // The warnings are there.
      expect(said.join("\n"))
        .to.match(/WILL still be sent/)
        .and.to.match(/was removed/);
      for (const secret of Object.values(secrets)) {
        for (const output of said) expect(output).to.not.include(secret);
      }
    });
  });
}
