import { expect } from "chai";
import { hashedContent } from "../../../provider/input/asset";
import { unknownValue } from "../../../provider/plain/value";
import { failure, rejection } from "../../support/rejection";
import { useResource } from "../../support/resource";

const addresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `dns${index}@acme.example`);

const both = ["dns@acme.example", "ops@acme.example"];
const shared = { domainId: "domain-2", recipients: both, triggers: [1] };
const state = { ...shared, message: "sent", sentTo: both };

describe("DomainDnsShare", function () {
  const {
    emulator,
    resource,
    newRun,
    sent,
    requests: sentSoFar,
    warnings,
  } = useResource(this, "DomainDnsShare");

  it("accepts 1 to 10 distinct addresses", async () => {
    const { faults } = resource();
    const given = (recipients: unknown) => faults({ domainId: "domain-2", recipients });
    expect(await given(addresses(1))).to.deep.equal([]);
    expect(await given([...addresses(10), "DNS0@acme.example"])).to.deep.equal([]);
    expect(await given(["dns@acme.example", "private-person"])).to.deep.equal([
      "recipients[1]: must be an email address, such as news@example.com [validation recipients.*]",
    ]);
    const wrong = "recipients: must have 1 to 10 different addresses";
    expect(await given([])).to.deep.equal([`${wrong} (got 0) [validation recipients]`]);
    expect(await given(addresses(11))).to.deep.equal([`${wrong} (got 11) [validation recipients]`]);
  });

  it("emails each address once on a create, even if declared twice, and returns the service's message", async () => {
    const recipients = ["dns@acme.example", "DNS@acme.example", "ops@acme.example"];
    const { id, outs } = await resource().create({ domainId: "domain-2", recipients });
    expect(id).to.equal("domain-2");
    expect(outs).to.deep.equal({
      domainId: "domain-2",
      recipients,
      message: "The DNS records of new.example were sent",
      sentTo: both,
      account: "loopback",
    });
    expect(sent()).to.deep.equal([
      { at: "POST /domains/domain-2/share", body: { recipients: both } },
    ]);
  });

  it("emails only the added addresses if recipients change", async () => {
    const recipients = ["new@acme.example", "OPS@acme.example"];
    const { outs } = await resource().update("domain-2", state, { ...shared, recipients });
    expect(outs.sentTo).to.deep.equal(["new@acme.example"]);
    expect(sent()[0]?.body).to.deep.equal({ recipients: ["new@acme.example"] });
    const fewer = { ...shared, recipients: ["ops@acme.example"] };
    const { outs: kept } = await resource().update("domain-2", state, fewer);
    expect(kept).to.deep.include({ message: "sent", sentTo: state.sentTo });
  });

  it('is refused in a preview with sending="refuse" only if a recipient is surely new', async () => {
    const { faults } = newRun({ sending: "refuse" });
    const given = (recipient: string) =>
      faults({ ...shared, recipients: [...both, recipient] }, shared);
    // The recipient may turn out to be one of the old ones.
    expect(await given(unknownValue)).to.deep.equal([]);
    expect(await given("new@acme.example")).to.have.lengthOf(1);
  });

  it("warns in the diff, and fails the update with advice, if the domain was deleted and the change sends an email", async () => {
    const share = resource();
    const added = { ...shared, recipients: [...both, "new@acme.example"] };
    await share.diff("domain-2", state, added);
    expect(warnings()).to.deep.equal([]);
    emulator().remove("domains", "domain-2");
    const next = newRun();
    await next.diff("domain-2", state, { ...shared, recipients: ["ops@acme.example"] });
    expect(warnings()).to.deep.equal([]);
    for (const props of [added, { ...shared, triggers: [2] }]) {
      await next.diff("domain-2", state, props);
    }
    const gone =
      'DomainDnsShare "domain-2": domainId: the account has no domain with this id, so the update will fail. getDomain({ domain: "..." }) returns the id of a domain. [domain-unknown domainId]';
    expect(warnings()).to.deep.equal([gone]);
    expect(await rejection(next.update("domain-2", state, added))).to.equal(
      'DomainDnsShare "domain-2": the service replied "id: Record not found with the given Id" (404, POST /domains/{id}/share). Use the id that getDomain({ domain: "..." }) returns; a domain that was added again has another id. If the domain was deleted, remove the resource from the program. [not-found]',
    );
  });

  it("sends no email if the content of an asset in triggers is unchanged", async () => {
    // The state has only the hash of the asset, and the program also has the path.
    const recorded = { ...state, triggers: [hashedContent("one")] };
    const declared = (hash: string) => ({ ...hashedContent(hash), path: "plan.txt" });
    const removed = { ...shared, recipients: ["dns@acme.example"] };
    await resource().update("domain-2", recorded, { ...removed, triggers: [declared("one")] });
    expect(sent()).to.deep.equal([]);
    await resource().update("domain-2", recorded, { ...removed, triggers: [declared("two")] });
    expect(sent().map(({ body }) => body)).to.deep.equal([{ recipients: removed.recipients }]);
  });

  it("fails the check if one of the triggers is a whole resource", async () => {
    const triggers = [{ of: [{ __pulumiResource: true }] }];
    expect(await resource().faults({ ...shared, triggers })).to.deep.equal([
      "triggers[0].of.0: must be a value (got a resource; pass one of its outputs, such as its id) [validation triggers.*]",
    ]);
  });

  it("sends no second email if the response to the first request was lost", async () => {
    emulator().faults([{ path: "/domains/*", times: 1, kind: "reset-after" }]);
    const lost = await failure(resource().create(shared));
    expect(lost.id).to.equal(undefined);
    expect(lost.message).to.match(
      /^DomainDnsShare "domain-2": the connection to .* was closed before the reply was complete\. The mail may have been sent; the next pulumi up sends it again\. \[network\]$/,
    );
    expect(lost.message).to.not.include("dns@");
    expect(sent()).to.have.length(1);
  });

  it("reports that the email may have been sent if the response is a 303", async () => {
    emulator().faults([
      { path: "/domains/*", times: 1, kind: "status", status: 303, applied: true },
    ]);
    expect((await failure(resource().create(shared))).message).to.match(
      /^DomainDnsShare "domain-2": .* replied with neither a result nor an error \(303, POST \/domains\/\{id\}\/share\)\. The mail may have been sent; the next pulumi up sends it again\. \[unexpected-reply\]$/,
    );
  });

  /** True if a create that gets a web page with this status fails with the advice that the email may have been sent. */
  async function refusedByPage(status: number, { isFirst = false } = {}) {
    const run = newRun();
    if (!isFirst) await run.create({ domainId: "domain-1", recipients: ["a@acme.example"] });
    sentSoFar();
    const html = { kind: "html", status, applied: true } as const;
    emulator().faults([{ path: "/domains/*", times: 1, ...html }]);
    const lost = await failure(run.create(shared));
    expect(sentSoFar()).to.deep.equal(["POST /domains/domain-2/share"]);
    expect(lost.message).to.match(/replied with a (web page|redirect)|the proxy in HTTPS_PROXY/);
    expect(lost.message).to.not.include("dns@");
    return / The mail may have been sent; the next pulumi up sends it again\. \[[a-z-]+\]$/.test(
      lost.message,
    );
  }

  it("reports that the email may have been sent if a later response is an HTML page with a status such as 403", async () => {
    for (const status of [400, 401, 403, 404, 406]) {
      expect(await refusedByPage(status), `${status}`).to.equal(true);
    }
    expect(await refusedByPage(407)).to.equal(false);
  });

  it("doesn't report that the email may have been sent if the service's first response is a web page with 302 or 403", async () => {
    for (const status of [302, 403]) {
      expect(await refusedByPage(status, { isFirst: true }), `${status}`).to.equal(false);
    }
  });
});
