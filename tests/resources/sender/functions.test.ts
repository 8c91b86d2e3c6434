import { expect } from "chai";
import { getSender, getSenders } from "pulumi-email-marketing";
import { useDataSources } from "../../support/environment";
import { rejection } from "../../support/rejection";

const acme = { sender_email: "hello@acme.example", status: "VERIFIED" } as const;

describe("look-ups of senders", function () {
  const bodies: unknown[] = [];
  useDataSources(this, {
    onExchange: ({ requestBody }) => bodies.push(JSON.parse(requestBody)),
    seed: {
      senders: [
        { ...acme, id: "sender-1", sender_name: "Acme" },
        { ...acme, id: "sender-2", sender_name: "Acme &amp; Shop" },
      ],
    },
  });

  it("send only the arguments passed to getSenders, with sortField in the service's spelling", async () => {
    for (const [sortField, sort_field] of [
      ["email", "sender_email"],
      ["name", "sender_name"],
      ["createdAt", "created_date"],
    ] as const) {
      await getSenders({ sortField, sortOrder: "desc" });
      expect(bodies.at(-1)).to.deep.include({ sort_field, sort_order: "desc" });
    }
    await getSenders({ search: "nothing like it" });
    expect(bodies.at(-1)).to.include({ search: "nothing like it" });
    expect(bodies.at(-1)).to.not.have.any.keys("sort_field", "sort_order");
  });

  it("return statuses in lower case", async () => {
    const { senders } = await getSenders({ search: "Shop" });
    expect(senders.map(({ id, status }) => [id, status])).to.deep.equal([["sender-2", "verified"]]);
    const sender = await getSender({ email: "Hello@ACME.example", name: "Acme" });
    expect(sender).to.include({ id: "sender-1", email: "hello@acme.example", status: "verified" });
  });

  it("find a sender by name even if the service returns the name with HTML entities", async () => {
    const { id } = await getSender({ email: "hello@acme.example", name: "Acme & Shop" });
    expect(id).to.equal("sender-2");
  });

  it("fail if two senders or no sender match the arguments passed to getSender", async () => {
    expect(await rejection(getSender({ email: "hello@acme.example" }))).to.equal(
      'getSender: the account has more than one sender with email "hello@acme.example": 2. Set name, too; getSenders() returns all of them. [conflict]',
    );
    expect(await rejection(getSender({ email: "hello@acme.example", name: "acme" }))).to.equal(
      'getSender: the account has no sender with email "hello@acme.example" and name "acme". Use one that getSenders() returns. [not-found]',
    );
  });
});
