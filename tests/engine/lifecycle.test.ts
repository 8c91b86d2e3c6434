import { expect } from "chai";
import { ok } from "../support/outcome";
import { useService } from "../support/service";

/** The arguments of each resource without those that never change, as JavaScript. */
interface Declared {
  readonly property: string;
  readonly sender: string;
  readonly webhook: string;
  readonly campaign: string;
  readonly schedule: string;
  readonly share: string;
  readonly rest?: string;
}

const program = ({ property, sender, webhook, campaign, schedule, share, rest = "" }: Declared) => `
const pulumi = require("@pulumi/pulumi");
const em = require("pulumi-email-marketing");
const keep = { protect: false };
new em.CustomProperty("tier", { type: "text", ${property} });
const news = new em.Sender("news", { ${sender} });
new em.WebhookActivation("events", { ${webhook} });
const sender = { email: "news@acme.example", name: pulumi.secret("Acme News") };
const spring = new em.Campaign("spring", { sender, ${campaign} }, { ...keep, dependsOn: news });
${rest}
new em.CampaignSchedule("spring", { ${schedule} }, keep);
const records = new em.DomainDnsShare("records", { ${share} });
exports.campaignId = spring.id;
exports.sentTo = records.sentTo;
`;

const functions = `
const days = { dateFrom: "2025-12-01", dateTo: "2025-12-31" };
exports.found = {
  domains: em.getDomainsOutput().domains.length,
  domain: em.getDomainOutput({ domain: "acme.example" }).id,
  lists: em.getListsOutput().lists.length,
  list: em.getListOutput({ id: "list-1" }).name,
  replyTos: em.getReplyTosOutput().replyTos.length,
  replyTo: em.getReplyToOutput({ email: "support@acme.example" }).status,
  senders: em.getSendersOutput({ search: "hello@" }).senders.length,
  sender: em.getSenderOutput({ email: "hello@acme.example" }).status,
  placement: em.getInboxPlacementOutput({ ...days, provider: "gmail" }).summary,
};
exports.verification = em.getFileVerificationOutput({ fileId: "file-1", wait: {} }).deliverable;
exports.contact = em.getContactOutput({ email: "ada@example.com" }).firstName;
exports.opens = em.getCampaignOpensOutput({ campaignId: "campaign-1" }).rows[0].email;
exports.unsubscribes = em.getCampaignUnsubscribesOutput({ campaignId: "campaign-1" }).total;
`;

const requestsOfFunctions = [
  "GET /contacts/ada%40example.com",
  "GET /list/list-1",
  "GET /verify/verifyFileStatus/file-1",
  "POST /campaign/campaign-1/opens",
  "POST /campaign/campaign-1/unsubs",
  "POST /domains/search",
  "POST /domains/search",
  "POST /inbox-tracking",
  "POST /lists/search",
  "POST /reply-emails/search",
  "POST /reply-emails/search",
  "POST /senders/search",
  "POST /senders/search",
];

const first: Declared = {
  property: 'name: "tier"',
  sender: 'email: "news@acme.example", name: "Acme News"',
  campaign: `
  name: "Spring", subject: "What is new", preheader: "Read on", html: new pulumi.asset.FileAsset("./mail.html"),
  plainText: "Hello", replyTo: "support@acme.example", listIds: ["list-1"], segmentId: "segment-1",
  contactsOrder: "first", mailingPreference: true, viewInBrowser: true, permissionReminder: "You asked for it",
  rules: { limit: 10 }, extraFields: { create: { track_clicks: false }, update: { pause_rule: { after: 1 } } },`,
  schedule: 'campaignId: spring.id, scheduledAt: "2098-03-01 09:00:00"',
  share: 'domainId: "domain-2", recipients: ["dns@acme.example"], triggers: [1]',
  webhook: 'webhookId: "webhook-1", active: true, triggers: [1]',
};

/** Changes every input that an update can change. */
const second: Declared = {
  ...first,
  sender: 'email: "news@acme.example", name: "Acme News", adopt: false',
  campaign: `
  name: "Spring 2", subject: "What is newer", preheader: "Read further",
  html: new pulumi.asset.FileAsset("./mail.html"), plainText: new pulumi.asset.StringAsset("Hello again"),
  listIds: ["list-2", "list-1"], segmentId: "segment-2", contactsOrder: "last", mailingPreference: false,
  viewInBrowser: false, permissionReminder: "You wanted it", rules: { limit: 20 },
  extraFields: { create: { track_clicks: false }, update: { pause_rule: { after: 2 } } },`,
  schedule: 'campaignId: spring.id, scheduledAt: "2098-03-02 09:00:00"',
  share:
    'domainId: "domain-2", recipients: ["ops@acme.example", "DNS@acme.example"], triggers: [1]',
  webhook: 'webhookId: "webhook-1", active: false, triggers: [2], onDestroy: "leave"',
};

/** Changes every input whose change replaces the resource. Objects that stay in the account don't change. */
const third: Declared = {
  ...second,
  property: 'name: "level"',
  sender: 'email: "letters@acme.example", name: "Acme Letters"',
  // A dynamic provider can't know if a new campaign replaces the previous one, so the program ignores this check.
  schedule:
    'campaignId: summer.id, scheduledAt: "2098-03-02 09:00:00", ignoreChecks: ["campaign-replaced"]',
  share: 'domainId: "domain-1", recipients: ["ops@acme.example"], triggers: [1]',
  webhook: 'webhookId: "webhook-2", onDestroy: "leave"',
  rest: `
const summer = new em.Campaign("summer", {
  name: "Summer", subject: "Sun", sender: { email: "hello@acme.example", name: "Acme" },
  plainText: "Hello", listIds: ["list-1"],
}, { ...keep, dependsOn: [spring] });`,
};

describe("a program with all resources and functions", function () {
  const { createProject, emulator } = useService(this);

  it("works from the first preview to the destroy (operations=specified)", async () => {
    const segments = [
      { id: "segment-1", name: "Berlin" },
      { id: "segment-2", name: "Hamburg" },
    ];
    emulator().seed({ ...emulator().snapshot(), segments });
    const project = await createProject({
      program: program({ ...first, rest: functions }),
      files: { "mail.html": "<p>Hello</p>" },
    });

    const onlyFunctions = { env: { EMAIL_MARKETING_PREFLIGHT: "off" } };
    await ok(project.preview([], onlyFunctions), { create: 7 });
    expect(project.newRequests().sort()).to.deep.equal(requestsOfFunctions);

    const up = await ok(project.up(), { create: 7 });
    expect(up.stdout).to.match(/contact *: \[secret\]/);
    expect(up.stdout).to.match(/opens *: \[secret\]/);
    expect(up.stdout).to.match(/unsubscribes *: \[secret\]/);
    expect(up.output).to.not.include("ada@example.com");
    expect(without(project.newRequests(), requestsOfFunctions)).to.deep.equal([
      "POST /campaign",
      "POST /contact/property",
      "POST /domains/domain-2/share",
      "POST /domains/search",
      "POST /senders",
      "POST /senders/search",
      "POST /webhooks/toggle/webhook-1",
      "PUT /campaign/campaign-3",
      "PUT /campaign/campaign-3",
    ]);
    expect(emulator().snapshot().campaigns.at(-1)).to.deep.include({
      id: "campaign-3",
      status: "Scheduled",
      sender: { sender_email: "news@acme.example", sender_name: "Acme News" },
      html: "<p>Hello</p>",
      contacts_order: "first",
      track_clicks: false,
      pause_rule: { after: 1 },
    });

    const { resources = [] } = await project.state();
    const texts = resources.flatMap(({ inputs, outputs }) => [
      inputs?.__provider,
      outputs?.__provider,
    ]);
    const own = texts.filter((text) => text !== undefined);
    expect(own).to.have.length(12);
    for (const text of own) expect(Buffer.byteLength(String(text))).to.be.at.most(100);
    const positions = resources.map(({ sourcePosition }) => sourcePosition);
    expect(positions).to.include.members([
      "project:///index.js#5,1",
      "project:///index.js#6,14",
      "project:///index.js#7,1",
      "project:///index.js#9,16",
    ]);
    expect(JSON.stringify(resources)).to.not.include("/dist/");

    await ok(project.up(), { same: 7 });
    expect(project.newRequests().sort()).to.deep.equal(requestsOfFunctions);

    emulator().patch("contacts", "contact-2", { list_id: "list-2" });
    emulator().patch("campaigns", "campaign-3", { status: "Paused" });
    project.newRequests();
    await project.writeFile("mail.html", `<p>${"Hello again ".repeat(10_000)}</p>`);
    await project.writeProgram(program(second));
    const diff = await ok(project.preview(["--diff"], onlyFunctions));
    expect(diff.stdout).to.include("Spring 2");
    const ofContent = diff.stdout.split("\n").filter((line) => /html|Hello again Hello/.test(line));
    expect(ofContent.join("").length, ofContent.join("\n")).to.be.within(1, 300);
    await ok(project.up(), { update: 5, same: 2 });
    expect(project.newRequests().sort()).to.deep.equal([
      "GET /list/list-2",
      "POST /domains/domain-2/share",
      "POST /domains/search",
      "POST /webhooks/toggle/webhook-1",
      "PUT /campaign/campaign-3",
      "PUT /campaign/campaign-3",
    ]);
    const { campaigns, mails } = emulator().snapshot();
    expect(campaigns.at(-1)).to.deep.include({
      name: "Spring 2",
      subject: "What is newer",
      email_preheader: "Read further",
      plain_text: "Hello again",
      reply_email: "",
      list_ids: ["list-2", "list-1"],
      segment_id: "segment-2",
      contacts_order: "last",
      mailing_preference: false,
      viewin_browser: false,
      permission_reminder: "You wanted it",
      rules: { limit: 20 },
      pause_rule: { after: 2 },
      scheduled_at: "2098-03-02 09:00:00",
      status: "Scheduled",
    });
    expect(mails.map(({ recipients }) => recipients)).to.deep.equal([
      ["dns@acme.example"],
      ["ops@acme.example"],
    ]);

    await ok(project.refresh(), { same: 7 });
    expect(project.newRequests()).to.deep.equal(["POST /senders/search"]);

    await ok(project.up(), { same: 7 });
    expect(project.newRequests()).to.deep.equal([]);

    await project.writeProgram(program(third));
    await ok(project.up(), { create: 1, replace: 5, same: 2 });
    expect(project.newRequests().sort()).to.deep.equal([
      "POST /campaign",
      "POST /contact/property",
      "POST /domains/domain-1/share",
      "POST /domains/search",
      "POST /senders",
      "POST /senders/search",
      "POST /webhooks/toggle/webhook-2",
      "PUT /campaign/campaign-4",
    ]);
    const account = emulator().snapshot();
    expect(account.webhooks.map(({ status }) => status)).to.deep.equal(["inactive", "active"]);
    expect(account.properties.map(({ name }) => name)).to.deep.equal(["plan", "tier", "level"]);
    expect(account.campaigns.map(({ scheduled_at }) => scheduled_at).slice(-2)).to.deep.equal([
      "2098-03-02 09:00:00",
      "2098-03-02 09:00:00",
    ]);

    const destroy = await ok(project.destroy(), { delete: 8 });
    expect(project.newRequests()).to.deep.equal([]);
    expect(destroy.output).to.include(
      'warning: CampaignSchedule "campaign-4" was removed from the Pulumi state only: the campaign keeps its date and WILL still be sent at 2098-03-02 09:00:00. To stop it, pause campaign campaign-4',
    );
    expect(destroy.output).to.include(
      'warning: Campaign "Spring 2" was removed from the Pulumi state but still exists in the account: the service has no delete operation.',
    );
  });
});

/** Returns `all`, sorted, without one occurrence of each element of `some`. */
function without(all: readonly string[], some: readonly string[]): string[] {
  const left = [...all];
  for (const one of some) left.splice(left.indexOf(one), 1);
  return left.sort();
}
