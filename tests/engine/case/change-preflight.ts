import { expect } from "chai";
import { acmeAccount } from "../../support/acme-account";
import { fails, ok } from "../../support/outcome";
import { campaign, js } from "../../support/program";
import { useService } from "../../support/service";

/** The campaign from the account's sender, with a reply-to address. */
const spring = (inputs = "") =>
  campaign({
    inputs: `sender: { email: "news@acme.example", name: "Acme News" }, replyTo: "help@acme.example", ${inputs}`,
  });
/** A campaign to a list without contacts, of which these tests have nothing to hear. */
const toNone = (name: string, inputs: string) =>
  campaign({ name, inputs: `listIds: ["list-2"], ignoreChecks: ["list-empty"], ${inputs}` });

describe("a preview of a change", function () {
  const seed = acmeAccount({
    reply_emails: [{ id: "reply-1", reply_email: "help@acme.example", status: "Verified" }],
    lists: [
      { id: "list-1", name: "Customers", contact_count: 5 },
      { id: "list-2", name: "Nobody yet", contact_count: 0 },
    ],
  });
  const { emulator, createProject } = useService(this, { seed });
  const env = { EMAIL_MARKETING_PREFLIGHT: "error" };

  it("judges what the change sends, and nothing that stays as it is", async () => {
    const project = await createProject({ program: js(spring()), env });
    await ok(project.up());
    emulator().patch("lists", "list-1", { contact_count: 0 });
    emulator().remove("reply_emails", "reply-1");
    await project.writeProgram(js(spring('subject: "Newer"')));
    const subject = await ok(project.preview());
    expect(subject.output).to.not.match(/warning|error/);
    await project.writeProgram(js(spring('ignoreChecks: ["list-empty"]')));
    project.newRequests();
    const silent = await ok(project.preview());
    expect(silent.output).to.not.match(/warning|error/);
    expect(project.newRequests()).to.deep.equal([]);
    await project.writeProgram(js(spring('listIds: ["list-1", "list-2"]')));
    const empty = await fails(project.preview(), 1);
    expect(empty.output).to.include("[list-empty]");
    expect(empty.output).to.include('"Nobody yet"');
    expect(empty.output).to.not.include('"Customers"');
  });

  it("judges a new list beside one that only the apply knows", async () => {
    const project = await createProject({
      program: js(spring('name: "Partly known"')),
      env,
    });
    await ok(project.up());
    const sender = 'const fresh = new em.Sender("s", { email: "s@acme.example", name: "S" });';
    const lists = 'name: "Partly known", listIds: ["list-1", "list-2", fresh.id]';
    await project.writeProgram(js(sender, spring(lists)));
    const preview = await fails(project.preview(), 1);
    expect(preview.output).to.include('the list "Nobody yet" (list-2) has no contacts');
  });

  it("counts a Sender as declared from which a transform takes an input", async () => {
    const program = js(`
const from = new em.Sender("from", { email: "less@acme.example", name: "Less", city: "Kyiv" }, {
  transforms: [({ props: { city, ...props }, opts }) => ({ props, opts })],
});
${toNone("less", `name: "Less", sender: { email: "less@acme.example", name: "Less" }`)}`);
    const project = await createProject({ program, env });
    await ok(project.preview());
  });

  it("counts a Sender as declared that the program declares once it has run, and before its process ends", async () => {
    const program = js(`
${toNone("spring", `name: "Late", sender: { email: "late@acme.example", name: "Late" }`)}
spring.urn.apply(() => new Promise((done) => setTimeout(done, 1000))).apply(() => {
  new em.Sender("late", { email: "late@acme.example", name: "Late" });
});`);
    const project = await createProject({ program, env });
    const preview = await ok(project.preview());
    expect(preview.output).to.not.include("[campaign-sender-unknown]");
  });

  it("finds two schedules of a campaign that the program creates, and two providers of one account", async () => {
    const project = await createProject({
      program: js(`
const baseUrl = process.env.EMAIL_MARKETING_BASE_URL;
const apiKey = process.env.EMAIL_MARKETING_API_KEY;
const fast = new em.Provider("fast", { apiKey, baseUrl });
const slow = new em.Provider("slow", { apiKey, baseUrl: baseUrl + "/", requestsPerSecond: 5 });
new em.Sender("one", { email: "one@acme.example", name: "One" }, { provider: fast });
new em.Sender("two", { email: "one@acme.example", name: "One" }, { provider: slow });
${toNone("draft", `name: "Draft", sender: { email: "news@acme.example", name: "Acme News" }`)}
new em.CampaignSchedule("first", { campaignId: draft.id, scheduledAt: "2099-03-01 09:00:00" });
new em.CampaignSchedule("second", { campaignId: draft.id, scheduledAt: "2099-03-02 09:00:00" });`),
      env,
    });
    const preview = await fails(project.preview(), 1);
    expect(preview.output).to.include("[schedule-duplicate]");
    expect(preview.output).to.include("[sender-duplicate]");
  });

  it("does not count a Sender that --target leaves out as declared", async () => {
    const program = js(`
const from = new em.Sender("from", { email: "fresh@acme.example", name: "Fresh" });
${toNone("spring", `name: "Targeted", sender: { email: "fresh@acme.example", name: "Fresh" }`)}`);
    const project = await createProject({ program, env });
    await ok(project.preview());
    const targeted = await fails(project.preview(["--target", "**spring"]), 1);
    expect(targeted.output).to.include("[campaign-sender-unknown]");
  });

  it("ends no refresh by what it would find in the change back; the update behind a refresh is judged", async () => {
    const extended = { ...env, EMAIL_MARKETING_OPERATIONS: "extended" };
    const project = await createProject({
      program: js(`new em.CustomProperty("plan", { name: "Plan", type: "text" });`),
      env: extended,
    });
    await ok(project.up());
    // Somebody renames the property, and makes another one under its name.
    const { properties } = emulator().snapshot();
    const plan = properties.find(({ name }) => name === "Plan");
    emulator().patch("properties", plan?.id ?? "", { name: "Old plan" });
    emulator().seed({
      ...emulator().snapshot(),
      properties: [
        ...emulator().snapshot().properties,
        { id: "property-99", name: "Plan", description: "", type: "text", used_in_form: false },
      ],
    });
    const refresh = await ok(project.refresh(), { update: 1, same: 1 });
    expect(refresh.output).to.not.include("property-");
    const next = await fails(project.up(["--refresh"]), 1);
    expect(next.output).to.include("[property-conflict]");
  });
});
