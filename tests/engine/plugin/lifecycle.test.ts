import { expect } from "chai";
import { ok } from "../../support/outcome";
import { useService } from "../../support/service";
import { outputOf } from "../../support/stack";

/** A program with every kind that the specified operations support, and with functions. */
const yaml = (changes: { subject?: string; senderName?: string } = {}) => ({
  variables: {
    domains: {
      "fn::invoke": {
        function: "emailmarketing:getDomains",
        arguments: { status: "verified" },
        return: "domains",
      },
    },
  },
  resources: {
    tier: {
      type: "emailmarketing:CustomProperty",
      properties: { name: "tier", type: "text", description: "The plan that was bought" },
    },
    news: {
      type: "emailmarketing:Sender",
      properties: { email: "news@acme.example", name: changes.senderName ?? "Acme News" },
    },
    events: { type: "emailmarketing:WebhookActivation", properties: { webhookId: "webhook-1" } },
    spring: {
      type: "emailmarketing:Campaign",
      properties: {
        name: "Spring",
        subject: changes.subject ?? "100% %s for you",
        sender: { email: outputOf("news.email"), name: outputOf("news.name") },
        html: { "fn::fileAsset": "./mail.html" },
        plainText: { "fn::secret": "A text that nobody may see %%unsubscribe%%" },
        listIds: ["list-1"],
      },
    },
    date: {
      type: "emailmarketing:CampaignSchedule",
      properties: { campaignId: outputOf("spring.id"), scheduledAt: "2098-03-01 09:00:00" },
    },
    records: {
      type: "emailmarketing:DomainDnsShare",
      properties: { domainId: "domain-2", recipients: [{ "fn::secret": "dns@acme.example" }] },
    },
  },
  outputs: {
    domain: outputOf("domains[0].domain"),
    status: outputOf("news.status"),
    text: outputOf("spring.plainText"),
  },
});

const files = {
  "mail.html": "<html><body><p>Hello</p><a href='%%unsubscribe%%'>Unsubscribe</a></body></html>",
};

describe("a YAML program with all resources", function () {
  const { createProject, emulator } = useService(this);

  it("works from the first preview to the destroy (operations=specified)", async () => {
    const project = await createProject({ program: { yaml: yaml() }, files });

    await ok(project.preview(), { create: 7 });

    project.newRequests();
    const up = await ok(project.up(), { create: 7 });
    expect(project.newRequests().sort()).to.deep.equal([
      "POST /campaign",
      "POST /contact/property",
      "POST /domains/domain-2/share",
      "POST /domains/search",
      "POST /domains/search",
      "POST /senders",
      "POST /senders/search",
      "POST /webhooks/toggle/webhook-1",
      "PUT /campaign/campaign-3",
    ]);

    // The state contains no text of a secret input, and no provider code as for dynamic resources.
    const state = JSON.stringify(await project.state());
    for (const absent of ["nobody may see", "dns@acme.example", "__provider"]) {
      expect(state).to.not.include(absent);
    }
    expect(up.output).to.match(/text +: \[secret\]/);

    // The functions of the program send requests again, but the unchanged resources don't.
    await ok(project.upWithPreview(), { same: 7 });
    expect(project.newRequests()).to.deep.equal(["POST /domains/search", "POST /domains/search"]);

    await project.writeProgram({ yaml: yaml({ subject: "Half price" }) });
    const change = await ok(project.preview(["--diff"]), { update: 1, same: 6 });
    expect(change.output).to.include('~ subject: "100% %s for you" => "Half price"');
    project.newRequests();
    await ok(project.up(), { update: 1, same: 6 });
    expect(project.newRequests()).to.deep.equal([
      "POST /domains/search",
      "PUT /campaign/campaign-3",
    ]);

    await ok(project.refresh(), { same: 7 });
    expect(project.newRequests()).to.deep.equal(["POST /senders/search"]);

    emulator().patch("senders", idOfNews(), { sender_name: "Renamed" });
    const drift = await ok(project.refresh(["--diff"]), { update: 1, same: 6 });
    expect(drift.output).to.match(/name *: "Acme News" => "Renamed"/);

    const destroy = await ok(project.destroy(), { delete: 7 });
    expect(destroy.output).to.include(
      'warning: Sender "news@acme.example" was removed from the Pulumi state but still exists in the account: the service has no delete operation.',
    );
    expect(await project.processes()).to.deep.equal([]);
  });

  const idOfNews = () =>
    emulator()
      .snapshot()
      .senders.find(({ sender_email }) => sender_email === "news@acme.example")?.id ?? "";
});
