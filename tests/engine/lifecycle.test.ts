import { expect } from "chai";
import { useService } from "../support/service";

const program = (rest = "") => `
const em = require("pulumi-email-marketing");
new em.CustomProperty("tier", { name: "tier", type: "text", description: "The plan that was bought" });
const news = new em.Sender("news", { email: "news@acme.example", name: "Acme News" });
const events = new em.WebhookActivation("events", { webhookId: "webhook-1" });
exports.status = news.status;
exports.account = news.account;
${rest}
`;

describe("a program with all resources", function () {
  const { createProject, emulator } = useService(this);

  it("goes through preview, up, unchanged up, refresh and destroy", async () => {
    const project = await createProject({ program: program() });

    const preview = await project.preview();
    expect(preview.exitCode, preview.output).to.equal(0);
    expect(preview.changes).to.deep.equal({ create: 4 });

    project.newRequests();
    const up = await project.up();
    expect(up.exitCode, up.output).to.equal(0);
    expect(up.changes).to.deep.equal({ create: 4 });
    expect(project.newRequests().sort()).to.deep.equal([
      "POST /contact/property",
      "POST /domains/search",
      "POST /senders",
      "POST /senders/search",
      "POST /webhooks/toggle/webhook-1",
    ]);
    expect(emulator().snapshot().webhooks[0]?.status).to.equal("active");

    const { resources = [] } = await project.state();
    const texts = resources.flatMap(({ inputs, outputs }) => [
      inputs?.__provider,
      outputs?.__provider,
    ]);
    const own = texts.filter((text) => text !== undefined);
    expect(own).to.have.length(6);
    for (const text of own) expect(Buffer.byteLength(String(text))).to.be.at.most(100);
    const positions = resources.map(({ sourcePosition }) => sourcePosition);
    expect(positions.slice(-3).sort()).to.deep.equal([
      "project:///index.js#3,1",
      "project:///index.js#4,14",
      "project:///index.js#5,16",
    ]);
    expect(JSON.stringify(resources)).to.not.include("/dist/");

    const again = await project.upWithPreview();
    expect(again.changes, again.output).to.deep.equal({ same: 4 });
    expect(project.newRequests()).to.deep.equal([]);

    const refresh = await project.refresh();
    expect(refresh.changes, refresh.output).to.deep.equal({ same: 4 });
    expect(project.newRequests()).to.deep.equal(["POST /senders/search"]);

    const destroy = await project.destroy();
    expect(destroy.exitCode, destroy.output).to.equal(0);
    expect(destroy.changes).to.deep.equal({ delete: 4 });
    expect(project.newRequests()).to.deep.equal(["POST /webhooks/toggle/webhook-1"]);
    expect(destroy.output).to.include(
      'warning: Sender "news@acme.example" was removed from the Pulumi state but still exists in the account: the service has no delete operation.',
    );
    expect(emulator().snapshot().webhooks[0]?.status).to.equal("inactive");
  });
});
