import { expect } from "chai";
import { acmeAccount } from "../../../support/acme-account";
import { fails, ok } from "../../../support/outcome";
import { type ServiceProject, useService } from "../../../support/service";
import { outputOf } from "../../../support/stack";

const campaign = (name: string, listIds: readonly string[]) => ({
  type: "emailmarketing:Campaign",
  properties: {
    name,
    subject: "What is new",
    plainText: "Hello. %%unsubscribe%%",
    sender: { email: "news@acme.example", name: "Acme News" },
    listIds,
  },
});

const date = (of: string, scheduledAt = "2098-03-01 09:00:00") => ({
  type: "emailmarketing:CampaignSchedule",
  properties: { campaignId: outputOf(`${of}.id`), scheduledAt },
});

const isWrite = (request: string) => !/^GET |\/search$/.test(request);

describe("a stack of the plugin with a largest number of recipients", function () {
  const { createProject, emulator } = useService(this, { seed: acmeAccount() });
  this.beforeEach("starts with its account", () => emulator().reset());

  const limited = (most: number, resources: object): Promise<ServiceProject> =>
    createProject({
      program: { yaml: { resources } },
      config: { "emailmarketing:maxRecipients": String(most) },
      env: { EMAIL_MARKETING_PREFLIGHT: "off" },
    });
  const tooMany = (contacts: number, most: number) =>
    `the campaign goes to ${contacts} contacts, but the setting maxRecipients allows ${most} (stack config emailmarketing:maxRecipients). Use smaller lists, or raise the setting.`;

  it("fails the preview of a new date, and of lists that change under one", async () => {
    const resources = { spring: campaign("Spring", ["list-5"]), date: date("spring") };
    const project = await limited(4, resources);
    project.newRequests();
    const preview = await fails(project.preview());
    expect(preview.output).to.include(tooMany(5, 4));
    expect(preview.output).to.not.match(/^[ \t]+at |corrupt/m);

    await project.setConfig("emailmarketing:maxRecipients", "5");
    await ok(project.upWithPreview());
    project.newRequests();
    resources.spring = campaign("Spring", ["list-5", "list-3"]);
    await project.writeProgram({ yaml: { resources } });
    const lists = await fails(project.upWithPreview());
    expect(lists.output).to.include(`Campaign "Spring": ${tooMany(8, 5)}`);
    expect(project.newRequests().filter(isWrite)).to.deep.equal([]);
  });

  it("leaves it to the update where the preview can't tell which of two campaigns is dated", async () => {
    const resources = {
      spring: campaign("Spring", ["list-5"]),
      fall: campaign("Fall", ["list-3"]),
      date: date("spring"),
    };
    const project = await limited(4, resources);
    await ok(project.preview());
    const up = await fails(project.up());
    expect(up.output).to.include(tooMany(5, 4));
    expect(
      emulator()
        .snapshot()
        .campaigns.map(({ status }) => status),
    ).to.deep.equal(["Draft", "Draft"]);
  });
});
