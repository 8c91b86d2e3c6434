import { createHash } from "node:crypto";
import { expect } from "chai";
import { forgetProgram } from "../../../provider/account/program-record";
import { useLog } from "../../../provider/account/step";
import { Campaign, CampaignSchedule } from "../../../provider/index";
import { runInline } from "../../program/inline-run";
import { acmeAccount, draftElsewhere } from "../../support/acme-account";
import { configuredPlugin, requestsOf, urnOf } from "../../support/plugin";
import { canaryKeys, sent, useEmulator } from "../../support/service";
import { useWarnings } from "../../support/warnings";
import { secret } from "../../support/wire-value";

const sha = (text: string) => createHash("sha256").update(text).digest("hex");
const inputs = {
  name: "Elsewhere",
  subject: "New",
  html: "<p>Hello</p>",
  listIds: ["list-5"],
  sender: { email: "news@acme.example", name: "Acme News" },
  ignoreChecks: ["unsubscribe-missing", "plain-text-missing"],
};
const outputs = {
  status: "draft",
  __reading: { name: sha("Elsewhere"), subject: sha("New"), lists: sha("Customers") },
};
const date = { campaignId: "campaign-9", scheduledAt: "2098-03-01 09:00:00" };

const edited = (whose: string) => [
  `${whose}: listIds: somebody has changed the lists in the service's web app: the campaign goes to 3 contacts in "Friends" (list-3), and when it was last read, it went to 5 contacts in "Customers" (list-5). This update sends no lists, so the campaign keeps the lists that it has in the service. To replace them with the declared lists, run pulumi refresh before pulumi up. [campaign-drifted]`,
  `${whose}: subject: somebody has changed it in the service's web app since the campaign was last read. This update sends no subject, so the email goes out as the service has it. To send the declared values, run pulumi refresh before pulumi up. [campaign-drifted]`,
];

describe("a new date of an existing draft", function () {
  const emulator = useEmulator(this, { seed: acmeAccount({ campaigns: [draftElsewhere] }) });
  const warnings = useWarnings(this);
  beforeEach("starts anew", () => {
    emulator().reset();
    useLog();
    forgetProgram();
  });
  after("empties the log", () => useLog());

  const edit = () =>
    emulator().patch("campaigns", "campaign-9", { subject: "Edited", list_ids: ["list-3"] });
  const drifted = (all: readonly string[]) => all.filter((one) => /\[campaign-drifted/.test(one));

  async function previewByProgram(id: "literal" | "output") {
    const before = emulator().requests().length;
    const program = () => {
      const campaign = new Campaign("spring", inputs);
      new CampaignSchedule("date", {
        ...date,
        ...(id === "output" && { campaignId: campaign.id }),
      });
    };
    const run = await runInline(program, {
      replies: { spring: { id: "campaign-9", account: "loopback", ...outputs } },
      config: {
        "emailmarketing:baseUrl": emulator().baseUrl,
        "emailmarketing:apiKey": canaryKeys.apiKey,
        "emailmarketing:operations": "extended",
      },
    });
    const requests = sent(emulator().requests().slice(before));
    return { said: drifted(run.warnings).sort(), lists: requests.filter((one) => one === list) };
  }
  const list = "POST /campaign/list";

  for (const id of ["literal", "output"] as const) {
    it(`causes findings in a program's preview if somebody has edited the draft (campaignId is ${id === "literal" ? "a string" : "an Output"})`, async () => {
      edit();
      const { said, lists } = await previewByProgram(id);
      const whose = 'warning date: Campaign "Elsewhere" ("spring" in the program)';
      expect(said).to.deep.equal(edited(whose));
      expect(lists).to.have.length(1);
    });
  }

  it("causes no finding about edits if no one has edited the draft", async () => {
    expect(await previewByProgram("output")).to.deep.equal({ said: [], lists: [list] });
  });

  it("causes findings in the plugin's preview if somebody has edited the draft", async () => {
    edit();
    const { client } = await configuredPlugin({
      account: "loopback",
      baseUrl: emulator().baseUrl,
      apiKey: secret(canaryKeys.apiKey),
      operations: "extended",
    });
    const campaign = requestsOf(urnOf("Campaign", "spring"));
    await client.check(campaign.check(inputs, inputs));
    const olds = { ...inputs, ...outputs, account: "loopback" };
    await client.diff(campaign.diff("campaign-9", { olds, news: inputs, oldInputs: inputs }));
    const schedule = requestsOf(urnOf("CampaignSchedule", "spring"));
    await client.check(schedule.check(date));
    await client.create(schedule.create(date).setPreview(true));
    const whose =
      'warning: CampaignSchedule "campaign-9": Campaign "Elsewhere" ("spring" in the program)';
    expect(drifted(warnings())).to.deep.equal(edited(whose));
    const requests = sent(emulator().requests());
    expect(requests.filter((one) => one === list)).to.have.length(1);
  });
});
