import { expect } from "chai";
import { ok } from "../../support/outcome";
import { sent, useService } from "../../support/service";
import { webhook } from "../../support/webhook";

const activation = {
  type: "emailmarketing:WebhookActivation",
  properties: { webhookId: "webhook-1" },
};
const programs = {
  "dynamic resource": `const em = require("pulumi-email-marketing"); ${webhook()}`,
  plugin: { yaml: { resources: { events: activation } } },
};

describe("a webhook that the service switches off", function () {
  const { createProject, emulator } = useService(this);

  for (const [title, program] of Object.entries(programs)) {
    it(`is shown by a refresh, and switched on again, with a secret url: by the ${title}`, async () => {
      const env = { EMAIL_MARKETING_OPERATIONS: "extended" };
      const project = await createProject({ program, env });
      const before = emulator().requests().length;
      const isSealed = async () => {
        const { resources = [] } = await project.state();
        const [url] = resources.flatMap(({ outputs = {} }) => outputs.url ?? []);
        expect(url).to.have.property("ciphertext");
      };
      await ok(project.up(), { create: 2 });
      await isSealed();
      emulator().patch("webhooks", "webhook-1", { status: "inactive" });
      await ok(project.refresh(), { same: 1, update: 1 });
      await isSealed();
      await ok(project.up(), { same: 1, update: 1 });
      await isSealed();
      expect(emulator().snapshot().webhooks[0]?.status).to.equal("active");
      await ok(project.preview(), { same: 2 });
      const toggles = sent(emulator().requests().slice(before));
      expect(toggles.filter((one) => one.includes("toggle"))).to.have.length(2);
      expect(project.printed()).to.not.include("hooks.example.com");
    });
  }
});
