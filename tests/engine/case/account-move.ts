import { expect } from "chai";
import { acmeAccount } from "../../support/acme-account";
import { useNamedHosts } from "../../support/named-host";
import { fails, ok } from "../../support/outcome";
import { js, mailing, programsByRuntime } from "../../support/program";
import { mailsSentInTotal, type ServiceProject, useService } from "../../support/service";

const [oldHost, newHost] = ["old.service.example", "new.service.example"];
const [oldUrl, newUrl] = [`https://${oldHost}/v1`, `https://${newHost}/v1`];

const moved =
  'Campaign "Spring": the state has it in account "https://old.service.example", but the settings are for account "prod": ' +
  "it would be created again there, and could be mailed twice. If both names mean the same account, add the old name to stack " +
  'config emailmarketing:formerAccounts. To move it anyway, add "account-moved" to ignoreChecks. [account-moved]';

const emulators = `this stack has objects of an emulator, but the settings are for account "https://${newHost}", so all of them would be replaced. For that account, use another stack, where nothing has to be unprotected. Run: pulumi stack init NAME`;
describe('a change of the setting "account"', function () {
  const seed = acmeAccount({
    lists: [{ id: "list-1", name: "Customers", contact_count: 5 }],
    webhooks: [{ id: "webhook-1", name: "Events", status: "inactive" }],
  });
  const { emulator, createProject } = useService(this, { seed });
  const hosts = useNamedHosts(this, emulator, [oldHost, newHost]);
  beforeEach("starts with an empty account", () => emulator().reset());

  /** Creates a stack with a scheduled campaign, whose account is at the old host. */
  async function applied(program: string) {
    const project = await createProject({
      program: js(program),
      config: { "emailmarketing:baseUrl": oldUrl },
      env: { ...hosts(), EMAIL_MARKETING_BASE_URL: "" },
    });
    await ok(project.up());
    project.newRequests();
    return project;
  }

  async function expectOneCampaign(project: ServiceProject) {
    const up = await fails(project.up(), 1);
    expect(up.output).to.include("[account-moved]");
    expect(project.newRequests().filter((one) => /campaign/.test(one))).to.deep.equal([]);
    expect(emulator().snapshot().campaigns).to.have.length(1);
  }

  it("fails the preview until formerAccounts has the old name, and then changes only the state", async () => {
    const project = await applied(mailing());
    await project.setConfig("emailmarketing:account", "prod");
    const preview = await fails(
      project.preview([], { env: { EMAIL_MARKETING_PREFLIGHT: "off" } }),
      1,
    );
    expect(preview.output).to.include(moved);
    await project.setConfig("emailmarketing:formerAccounts", "https://old.service.example");
    project.newRequests();
    await ok(project.preview(), { update: 4, same: 1 });
    await ok(project.up(), { update: 4, same: 1 });
    expect(project.newRequests()).to.deep.equal([]);
    await ok(project.up(), { same: 5 });
    const { resources = [] } = await project.state();
    const accounts = resources.flatMap(({ outputs }) => outputs?.account ?? []);
    expect(accounts).to.deep.equal(["prod", "prod", "prod", "prod"]);
    expect(mailsSentInTotal(emulator())).to.equal(1);
    expect(emulator().snapshot().campaigns).to.have.length(1);
  });

  it("creates no second campaign in an update without a preview, even after a refresh", async () => {
    const project = await applied(mailing());
    await project.setConfig("emailmarketing:account", "prod");
    await expectOneCampaign(project);
    const environment = { EMAIL_MARKETING_ACCOUNT: "prod" };
    await project.setConfig("emailmarketing:account", undefined);
    const refresh = await ok(project.refresh([], { env: environment }));
    expect(refresh.output).to.include('Campaign "Spring" was not refreshed');
    // One process serves the refresh and the update, so both have the same settings.
    const up = await fails(project.up(["--refresh"], { env: environment }), 1);
    expect(up.output).to.include("was not refreshed").and.to.include("[account-moved]");
    expect(mailsSentInTotal(emulator())).to.equal(1);
  });

  it("creates the campaign again if ignoreChecks has account-moved or the old account was an emulator's", async () => {
    const project = await applied(mailing({ inputs: 'ignoreChecks: ["account-moved"]' }));
    await project.setConfig("emailmarketing:account", "prod");
    await ok(project.up());
    expect(emulator().snapshot().campaigns).to.have.length(2);
    const tried = await createProject({ program: js(mailing()) });
    await ok(tried.up());
    const env = { ...hosts(), EMAIL_MARKETING_BASE_URL: newUrl };
    const up = await ok(tried.up([], { env }), { replace: 4, same: 1 });
    expect(up.output).to.include(emulators);
  });

  it("fails the preview with advice to use another stack if the old account is an emulator's and an object is protected", async () => {
    const sender = { email: "news@acme.example", name: "Acme" };
    for (const programOf of Object.values(programsByRuntime)) {
      const program = programOf({ news: ["Sender", sender, { protect: true }] });
      const tried = await createProject({ program });
      await ok(tried.up());
      const env = { ...hosts(), EMAIL_MARKETING_BASE_URL: newUrl };
      const { output } = await fails(tried.preview([], { env }));
      expect(output).to.include(emulators).and.to.include("protect");
    }
  });
});
