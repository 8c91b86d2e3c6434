import { expect } from "chai";
import { fails, ok } from "../../support/outcome";
import { campaign, js, webhook } from "../../support/program";
import { useService } from "../../support/service";

/** Inputs of a campaign about which preflight reports nothing. */
const good = `subject: "News", plainText: "Hello. %%unsubscribe%%"`;
const faulty = js(`
new em.Sender("missing", { email: "a@none.example", name: "A" });
new em.Sender("unverified", { email: "b@new.example", name: "B" });
new em.Sender("failed", { email: "c@wrong.example", name: "C" });
new em.Sender("there", { email: "Hello@acme.example", name: "Acme" });
new em.Sender("refused", { email: "hello@acme.example", name: "Acme", adopt: false });
new em.Sender("second", { email: "HELLO@acme.example", name: "Acme" });
new em.Sender("silent", { email: "d@none.example", name: "D", ignoreChecks: ["sender-domain-unknown"] });
new em.CustomProperty("tier", { name: "tier", type: "text" });
new em.CustomProperty("tier-again", { name: "Tier", type: "text" });
${webhook()}
${webhook("", { name: "events-again" })}
new em.DomainDnsShare("share", { domainId: "domain-9", recipients: ["dns@acme.example"] });
const sender = { email: "who@acme.example", name: "Who" };
new em.Campaign("spring", { name: "Spring", ${good}, sender, replyTo: "who-else@acme.example", listIds: ["list-2", "list-9"] });
new em.Campaign("secret", { name: "Secret", ${good}, sender: { email: pulumi.secret("who@hidden.example"), name: "W" }, listIds: ["list-1"] });`);

/** Each finding with its resource, severity and name, sorted. */
function findings(stdout: string): string[] {
  const { diagnostics = [] } = JSON.parse(stdout) as {
    diagnostics?: { urn?: string; message: string; severity: string }[];
  };
  return diagnostics
    .flatMap(({ urn = "::the stack", message, severity }) => {
      const name = /\[([a-z-]+)(?: .*)?\]\n$/.exec(message)?.[1];
      return name === undefined ? [] : [`${urn.split("::").at(-1)}: ${severity} ${name}`];
    })
    .sort();
}

const all = [
  "events-again: warning webhook-duplicate",
  "failed: warning sender-domain-failed",
  "missing: warning sender-domain-unknown",
  "refused: warning sender-conflict",
  "refused: warning sender-duplicate",
  "second: info sender-exists",
  "second: warning sender-duplicate",
  "secret: warning sender-domain-unknown",
  "share: warning domain-unknown",
  "spring: warning campaign-sender-unknown",
  "spring: warning list-unknown",
  "spring: warning reply-to-unknown",
  "there: info sender-exists",
  "tier-again: warning property-duplicate",
  "unverified: warning sender-domain-unverified",
];

describe("preflight", function () {
  const { createProject, emulator } = useService(this);

  it("reports fifteen findings about the coming update, each at its resource", async () => {
    const project = await createProject({ program: faulty });
    const preview = await ok(project.preview(["--json"]));
    expect(findings(preview.stdout)).to.deep.equal(all);
    expect(preview.stdout).to.not.include("hidden.example");
    expect(preview.stdout).to.include("the account has no domain [secret], so");
    // The first sender or list is read alone, and then all are read. A list that isn't among all is read by its id.
    const requests = project.newRequests().sort();
    expect(requests.filter((request) => request.startsWith("GET /list/"))).to.have.length(2);
    expect(requests.filter((request) => request.startsWith("POST "))).to.deep.equal([
      "POST /domains/search",
      "POST /lists/search",
      "POST /reply-emails/search",
      "POST /senders/search",
      "POST /senders/search",
    ]);
  });

  it("fails the preview if a finding exists and the setting is preflight=error", async () => {
    const project = await createProject({ program: faulty });
    const errors = await fails(
      project.preview(["--json"], {
        env: { EMAIL_MARKETING_PREFLIGHT: "error" },
      }),
      1,
    );
    expect(findings(errors.stdout)).to.deep.equal(
      [
        ...all.map((finding) => finding.replace("warning", "error")),
        "the stack: error validation",
      ].sort(),
    );
    expect(errors.output).to.not.match(/^[ \t]+at .+[:(]/m);

    project.newRequests();
    const off = await ok(
      project.preview(["--json"], { env: { EMAIL_MARKETING_PREFLIGHT: "off" } }),
    );
    expect(findings(off.stdout)).to.deep.equal([]);
    expect(project.newRequests()).to.deep.equal([]);
  });

  it("reports nothing about objects that the same program declares", async () => {
    const project = await createProject({
      program: js(`
module.exports = async () => {
  const domain = await em.getDomain({ domain: "acme.example" });
  new em.Campaign("early", { name: "Early", ${good}, sender: { email: "News@acme.example", name: "News" }, listIds: ["list-1"] });
  const lists = await em.getLists();
  const news = new em.Sender("news", { email: "news@" + domain.domain, name: "News" });
  const tier = new em.CustomProperty("tier", { name: "tier", type: "text" });
  new em.Campaign("late", { name: "Late", ${good}, sender: { email: news.email, name: news.name }, replyTo: news.email, listIds: [lists.lists[0].id, tier.id] });
  new em.DomainDnsShare("share", { domainId: domain.id, recipients: ["dns@acme.example"] });
};`),
    });
    const preview = await ok(project.preview(["--json"]));
    // The finding is only information: it names the domain whose DNS records are emailed.
    expect(findings(preview.stdout)).to.deep.equal(["share: info share-domain"]);

    const program = (subject: string) =>
      js(`
new em.Sender("news", { email: "news@acme.example", name: "News" });
${campaign({ inputs: `subject: "${subject}"` })}`);
    await project.writeProgram(program("One"));
    await ok(project.up());
    emulator().patch("lists", "list-1", { contact_count: 0 });
    project.newRequests();
    await ok(project.preview(), { same: 3 });
    expect(project.newRequests()).to.deep.equal([]);

    await project.writeProgram(program("Two"));
    const changed = await project.preview(["--json"]);
    // The update doesn't send the list, so an empty list causes no finding.
    expect(findings(changed.stdout)).to.deep.equal([]);
    expect(project.newRequests()).to.deep.equal([]);
  });
});
