import { expect } from "chai";
import { acmeAccount } from "../../support/acme-account";
import { fails, ok } from "../../support/outcome";
import { dated, mail, programsByRuntime, type Resources } from "../../support/program";
import { type ServiceProject, useService } from "../../support/service";

const sender = { email: "news@acme.example", name: "Acme News" };
const campaign = (name: string, listIds = ["list-5"]) =>
  ["Campaign", { ...mail, name, sender, listIds }] as const;
// 2098-03-08 is a Saturday, and 2098-03-10 a Monday.
const mailed = (at: string, listIds?: string[]) => ({
  spring: campaign("Spring", listIds),
  date: dated("spring", at),
});
const events = ["WebhookActivation", { webhookId: "webhook-1" }] as const;
const share = [
  "DomainDnsShare",
  { domainId: "domain-1", recipients: ["dns@acme.example"] },
] as const;

interface Guard {
  readonly setting: string;
  readonly refusing: string;
  readonly allows: string;
  readonly program: Resources;
  /** The message about the new resource, without the resource's name. */
  readonly says: string;
  /** A change of the applied resources that the guard refuses, too. */
  readonly change: Resources;
  readonly saysOfChange: string;
}

const refused =
  'the setting sending is "refuse" (stack config emailmarketing:sending), and this change would send email. To allow email in this stack, set it to "allow".';
const tooMany = (contacts: number) =>
  `the campaign goes to ${contacts} contacts, but the setting maxRecipients allows 4 (stack config emailmarketing:maxRecipients). Use smaller lists, or raise the setting.`;
const elsewhere =
  "stack config emailmarketing:accountDomain: the account doesn't have the sending domain brand.example, so nothing is written to it. Check which account the API key belongs to (environment variable EMAIL_MARKETING_API_KEY).";

const guards: readonly Guard[] = [
  {
    ...{ setting: "sending", refusing: "refuse", allows: "allow" },
    ...{ program: mailed("2098-03-10 09:00:00"), says: refused },
    ...{ change: { ...mailed("2098-03-10 09:00:00"), share }, saysOfChange: refused },
  },
  {
    ...{ setting: "maxRecipients", refusing: "4", allows: "8" },
    ...{ program: mailed("2098-03-10 09:00:00"), says: tooMany(5) },
    change: mailed("2098-03-10 09:00:00", ["list-5", "list-3"]),
    saysOfChange: `Campaign "Spring": ${tooMany(8)}`,
  },
  {
    ...{ setting: "sendWindow", refusing: "Mon-Fri 08:00-18:00", allows: "08:00-18:00" },
    program: mailed("2098-03-08T11:00:00Z"),
    says: 'scheduledAt: Sat 2098-03-08 12:00:00 (Europe/Berlin) is outside the setting sendWindow, "Mon-Fri 08:00-18:00"',
    change: mailed("2098-03-10T17:30:00Z"),
    saysOfChange: "scheduledAt: Mon 2098-03-10 18:30:00 (Europe/Berlin) is outside",
  },
  {
    ...{ setting: "accountDomain", refusing: "brand.example", allows: "acme.example" },
    ...{ program: { events }, says: elsewhere },
    change: { events: ["WebhookActivation", { webhookId: "webhook-1", active: false }] },
    saysOfChange: elsewhere,
  },
];

/** True for requests that a guard can refuse. The create of a draft isn't one, because a draft emails no one. */
const isGuarded = (request: string) => /^PUT |\/share$|\/toggle\//.test(request);

describe("a guard (a setting that can stop an update)", function () {
  const seed = acmeAccount({
    domains: [{ id: "domain-1", domain: "acme.example", status: "verified" }],
    webhooks: [{ id: "webhook-1", name: "Events", status: "inactive" }],
  });
  const { createProject, emulator } = useService(this, { seed });
  this.beforeEach("starts with its account", () => emulator().reset());
  // This setting doesn't affect guards.
  const env = { EMAIL_MARKETING_PREFLIGHT: "off" };

  async function expectRefused(project: ServiceProject, ...says: string[]): Promise<void> {
    project.newRequests();
    for (const action of ["preview", "up"] as const) {
      const { output } = await fails(project[action]());
      for (const sentence of says) expect(output, action).to.include(sentence);
    }
    expect(project.newRequests().filter(isGuarded)).to.deep.equal([]);
  }

  for (const [runtime, programOf] of Object.entries(programsByRuntime)) {
    for (const { setting, refusing, allows, program, says, change, saysOfChange } of guards) {
      it(`fails the preview and the update if a resource violates the setting ${setting} (${runtime})`, async () => {
        const key = `emailmarketing:${setting}`;
        const config = { [key]: refusing, "emailmarketing:timeZone": "Europe/Berlin" };
        const project = await createProject({ program: programOf(program), config, env });
        await expectRefused(project, says);
        // The tests of each kind show that the plugin checks changes in the same way.
        if (runtime === "the plugin") return;
        await project.setConfig(key, allows);
        await ok(project.up());
        await project.setConfig(key, refusing);
        // Nothing has changed, but the guard accountDomain fails a preview anyway, because the account may be another
        // one.
        await (setting === "accountDomain" ? fails : ok)(project.preview());
        await project.writeProgram(programOf(change));
        await expectRefused(project, saysOfChange);
      });
    }
  }

  for (const [runtime, programOf] of Object.entries(programsByRuntime)) {
    it(`fails a preview and an update if the guard's environment variable is misspelt (${runtime})`, async () => {
      const program = programOf({ spring: campaign("Spring") });
      const project = await createProject({ program, env });
      await ok(project.up());
      await project.writeProgram(programOf(mailed("2098-03-10 09:00:00")));
      project.newRequests();
      const misspelt = { env: { EMAIL_MARKETING_SENDNG: "refuse" } };
      for (const action of ["preview", "up"] as const) {
        const { output } = await fails(project[action]([], misspelt));
        expect(output).to.include(
          "environment variable EMAIL_MARKETING_SENDNG: not the name of a setting, so it has no effect; did you mean EMAIL_MARKETING_SENDING?",
        );
      }
      expect(project.newRequests()).to.deep.equal([]);
      await ok(project.refresh([], misspelt));
      await ok(project.destroy([], misspelt));
    });
  }

  for (const [runtime, programOf] of Object.entries(programsByRuntime)) {
    it(`is reported together with the others if sending, maxRecipients and sendWindow refuse the same date (${runtime})`, async () => {
      const program = programOf(mailed("2098-03-08T11:00:00Z"));
      const config = {
        "emailmarketing:sending": "refuse",
        "emailmarketing:maxRecipients": "4",
        "emailmarketing:sendWindow": "Mon-Fri 08:00-18:00",
        "emailmarketing:timeZone": "Europe/Berlin",
      };
      const project = await createProject({ program, config, env });
      const outside = "scheduledAt: Sat 2098-03-08 12:00:00 (Europe/Berlin) is outside";
      await expectRefused(project, refused, outside, tooMany(5));
    });
  }

  it("fails the update, but not the preview, if the preview doesn't know the campaign's id (the plugin)", async () => {
    const resources = {
      spring: campaign("Spring"),
      fall: campaign("Fall", ["list-3"]),
      date: dated("spring", "2098-03-10 09:00:00"),
    };
    const config = { "emailmarketing:maxRecipients": "4" };
    const program = programsByRuntime["the plugin"](resources);
    const project = await createProject({ program, config, env });
    await ok(project.preview());
    expect((await fails(project.up())).output).to.include(tooMany(5));
    const drafts = emulator().snapshot().campaigns;
    expect(drafts.map(({ status }) => status)).to.deep.equal(["Draft", "Draft"]);
  });

  it("causes one request and one error in total if two resources violate accountDomain", async () => {
    const program = programsByRuntime["dynamic resources"]({ events, news: ["Sender", sender] });
    const config = { "emailmarketing:accountDomain": "brand.example" };
    const project = await createProject({ program, config, env });
    const { output } = await fails(project.preview(), 1);
    // The engine prints the message during the run, and once in the section "Diagnostics".
    expect(output.split("Diagnostics:")[1]?.match(/error: .+/g)).to.have.length(1);
    expect(project.newRequests()).to.deep.equal(["POST /domains/search"]);
    await ok(project.preview([], { env: { EMAIL_MARKETING_API_KEY: "" } }));
    expect(project.newRequests()).to.deep.equal([]);
  });
});
