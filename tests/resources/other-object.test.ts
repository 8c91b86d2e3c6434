import { expect } from "chai";
import type { Fault } from "email-marketing-emulator";
import type { Properties } from "../../provider/plain/value";
import { failure, rejection } from "../support/rejection";
import { extended, type Kind, useResource } from "../support/resource";
import { spring } from "./campaign/spring";

/** A fault: the request is carried out, but the response has this id. */
const withId = (path: string, id: string, method = "POST"): Fault => ({
  ...{ method, path, times: 1, kind: "status", applied: true },
  ...(method === "POST" ? { status: 201, body: { id } } : { status: 200, body: { data: { id } } }),
});

const list = "POST /campaign/list";
const post = "POST /campaign";
/** The SHA-256 of "abc", from the specification of SHA-256. */
const hashOfAbc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const unconfirmed = /^unknown:\d+$/;

for (const operations of ["specified", "extended"]) {
  describe("a create response that has another resource's id", function () {
    const { emulator, resource, newRun, requests } = useResource(this, "Campaign", { operations });
    const taken = (id: string) =>
      `the service gave the new object the id ${id}, which another resource of this run has already.`;

    /** Creates two objects, with the id of the first in both responses. Returns the id in the second create's error. */
    async function createTwo(
      kind: Kind,
      path: string,
      [one, other]: readonly [Properties, Properties],
    ) {
      const { id } = await resource(kind).create(one);
      requests();
      emulator().faults([withId(path, id)]);
      const { message, ...lost } = await failure(resource(kind).create(other));
      expect(message).to.include(taken(id));
      return lost.id;
    }

    it(`leaves a Campaign unconfirmed, without any further request (operations=${operations})`, async () => {
      const id = await createTwo("Campaign", "/campaign", [spring, { ...spring, name: "Summer" }]);
      expect(id).to.match(unconfirmed);
      const before = operations === "extended" ? [list] : [];
      expect(requests()).to.deep.equal([...before, post]);
    });

    it(`leaves a CustomProperty unconfirmed, without any further request (operations=${operations})`, async () => {
      const [size, color] = ["size", "color"].map((name) => ({ name, type: "text" }));
      const id = await createTwo("CustomProperty", "/contact/property", [size ?? {}, color ?? {}]);
      expect(id).to.match(unconfirmed);
      expect(requests()).to.deep.equal(["POST /contact/property"]);
    });

    it(`adds no Sender to the state, so that the next run can adopt the sender (operations=${operations})`, async () => {
      const [one, two] = ["one", "two"].map((name) => ({ email: `${name}@acme.example`, name }));
      const id = await createTwo("Sender", "/senders", [one ?? {}, two ?? {}]);
      expect(id).to.equal(undefined);
      expect(requests()).to.deep.equal(["POST /senders/search", "POST /senders"]);
      newRun();
      const { outs } = await resource("Sender").create(two ?? {});
      expect(outs).to.include({ adopted: true });
    });

    it(`leaves a Campaign unconfirmed even if the other resource is unchanged in this run (operations=${operations})`, async () => {
      const state = { ...spring, account: "loopback" };
      await resource().diff("campaign-1", state, spring);
      emulator().faults([withId("/campaign", "campaign-1")]);
      const lost = await failure(resource().create({ ...spring, name: "Summer" }));
      expect(lost.id).to.match(unconfirmed);
      expect(lost.message).to.include(taken("campaign-1"));
    });

    it(`is accepted if the other resource is not part of the run (operations=${operations})`, async () => {
      const summer = { ...spring, name: "Summer" };
      const { id, outs } = await resource().create(spring);
      newRun();
      await resource().create({ ...spring, name: "Fall" });
      emulator().faults([withId("/campaign", id)]);
      const isTaken = (error: unknown) => String(error).includes("another resource of this run");
      expect(
        await resource()
          .create(summer)
          .then(() => false, isTaken),
      ).to.equal(false);
      // The next run manages it, too, after a diff of the object.
      newRun();
      const { account: _, status: __, scheduledDate: ___, __reading: ____, ...inputs } = outs;
      await resource().diff(id, outs, inputs);
      emulator().faults([withId("/campaign", id)]);
      expect(
        await resource()
          .create(summer)
          .then(() => false, isTaken),
      ).to.equal(true);
    });
  });
}

describe("a create that returns the id of a deleted object", function () {
  const { emulator, resource } = useResource(this, "CustomProperty", extended);

  it("is accepted, because the service may reuse the id", async () => {
    emulator().seed({ properties: [{ id: "size", name: "size", type: "text" }] });
    const size = { name: "size", type: "text", onDestroy: "delete" };
    const state = { ...size, account: "loopback" };
    const number = { ...size, type: "number" };
    expect((await resource().diff("size", state, number)).replaces).to.deep.equal(["type"]);
    await resource().delete("size", state);
    emulator().faults([withId("/contact/property", "size")]);
    expect((await resource().create(number)).id).to.equal("size");
  });
});

describe("a List whose create response has the id of another list", function () {
  const { emulator, resource, requests } = useResource(this, "List", extended);

  it("is unconfirmed, and no request follows the create", async () => {
    const { id } = await resource().create({ name: "Prospects" });
    requests();
    emulator().faults([withId("/list", id)]);
    expect((await failure(resource().create({ name: "Clients" }))).id).to.match(unconfirmed);
    expect(requests()).to.deep.equal(["POST /lists/search", "POST /list"]);
  });
});

describe("the check of a new campaign's id", function () {
  const { emulator, resource, newRun, requests } = useResource(this, "Campaign", extended);
  const { name, subject, sender } = spring;

  it("leaves the campaign unconfirmed if the service lists the draft under another id", async () => {
    for (const [other, sought] of [
      ["campaign-1", "Spring"],
      // A search for the name also finds campaign-2, whose name begins with it.
      ["campaign-2", "Spring"],
    ] as const) {
      emulator().reset();
      newRun();
      emulator().patch("campaigns", "campaign-2", { name: "Spring of the legal department" });
      emulator().faults([withId("/campaign", other)]);
      requests();
      const lost = await failure(resource().create(spring));
      expect(lost.id).to.match(unconfirmed);
      expect(lost.message).to.include(
        `Campaign "${sought}": the service gave the new campaign the id ${other}, but shows no campaign with this name under that id, and a new draft with this name under campaign-3.`,
      );
      expect(lost.properties).to.deep.include({ name, subject, sender });
      expect(requests()).to.deep.equal([list, post, list]);
    }
  });

  it("accepts the response's id if several campaigns have the declared name", async () => {
    await resource().create(spring);
    newRun();
    requests();
    expect((await resource().create(spring)).id).to.equal("campaign-4");
    const both = await Promise.all([resource().create(spring), resource().create(spring)]);
    expect(both.map(({ id }) => id)).to.have.members(["campaign-5", "campaign-6"]);
  });

  it("accepts the response's id if the service's list lacks the new draft", async () => {
    emulator().faults([
      { path: "/campaign/list", skip: 1, times: 1, kind: "stale", ms: 10_000 },
      withId("/campaign", "campaign-9"),
    ]);
    expect((await resource().create(spring)).id).to.equal("campaign-9");
  });
});

describe("the date of a campaign with a new name or subject in the service", function () {
  const { emulator, resource, newRun, requests } = useResource(this, "CampaignSchedule", extended);
  const dated = { campaignId: "campaign-2", scheduledAt: "2098-03-01 09:00:00" };
  const put = "PUT /campaign/campaign-2";
  const recorded = { ...spring, name: "Spring news", account: "loopback" };

  /** Runs the diff of the declared campaign, then creates its schedule. */
  async function send(inService: object, declared: Properties = {}, state: Properties = recorded) {
    newRun();
    emulator().reset();
    emulator().patch("campaigns", "campaign-2", inService);
    const { account: _, __reading: __, ...inputs } = state;
    await resource("Campaign").diff("campaign-2", state, { ...inputs, ...declared });
    requests();
    return resource().create(dated);
  }

  it("is not sent if the name and the subject both differ from the program and the state", async () => {
    const other = { name: "Draft of the legal department", subject: "Not yet!" };
    expect(await rejection(send(other, { subject: "Newer" }))).to.equal(
      `CampaignSchedule "campaign-2": the service shows another campaign under the id "campaign-2": neither its name nor its subject is the declared or the recorded one, so the date was not sent. Look at the campaign in the service's web app. If it is the one of this program, run pulumi refresh, then pulumi up. [conflict]`,
    );
    expect(requests()).to.deep.equal([list]);
    expect(emulator().snapshot().campaigns[1]?.status).to.equal("Draft");
  });

  it("fails the preview and the update if the program then changes the date", async () => {
    const state = { ...dated, account: "loopback" };
    const later = { ...dated, scheduledAt: "2098-04-01 09:00:00" };
    emulator().patch("campaigns", "campaign-2", { name: "Other", subject: "Not yet!" });
    newRun({ preflight: "error" });
    const { account: _, ...inputs } = recorded;
    await resource("Campaign").diff("campaign-2", recorded, inputs);
    expect(await rejection(resource().diff("campaign-2", state, later))).to.equal(
      `CampaignSchedule "campaign-2": campaignId: the service shows another campaign under the id "campaign-2": neither its name nor its subject is the declared or the recorded one, so its date will not be sent, and the update will fail. Look at the campaign in the service's web app. If it is the one of this program, run pulumi refresh, then pulumi up. [campaign-unknown campaignId]`,
    );
    expect(await rejection(resource().update("campaign-2", state, later))).to.include(
      "so the date was not sent",
    );
    expect(requests()).to.not.include(put);
  });

  it("is sent if the program or the state has that name or subject", async () => {
    const subject = "Not yet!";
    const other = { name: "Other", subject };
    for (const [inService, declared, state] of [
      [{ name: " SPRING  news", subject }],
      [{ name: "Other", subject: "What is&nbsp;new" }],
      [other, { subject }],
      [other, {}, { ...recorded, subject }],
      [other, { name: "Newer" }, { ...recorded, __reading: { declared: { subject } } }],
      // The state records the hash of the name in the service.
      [{ name: "abc", subject }, {}, { ...recorded, __reading: { name: hashOfAbc } }],
    ] as readonly (readonly [object, Properties?, Properties?])[]) {
      await send(inService, declared, state);
      expect(requests(), JSON.stringify([inService, declared])).to.include(put);
    }
  });

  it("is sent if the run has no Campaign resource for the campaign", async () => {
    emulator().patch("campaigns", "campaign-2", { name: "Other", subject: "Not yet!" });
    await resource().create(dated);
    expect(requests()).to.include(put);
  });
});

describe("WebhookActivation", function () {
  const { emulator, resource, requests } = useResource(this, "WebhookActivation", extended);

  it("fails without switching a webhook if the service's response is about another webhook", async () => {
    const webhook = { id: "webhook-7", name: "Other", url: "https://a.example/", status: 1 };
    const response = { status: 200, body: { webhook } };
    emulator().faults([
      { path: "/webhooks/detail/{id}", times: 2, kind: "status", applied: true, ...response },
    ]);
    const said =
      /^WebhookActivation "webhook-9": the reply to GET \/webhooks\/detail\/\{id\} is about another object/;
    expect(await rejection(resource().create({ webhookId: "webhook-9" }))).to.match(said);
    const state = { webhookId: "webhook-9", account: "loopback" };
    expect(await rejection(resource().read("webhook-9", state))).to.match(said);
    expect(requests().filter((one) => one.includes("toggle"))).to.deep.equal([]);
  });
});

describe("the service's response about another list than the requested one", function () {
  const { emulator, resource, newRun, requests } = useResource(this, "Campaign", extended);
  const said = /the reply to GET \/list\/\{id\} is about another object/;
  const other: Fault = {
    ...{ path: "/list/{id}", times: 9, kind: "status", status: 200, applied: true },
    body: { data: { id: "list-2", name: "Everybody", contact_count: 7 } },
  };

  it("fails the update of a Campaign if the update adds the requested list", async () => {
    const { listIds: _, ...before } = spring;
    emulator().faults([other]);
    const state = { ...before, account: "loopback" };
    expect(await rejection(resource().update("campaign-2", state, spring))).to.match(said);
    expect(requests().filter((one) => one.startsWith("PUT"))).to.deep.equal([]);
  });

  it('fails the create of a CampaignSchedule if the setting "maxRecipients" is set', async () => {
    newRun({ maxRecipients: "10" });
    emulator().faults([
      { ...other },
      { path: "/lists/search", times: 9, kind: "status", status: 400 },
    ]);
    await resource().diff("campaign-2", { ...spring, account: "loopback" }, spring);
    const dated = { campaignId: "campaign-2", scheduledAt: "2098-03-01 09:00:00" };
    expect(await rejection(resource("CampaignSchedule").create(dated))).to.match(said);
    expect(requests().filter((one) => one.startsWith("PUT"))).to.deep.equal([]);
  });
});
