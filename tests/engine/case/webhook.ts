import { expect } from "chai";
import { ok } from "../../support/outcome";
import { webhook } from "../../support/program";
import { sent, useService } from "../../support/service";
import { outputOf } from "../../support/stack";

const activation = {
  type: "emailmarketing:WebhookActivation",
  properties: { webhookId: "webhook-1" },
};
const look = (of: string, args: object, member: string) => ({
  "fn::invoke": { function: `emailmarketing:${of}`, arguments: args, return: member },
});
const programs = {
  "dynamic resources": `const em = require("pulumi-email-marketing"); ${webhook()}
exports.id = em.getWebhook({ name: "Opens" }).then(({ id }) => id);
exports.name = em.getWebhookOutput({ id: "webhook-2" }).name;
exports.all = em.getWebhooks({ search: "o" }).then(({ webhooks }) => webhooks.map(({ id }) => id));`,
  "the plugin": {
    yaml: {
      resources: { events: activation },
      variables: { all: look("getWebhooks", { search: "o" }, "webhooks") },
      outputs: {
        id: look("getWebhook", { name: "Opens" }, "id"),
        name: look("getWebhook", { id: "webhook-2" }, "name"),
        all: [outputOf("all[0].id"), outputOf("all[1].id")],
      },
    },
  },
};

describe("a switched-off webhook", function () {
  const { createProject, emulator } = useService(this);

  for (const [title, program] of Object.entries(programs)) {
    it(`is switched on again by pulumi up after a refresh, with the URL still secret (${title})`, async () => {
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
      const { stdout } = await ok(project.raw(["stack", "output", "--json", "--show-secrets"]));
      expect(JSON.parse(stdout)).to.deep.equal({
        ...{ id: "webhook-1", name: "Bounces", all: ["webhook-2", "webhook-1"] },
      });
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
