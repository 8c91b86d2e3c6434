import { expect } from "chai";
import { runIn } from "../../support/command";
import { fails, ok } from "../../support/outcome";
import { dated, mail, programsByRuntime } from "../../support/program";
import { program, useReadCampaign } from "../read-campaign";

describe("deployed campaigns", function () {
  const { deployed, emulator, be } = useReadCampaign(this);

  it("get a secret subject back in the next update if somebody has edited the subject", async () => {
    const secrets = program
      .replace(`"What is new"`, `pulumi.secret("What is hidden")`)
      .replace(`"2098-03-01 09:00:00"`, `pulumi.secret("2098-03-01 09:00:00")`)
      .concat(
        `new em.DomainDnsShare("records", { domainId: "domain-2", recipients: [pulumi.secret("dns@acme.example")] });`,
      );
    const project = await deployed(secrets);
    const sealed = async () => {
      const { resources = [] } = await project.state();
      const own = resources.filter(({ type }) => /emailmarketing:/.test(type));
      expect(own).to.have.length(3);
      const open = /2098-03-0|dns@acme\.example|The DNS records of/;
      expect(JSON.stringify(own.map(({ outputs }) => outputs))).to.not.match(open);
    };
    await sealed();
    const { scheduled_at: date } = emulator().snapshot().campaigns.at(-1) ?? {};
    be({ subject: "Edited", scheduled_at: "2098-03-02 10:00:00" });
    await ok(project.refresh(), { same: 2, update: 2 });
    await sealed();
    const { resources = [] } = await project.state();
    const readings = resources.flatMap(({ outputs = {} }) => outputs.__reading ?? []);
    expect(readings).to.have.length(2);
    expect(readings[0]).to.have.nested.property("declared.ciphertext");
    expect(readings[1]).to.have.property("ciphertext");
    expect(JSON.stringify(resources)).to.not.include("What is hidden");
    expect(project.printed()).to.not.include("What is hidden");
    expect((await project.up()).output).to.include("The date was moved in the service");
    be({ scheduled_at: date });
    await ok(project.refresh());
    await ok(project.up(), { same: 4 });
    await sealed();
    expect(JSON.stringify(await project.state())).to.not.include("What is hidden");
    expect(emulator().snapshot().campaigns.at(-1)).to.include({
      subject: "What is hidden",
      scheduled_at: date,
    });
  });

  it("have secrets only encrypted in the plugin's state even if somebody has edited the subject", async () => {
    const { plainText, ...rest } = mail;
    const secret = (value: string) => ({ "fn::secret": value });
    const campaign = (name: string, options = {}) => {
      const more = {
        html: "<p>Hello</p>",
        ignoreChecks: ["unsubscribe-missing", "plain-text-missing"],
      };
      const inputs = { ...rest, ...more, name, subject: secret("What is hidden") };
      const [kind, date] = dated();
      return programsByRuntime["the plugin"]({
        spring: ["Campaign", inputs, options],
        date: [kind, { ...date, scheduledAt: secret(date.scheduledAt) }],
      });
    };
    const hidden = /What is hidden|2098-03-01/;
    const project = await deployed(campaign("Spring"));
    be({ subject: "Edited" });
    await ok(project.refresh());
    const refreshed = JSON.stringify(await project.state());
    expect(refreshed).to.include('"declared":{').and.to.not.match(hidden);
    expect(refreshed).to.match(/"scheduledDate":\{[^}]*"ciphertext"/);
    await project.writeProgram(campaign("Summer", { ignoreChanges: ["subject"] }));
    await ok(project.up());
    expect(emulator().snapshot().campaigns.at(-1)).to.include({ name: "Summer" });
    expect(JSON.stringify(await project.state())).to.not.match(hidden);
    expect(project.printed()).to.not.match(hidden);
  });

  for (const status of ["Draft", "Scheduled", "Paused"]) {
    it(`get the declared lists back after a refresh and an update if somebody has changed the lists and the status is ${status}`, async () => {
      const project = await deployed();
      const now = status === "Scheduled" ? {} : { status };
      be({ ...now, list_ids: ["list-2"] });
      const drift = await fails(runIn(project, "drift"), 2);
      expect(drift.stdout).to.match(/ listIds +"Customers \(list-1\), 2 contacts" +"Nobody yet /);
      const refresh = await project.refresh();
      expect(refresh.output).to.match(/listIds/);
      const preview = await ok(project.preview());
      expect(preview.output).to.match(
        /changes its recipients from 0 contacts in "Nobody yet" \(list-2\) to 2 contacts in "Customers" \(list-1\)/,
      );
      project.newRequests();
      await ok(project.up(), { same: 2, update: 1 });
      const put = project.newRequests().filter((one) => one.startsWith("PUT"));
      expect(put).to.deep.equal(["PUT /campaign/campaign-3"]);
      expect(emulator().snapshot().campaigns.at(-1)?.list_ids).to.deep.equal(["list-1"]);
    });
  }

  for (const [status, words] of [
    ["Paused", "is paused"],
    ["Finished", "was sent"],
  ] as const) {
    it(`cause a message in a refresh, and no request in the next update, if a campaign ${words}`, async () => {
      const project = await deployed();
      be({ status, ...(status === "Finished" && { sent_at: "2026-01-01T00:00:00Z" }) });
      const sentence = `Campaign "Spring" (campaign-3) ${words}`;
      const isOnItsDate = status === "Finished";
      const drift = await (isOnItsDate
        ? ok(runIn(project, "drift"))
        : fails(runIn(project, "drift"), 2));
      if (!isOnItsDate) {
        expect(drift.stdout).to.include(`"${status.toLowerCase()}"`);
        expect(drift.stdout)
          .to.include("pulumi up doesn't change it")
          .and.not.include("To restore");
      }
      const preview = await ok(project.preview(["--refresh"]));
      expect(preview.output).to.include(sentence);
      const refresh = await project.refresh();
      expect(refresh.output.split("\n").filter((line) => line.includes(sentence))).to.have.length(
        2,
      );
      project.newRequests();
      await ok(project.up(), { same: 3 });
      expect(project.newRequests()).to.deep.equal([]);
    });
  }

  it("keep the date that somebody has set if the program then declares the same date", async () => {
    const project = await deployed();
    be({ scheduled_at: "2098-03-02 10:00:00" });
    await project.refresh();
    await project.writeProgram(program.replace("2098-03-01 09:00:00", "2098-03-02 10:00:00"));
    // A second refresh reports nothing and updates nothing.
    await ok(project.refresh(), { same: 3 });
    project.newRequests();
    const up = await ok(project.up(), { same: 2, update: 1 });
    expect(up.output).to.include("the program declares the date that was set in the service");
    expect(project.newRequests()).to.deep.equal([]);
    for (const command of ["refresh", "up"] as const) {
      await ok(project[command](), { same: 3 });
    }
  });

  it("keep the date that somebody has set, and show this date as drift, if the campaign is paused", async () => {
    const project = await deployed();
    be({ status: "Paused", scheduled_at: "2098-03-02 10:00:00" });
    const drift = await fails(runIn(project, "drift"), 2);
    expect(drift.stdout).to.match(/ scheduledAt +"2098-03-01 09:00:00" +"2098-03-02 10:00:00"/);
    await ok(project.refresh());
    const up = await ok(project.up(), { same: 2, update: 1 });
    expect(up.output).to.include("the campaign is paused, so the declared date was not sent");
    const preview = await ok(project.preview(), { same: 2, update: 1 });
    expect(preview.output).to.include("the date was moved in the service's web app");
    expect(emulator().snapshot().campaigns.at(-1)?.status).to.equal("Paused");
  });

  it("keep somebody's edit if the program then declares the edited value", async () => {
    const project = await deployed();
    be({ subject: "Edited", list_ids: ["list-2"] });
    await project.refresh();
    await project.writeProgram(
      program.replace("What is new", "Edited").replace("list-1", "list-2"),
    );
    project.newRequests();
    const up = await ok(project.up(), { same: 2, update: 1 });
    expect(up.output).to.include(
      "subject, listIds: the program declares what was set in the service",
    );
    expect(project.newRequests().filter((one) => one.startsWith("PUT"))).to.deep.equal([]);
    be({ status: "Finished", sent_at: "2026-01-01T00:00:00Z" });
    await ok(project.refresh());
    project.newRequests();
    await ok(project.up(), { same: 3 });
    expect(project.newRequests()).to.deep.equal([]);
  });

  it("show no change in refresh, preview and drift if no one has edited a campaign", async () => {
    const project = await deployed();
    for (const command of ["refresh", "preview"] as const) {
      const result = await ok(project[command](command === "preview" ? ["--refresh"] : []), {
        same: 3,
      });
      expect(result.output).to.not.include("warning");
    }
    project.newRequests();
    await ok(runIn(project, "drift"));
    expect(project.newRequests().length).to.be.at.most(2);
    await ok(project.up(), { same: 3 });
    expect(project.newRequests()).to.deep.equal([]);
  });
});
