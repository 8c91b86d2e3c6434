import { expect } from "chai";
import { type Properties, unknownValue } from "../../../provider/plain/value";
import { useSkippedWaits } from "../../support/clock";
import { rejection } from "../../support/rejection";
import { extended, useResource } from "../../support/resource";
import { assetOf } from "../../support/wire-value";
import { spring } from "./spring";

describe("reading a campaign", function () {
  useSkippedWaits(this);
  const settings = { ...extended, deadlineSeconds: "20" };
  const { emulator, resource, newRun, warnings, requests } = useResource(
    this,
    "Campaign",
    settings,
  );

  const create = async (props: Properties = spring) => {
    const { id, outs } = await resource().create(props);
    return { id, state: outs };
  };
  const refresh = async (id: string, state: Properties) => {
    const { props = {}, inputs } = await newRun().read(id, state);
    return { state: props, inputs };
  };
  /** Creates a campaign, and reads it for the first time. */
  const settled = async (props: Properties = spring) => {
    const { id, state } = await create(props);
    return { id, state: (await refresh(id, state)).state };
  };

  /** Creates and reads a campaign, changes it in the service, and refreshes it. */
  const edited = async (fields: object, props: Properties = spring) => {
    const { id, state } = await settled(props);
    emulator().patch("campaigns", id, fields);
    requests();
    const { state: read, inputs } = await refresh(id, state);
    return { id, state, read, inputs };
  };
  const isSent = (id: string) =>
    emulator().patch("campaigns", id, { status: "Finished", sent_at: "2026-01-01T00:00:00Z" });

  it("changes nothing in the state if the campaign was just created", async () => {
    const { id, state } = await create();
    const { state: read } = await refresh(id, state);
    expect(read).to.deep.equal(state);
    const { __reading: reading, ...rest } = read;
    expect(rest).to.deep.equal({ ...spring, status: "draft", account: "loopback" });
    expect(reading).to.have.all.keys("name", "subject", "replyTo", "html", "sender", "lists");
    const again = await refresh(id, read);
    expect(again.inputs).to.equal(undefined);
    expect(again.state).to.deep.equal(read);
    expect(warnings()).to.deep.equal([]);
  });

  it("sends no request if the setting is operations=specified", async () => {
    newRun({ operations: "specified" });
    const { id, outs } = await resource().create(spring);
    expect(outs).to.deep.equal({ ...spring, account: "loopback" });
    requests();
    for (let times = 0; times < 2; times += 1) {
      const { props } = await resource().read(id, outs);
      expect(props).to.deep.equal(outs);
    }
    expect(requests()).to.deep.equal([]);
    expect(warnings()).to.deep.equal([
      'nothing was asked about resources that only extended operations read: they stay as they are in the Pulumi state. To have them read, set stack config emailmarketing:operations to "extended", and run pulumi up before the next refresh.',
    ]);
  });

  it("shows somebody's edits as drift until the next update sends the declared values", async () => {
    const declared = { ...spring, replyTo: "support@acme.example" };
    const { id, read, inputs } = await edited({ subject: "Edited", reply_email: "" }, declared);
    expect(inputs).to.deep.equal({ ...spring, subject: "Edited" });
    expect((await refresh(id, read)).inputs).to.equal(undefined);
    const { outs } = await newRun().update(id, read, declared);
    expect(emulator().snapshot().campaigns.at(-1)).to.deep.include({
      subject: "What is new",
      reply_email: "support@acme.example",
    });
    const after = await refresh(id, outs);
    expect(after.inputs?.subject ?? "What is new").to.equal("What is new");
    expect((await refresh(id, after.state)).inputs).to.equal(undefined);
  });

  it("stores edited HTML as a hash, and the next update sends the declared HTML", async () => {
    const { id, read } = await edited({ html: "<p>Edited</p>" });
    expect(read.html).to.deep.equal({
      "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17",
      hash: "6da2688132585706aad4d93c4cd1736841c2ba28358578a2b4e8cccc905d5ee2",
    });
    await newRun().update(id, read, spring);
    expect(emulator().snapshot().campaigns.at(-1)?.html).to.equal("<p>Hello</p>");
  });

  describe("with recipient lists", () => {
    const names = ["Customers", "Internal", "Twice", "Twice", "Shops, Berlin"];
    const lists = names.map((name, at) => ({ id: `list-${at + 1}`, name, contact_count: 1 }));
    beforeEach(() => {
      const none = { contacts: [], opens: [], unsubscribes: [], inbox_placements: [] };
      emulator().seed({ ...emulator().snapshot(), ...none, lists });
      newRun();
    });
    it("shows changed lists as drift even if a list name contains a comma", async () => {
      const { id, read } = await edited({ list_ids: ["list-5"] });
      expect(read.listIds).to.deep.equal(["list-5"]);
      expect((await refresh(id, read)).inputs).to.equal(undefined);
      const { outs } = await newRun().update(id, read, spring);
      const after = await refresh(id, outs);
      expect([after.inputs, after.state]).to.deep.equal([undefined, outs]);
      expect(JSON.stringify(outs)).to.not.include("declared");
      expect(warnings()).to.deep.equal([]);
    });

    it("shows no change if a list was renamed and the order of the lists differs", async () => {
      const both = { ...spring, listIds: ["list-2", "list-1"] };
      const { id, state } = await edited({ list_ids: ["list-1", "list-2"] }, both);
      emulator().patch("lists", "list-1", { name: "Clients" });
      expect((await refresh(id, state)).state).to.deep.equal(state);
      expect(warnings()).to.deep.equal([]);
    });

    it("warns only once that lists can't be compared if two lists of the account share a name", async () => {
      const { id, state, read } = await edited({ list_ids: ["list-3"] });
      expect(read).to.deep.equal({
        ...state,
        __reading: { ...(state.__reading as object), openLists: true },
      });
      expect((await refresh(id, read)).state).to.deep.equal(read);
      expect(warnings()).to.deep.equal([
        "Campaign \"Spring\": listIds: not compared, because the service names no list of the campaign, or one that the account doesn't have or has several of with that name. Look at the campaign's lists in the service's web app.",
      ]);
    });

    it("warns again about lists that can't be compared if an update has changed the lists", async () => {
      const { id, read } = await edited({ list_ids: ["list-3"] });
      warnings();
      const { outs } = await newRun().update(id, read, { ...spring, listIds: ["list-2"] });
      expect(outs.__reading).to.not.have.property("openLists");
      emulator().patch("campaigns", id, { list_ids: ["list-4"] });
      await refresh(id, outs);
      expect(warnings().join("\n")).to.match(/listIds: not compared/);
    });

    it("warns that lists can't be compared, and reads the rest, if the search for lists fails", async () => {
      emulator().faults([{ path: "/lists/search", times: 9, kind: "status", status: 501 }]);
      const { id, state } = await settled();
      emulator().patch("campaigns", id, { list_ids: ["list-2"], subject: "Edited" });
      const { state: read } = await refresh(id, state);
      emulator().faults([]);
      expect(read).to.deep.include({ listIds: ["list-1"], subject: "Edited" });
      expect(warnings().join("\n"))
        .to.match(/POST \/lists\/search/)
        .and.match(/listIds: not compared/);
    });
  });

  it("shows the declared subject and lists again, instead of somebody's edits, if the campaign was sent", async () => {
    const { id, read } = await edited({ subject: "Edited", list_ids: ["list-2"] });
    expect(read).to.deep.include({ subject: "Edited", listIds: ["list-2"] });
    isSent(id);
    const { state: finished } = await refresh(id, read);
    expect(finished).to.deep.include({ ...spring, status: "finished" });
    expect(warnings()).to.deep.equal(['Campaign "Spring" (campaign-3) was sent.']);
  });

  describe("with an edit that the program now declares", () => {
    const changes = [
      ["subject", { subject: "Edited" }, { subject: "Edited" }],
      ["replyTo", { reply_email: "support@acme.example" }, { replyTo: "support@acme.example" }],
      ["html", { html: "<p>Edited</p>" }, { html: "<p>Edited</p>" }],
      ["listIds", { list_ids: ["list-2"] }, { listIds: ["list-2"] }],
    ] as const;

    for (const [name, fields, more] of changes) {
      it(`shows no drift of ${name}`, async () => {
        const { id, read } = await edited(fields);
        const declared = { ...spring, ...more };
        warnings().length = 0;
        const run = newRun();
        requests();
        expect((await run.diff(id, read, declared)).changes).to.equal(true);
        const { outs } = await run.update(id, read, declared);
        expect(requests()).to.deep.equal([]);
        expect(warnings()).to.deep.equal([
          `Campaign "Spring": ${name}: the program declares what was set in the service, so it is recorded, and not sent.`,
        ]);
        const again = await refresh(id, outs);
        expect([again.inputs, again.state]).to.deep.equal([undefined, outs]);
        expect((await newRun().diff(id, outs, declared)).changes).to.equal(undefined);
        isSent(id);
        const { state: finished, inputs } = await refresh(id, outs);
        expect(finished).to.deep.include({ ...declared, status: "finished" });
        expect(inputs).to.deep.equal(declared);
      });
    }

    it("keeps the edit in the state even if the campaign was sent before the update", async () => {
      const { id, read } = await edited({ subject: "Edited" });
      isSent(id);
      const declared = { ...spring, subject: "Edited", ignoreChecks: ["campaign-closed"] };
      const { outs } = await newRun().update(id, read, declared);
      expect((await newRun().diff(id, outs, declared)).changes).to.equal(undefined);
      expect((await refresh(id, outs)).state).to.deep.include({ ...declared, status: "finished" });
    });

    it("keeps all declared values in the state if the campaign is then sent", async () => {
      const { id, read } = await edited({ subject: "Edited", list_ids: ["list-2"] });
      const declared = { ...spring, name: "Summer", subject: "Edited", listIds: ["list-2"] };
      const { outs } = await newRun().update(id, read, declared);
      isSent(id);
      expect((await refresh(id, outs)).state).to.deep.include({ ...declared, status: "finished" });
    });
  });

  it("warns if the sender differs, because no operation changes the sender", async () => {
    const sender = { sender_email: "other@acme.example", sender_name: "Acme" };
    const { state, read } = await edited({ sender });
    expect(read).to.deep.equal(state);
    expect(warnings()).to.deep.equal([
      'Campaign "Spring": the sender was changed in the service. pulumi up can\'t change it back: the service has no operation for it.',
    ]);
  });

  it("keeps the campaign in the state, with advice on the removal, if the service's list lacks the campaign", async () => {
    const { id, state } = await settled();
    emulator().remove("campaigns", id);
    const { state: missing } = await refresh(id, state);
    expect(missing).to.deep.equal({ ...state, status: "missing" });
    expect(warnings()).to.deep.equal([
      "Campaign campaign-3 is missing from the service's list of campaigns: it was deleted there, or the list doesn't show it. It stays in the Pulumi state, and pulumi up doesn't create it again. If it was deleted, remove it and what depends on it from the program, since the next update would create and schedule it again, and run: pulumi state delete --force --target-dependents <urn> (pulumi stack --show-urns shows the URN).",
    ]);
  }).timeout(20_000);

  it("makes the next preview warn if the program changes a campaign that the service's list lacks", async () => {
    const { id, state } = await settled();
    emulator().remove("campaigns", id);
    const { state: missing } = await refresh(id, state);
    const changed = { ...spring, subject: "Newer" };
    const says =
      "campaign campaign-3 is missing from the service's list of campaigns, so the update will fail. If it was deleted in the service's web app, remove it and what depends on it from the state. Run: pulumi state delete --force --target-dependents <urn of the Campaign> (pulumi stack --show-urns shows the URN), then: pulumi up, which creates it again. [campaign-unknown]";
    newRun();
    warnings().length = 0;
    await resource().diff(id, missing, spring);
    expect(warnings()).to.deep.equal([]);
    await resource().diff(id, missing, changed);
    expect(warnings().splice(0)).to.deep.equal([`Campaign "Spring": ${says}`]);
    newRun({ preflight: "error" });
    expect(await rejection(resource().diff(id, missing, changed))).to.include(says);
    await resource().delete(id, missing);
    expect(warnings()).to.deep.equal([
      'Campaign "Spring" was removed from the Pulumi state only: the campaign is missing from the service\'s list of campaigns.',
    ]);
  }).timeout(20_000);

  it("makes the preview of a change warn if the service lists other drafts, but not the campaign", async () => {
    const { id, state } = await settled();
    await resource().create({ ...spring, name: "Another" });
    emulator().remove("campaigns", id);
    newRun({ preflight: "error" });
    warnings().length = 0;
    await resource().diff(id, state, spring);
    expect(warnings()).to.deep.equal([]);
    await resource().diff(id, state, { ...spring, subject: "Newer" });
    expect(warnings()).to.deep.equal([
      "Campaign \"Spring\": campaign campaign-3 is missing from the service's list of campaigns, so the update will fail. If it was deleted in the service's web app, remove it and what depends on it from the state. Run: pulumi state delete --force --target-dependents <urn of the Campaign> (pulumi stack --show-urns shows the URN), then: pulumi up, which creates it again. [campaign-unknown]",
    ]);
  }).timeout(20_000);

  it("makes the preview of a change report nothing if the service's list shows no drafts, because it may hide them", async () => {
    const { id, state } = await settled();
    const account = emulator().snapshot();
    const hiding = { ...account.account, campaign_quirks: ["hides-drafts"] as const };
    emulator().seed({ ...account, account: hiding });
    newRun({ preflight: "error" });
    await resource().diff(id, state, { ...spring, subject: "Newer" });
    expect(warnings()).to.deep.equal([]);
  });

  it("leaves the state unchanged, with one warning, if the service has no list of campaigns", async () => {
    const { id, state } = await settled();
    emulator().faults([{ path: "/campaign/list", times: 9, kind: "status", status: 501 }]);
    newRun();
    requests();
    for (let times = 0; times < 2; times += 1) {
      const { props } = await resource().read(id, state);
      expect(props).to.deep.equal(state);
    }
    expect(requests()).to.deep.equal(["POST /campaign/list"]);
    expect(warnings()).to.have.length(1);
    expect(warnings()[0]).to.match(
      /^the service does not list campaigns \(501, POST \/campaign\/list\)/,
    );
  });

  it("makes the preview warn, and the update fail, if the program changes a campaign that was sent", async () => {
    const { id, state } = await settled();
    isSent(id);
    newRun();
    const now = { ...spring, subject: "Another" };
    await resource().diff(id, state, now);
    expect(warnings()).to.deep.equal([
      'Campaign "Spring": the campaign was sent, so it can\'t be changed any more. Restore the old values, add the inputs to ignoreChanges, or declare another Campaign for another mailing. [campaign-closed]',
    ]);
    expect(await rejection(resource().update(id, state, now))).to.match(
      /^Campaign "Spring": the campaign was sent, .*Nothing was sent\. \[campaign-closed\]$/,
    );
  });

  it("makes the preview only warn if the campaign was sent and the changed input is still unknown", async () => {
    const { id, state } = await settled();
    isSent(id);
    newRun({ preflight: "error" });
    await resource().diff(id, state, { ...spring, subject: unknownValue });
    expect(warnings()).to.deep.equal([
      'Campaign "Spring": only the update knows whether this campaign changes. If it does: the campaign was sent, so it can\'t be changed any more. Restore the old values, add the inputs to ignoreChanges, or declare another Campaign for another mailing. [campaign-closed]',
    ]);
    const both = { ...spring, subject: unknownValue, preheader: "Other" };
    expect(await rejection(resource().diff(id, state, both))).to.match(
      /^Campaign "Spring": the campaign was sent, so it can't be changed any more\. .* \[campaign-closed\]$/,
    );
  });

  it("shows no change and no drift if the campaign was sent and only line ends differ", async () => {
    const html = (text: string) => ({ ...spring, html: assetOf(text, { text }) });
    const { id, outs } = await resource().create(html("<p>\n</p>\n"));
    isSent(id);
    newRun();
    requests();
    const now = html("<p>\r\n</p>\r\n");
    await resource().diff(id, outs, now);
    const updated = await resource().update(id, outs, now);
    expect(updated.outs).to.deep.include(now);
    expect(requests().filter((one) => one.startsWith("PUT"))).to.deep.equal([]);
    const { props, inputs } = await newRun().read(id, updated.outs);
    expect([props, inputs]).to.deep.equal([{ ...updated.outs, status: "finished" }, now]);
    expect(warnings()).to.deep.equal([`Campaign "Spring" (${id}) was sent.`]);
  });

  it("causes only three requests if a stack has 99 campaigns with lists and schedules", async () => {
    const campaigns = Array.from({ length: 99 }, (_, index) => ({
      id: `c${index}`,
      name: `News ${index}`,
      status: "Draft" as const,
      sender: { sender_email: "hello@acme.example", sender_name: "Acme" },
      list_ids: ["list-1"],
    }));
    emulator().seed({
      ...emulator().snapshot(),
      campaigns,
      opens: [],
      unsubscribes: [],
      inbox_placements: [],
    });
    newRun();
    requests();
    await Promise.all(
      campaigns.flatMap(({ id, name }) => [
        resource().read(id, { ...spring, name, account: "loopback" }),
        resource("CampaignSchedule").read(id, {
          campaignId: id,
          scheduledAt: "2098-03-01 09:00:00",
          account: "loopback",
        }),
      ]),
    );
    const one = "POST /campaign/list";
    expect(requests().sort()).to.deep.equal([one, one, "POST /lists/search"]);
  });
});
