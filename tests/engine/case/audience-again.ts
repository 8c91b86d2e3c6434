import { expect } from "chai";
import { acmeAccount } from "../../support/acme-account";
import { ok } from "../../support/outcome";
import { js } from "../../support/program";
import { useService } from "../../support/service";

const head = js(`
const mail = { subject: "What is new", sender: { email: "news@acme.example", name: "Acme News" }, plainText: "Hello. %%unsubscribe%%" };
const kind = (Kind) => class extends pulumi.CustomResource { constructor(name, args) { super("emailmarketing:index:" + Kind, name, args); } };
const ofPlugin = { Campaign: kind("Campaign"), CampaignSchedule: kind("CampaignSchedule") };`);

describe("two mails to one list within hours", function () {
  const { createProject } = useService(this, { seed: acmeAccount() });

  for (const [what, lists, wayIn, to] of [
    ["dynamic resources", `["list-5"]`, "em", `"Customers" (list-5)`],
    ["the plugin", `["list-5"]`, "ofPlugin", `"Customers" (list-5)`],
    [
      "dynamic resources, of a list that the same update creates",
      `[new em.List("readers", { name: "Readers of today" }).id]`,
      "em",
      'List "readers", which this update creates',
    ],
  ] as const) {
    it(`are told of once: by ${what}`, async () => {
      const project = await createProject({
        program: `${head}
const { Campaign, CampaignSchedule } = ${wayIn};
const listIds = ${lists};
for (const [name, at] of [["spring", "09:00:00"], ["flash", "18:00:00"]]) {
  const { id } = new Campaign(name, { name, ...mail, listIds });
  new CampaignSchedule(name, { campaignId: id, scheduledAt: "2098-03-20 " + at });
}`,
        hasPlugin: true,
        config: {
          "emailmarketing:timeZone": "Europe/Berlin",
          "emailmarketing:operations": "extended",
        },
      });
      const { output } = await ok(project.preview());
      // The engine prints each sentence twice, the second time below this word.
      const [, told = ""] = output.split("Diagnostics:");
      const lines = told.split("\n").filter((line) => line.includes("[audience-again]"));
      expect(lines, output).to.have.length(1);
      expect(lines[0]).to.include(`both go to ${to}, less than 24 hours apart.`);
    });
  }
});
