import { expect } from "chai";
import { hashedContent } from "../../../provider/input/asset";
import { domainDnsShareLifecycle } from "../../../provider/nouns/domain-dns-share/resource";
import { useResource } from "../../support/driven-resource";

const addresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `dns${index}@acme.example`);

const shared = {
  domainId: "domain-2",
  recipients: ["dns@acme.example", "ops@acme.example"],
  triggers: [1],
};
const state = { ...shared, message: "sent", sentTo: ["dns@acme.example", "ops@acme.example"] };

describe("domainDnsShareLifecycle", function () {
  const { emulator, resource, requests } = useResource(this, domainDnsShareLifecycle);

  it("takes 1 to 10 addresses, each counted once", async () => {
    const { faults } = resource();
    const given = (recipients: unknown) => faults({ domainId: "domain-2", recipients });
    expect(await given(addresses(1))).to.deep.equal([]);
    expect(await given([...addresses(10), "DNS0@acme.example"])).to.deep.equal([]);
    expect(await given([])).to.deep.equal([
      "recipients: must have 1 to 10 different addresses (got 0)",
    ]);
    expect(await given(addresses(11))).to.deep.equal([
      "recipients: must have 1 to 10 different addresses (got 11)",
    ]);
  });

  it("names a bad address by its place, not by itself", async () => {
    const recipients = ["dns@acme.example", "private-person"];
    expect(await resource().faults({ domainId: "domain-2", recipients })).to.deep.equal([
      "recipients[1]: must be an email address, such as news@example.com",
    ]);
  });

  it("takes recipients that are not known yet", async () => {
    const recipients = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    expect(await resource().faults({ domainId: "domain-2", recipients })).to.deep.equal([]);
  });

  it("mails each address once, and tells what the service said", async () => {
    const recipients = ["dns@acme.example", "DNS@acme.example", "ops@acme.example"];
    const { id, outs } = await resource().create({ domainId: "domain-2", recipients });
    expect(id).to.equal("domain-2");
    expect(outs).to.deep.equal({
      domainId: "domain-2",
      recipients,
      message: "The DNS records of new.example were sent",
      sentTo: ["dns@acme.example", "ops@acme.example"],
      account: "loopback",
    });
    expect(requests()).to.deep.equal([
      {
        at: "POST /domains/domain-2/share",
        body: { recipients: ["dns@acme.example", "ops@acme.example"] },
      },
    ]);
  });

  it("mails only those that were added", async () => {
    const recipients = ["new@acme.example", "OPS@acme.example"];
    const outs = await resource().update("domain-2", state, { ...shared, recipients });
    expect(outs.sentTo).to.deep.equal(["new@acme.example"]);
    expect(requests()).to.deep.equal([
      { at: "POST /domains/domain-2/share", body: { recipients: ["new@acme.example"] } },
    ]);
  });

  it("sends nothing for removed addresses and another order", async () => {
    const reordered = ["ops@acme.example", "dns@acme.example"];
    const outs = await resource().update("domain-2", state, { ...shared, recipients: reordered });
    expect(outs).to.deep.include({ message: "sent", sentTo: state.sentTo });
    await resource().update("domain-2", state, { ...shared, recipients: ["ops@acme.example"] });
    expect(requests()).to.deep.equal([]);
  });

  it("mails all of them when a trigger changes", async () => {
    await resource().update("domain-2", state, { ...shared, triggers: [2] });
    expect(requests().map(({ body }) => body)).to.deep.equal([{ recipients: shared.recipients }]);
  });

  it("takes an asset among the triggers for the same while its content is", async () => {
    // The state has less of an asset than the program.
    const recorded = { ...state, triggers: [hashedContent("one")] };
    const declared = (hash: string) => ({ ...hashedContent(hash), path: "plan.txt" });
    const removed = { ...shared, recipients: ["dns@acme.example"] };
    await resource().update("domain-2", recorded, { ...removed, triggers: [declared("one")] });
    expect(requests()).to.deep.equal([]);
    await resource().update("domain-2", recorded, { ...removed, triggers: [declared("two")] });
    expect(requests().map(({ body }) => body)).to.deep.equal([{ recipients: removed.recipients }]);
  });

  it("takes no whole resource for a trigger, since it would never fire", async () => {
    const triggers = [{ of: [{ __pulumiResource: true }] }];
    expect(await resource().faults({ ...shared, triggers })).to.deep.equal([
      "triggers[0].of.0: must be a value (got a resource; pass one of its outputs, such as its id)",
    ]);
  });

  it("sends a mail of unknown fate no second time, says so, and names no address", async () => {
    emulator().faults([{ path: "/domains/*", times: 1, kind: "reset-after" }]);
    const failure = await resource().createFailure(shared);
    expect(failure.id).to.equal(undefined);
    expect(failure.message).to.match(
      /^DomainDnsShare "domain-2": the connection to .* was closed before the reply was complete\. The mail may have been sent; the next pulumi up sends it again\.$/,
    );
    expect(failure.message).to.not.include("dns@");
    expect(requests()).to.have.length(1);
  });

  it("says what an unknown domain is", async () => {
    const failure = await resource().createFailure({ ...shared, domainId: "domain-9" });
    expect(failure.message).to.include("Record not found with the given Id");
  });

  it("sends nothing on a delete", async () => {
    await resource().remove("domain-2", { ...state, account: "loopback" });
    expect(requests()).to.deep.equal([]);
  });
});
