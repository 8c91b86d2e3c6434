import { expect } from "chai";
import type { Emulator, Fault } from "email-marketing-emulator";
import type { Properties } from "../../../provider/plain/value";
import { useSkippedWaits } from "../../support/clock";
import { failure, rejection } from "../../support/rejection";
import { extended, useResource } from "../../support/resource";
import { assetOf } from "../../support/wire-value";
import { spring as plain } from "./spring";

type Quirk = NonNullable<
  NonNullable<Parameters<Emulator["seed"]>[0]["account"]>["campaign_quirks"]
>[number];

const spring = {
  ...plain,
  name: "Spring & more",
  subject: "What is new in the café",
  replyTo: "support@acme.example",
};
const list = "POST /campaign/list";

describe("a created campaign", function () {
  useSkippedWaits(this);
  const { emulator, resource, newRun, warnings, requests } = useResource(
    this,
    "Campaign",
    extended,
  );
  const be = (fields: object) => emulator().patch("campaigns", "campaign-3", fields);
  const now = () => emulator().snapshot().campaigns.at(-1);
  const with_ = (...campaign_quirks: Quirk[]) => {
    const account = emulator().snapshot();
    emulator().seed({ ...account, account: { ...account.account, campaign_quirks } });
  };
  const create = async () => (await resource().create(spring)).outs;
  const read = async (id: string, state: Properties) =>
    (await newRun().read(id, state)).props ?? {};
  const refresh = (state: Properties) => read("campaign-3", state);
  const update = async (state: Properties, props: Properties = spring) => {
    requests();
    return (await newRun().update("campaign-3", state, props)).outs;
  };
  const shown = (state: Properties) =>
    (["name", "subject", "replyTo", "html"] as const).filter(
      (name) => JSON.stringify(state[name]) !== JSON.stringify(spring[name]),
    );

  const edits = {
    name: { name: "Summer" },
    subject: { subject: "Edited" },
    replyTo: { reply_email: "other@acme.example" },
    html: { html: "<p>Edited</p>" },
  };
  const lagging: Fault = { path: "/campaign/list", skip: 1, times: 1, kind: "stale", ms: 10_000 };
  const services: readonly (readonly [string, ...Quirk[]])[] = [
    ["keeps all values"],
    ["rewrites HTML and subject", "rewrites-html", "rewrites-subject"],
    ["lists the campaign late"],
    ["lists no drafts", "hides-drafts"],
  ];
  // Each behavior of the service, without and with a refresh before the edit.
  const all = services.flatMap((one) => [false, true].map((isRead) => [isRead, ...one] as const));
  for (const [isRead, service, ...quirks] of all) {
    const isOpen = service.startsWith("lists");
    // Without a baseline, the first refresh accepts the service's HTML, with a warning.
    const found = Object.keys(edits).filter((name) => name !== "html" || !isOpen || isRead);
    it(`shows edits of ${found.join(", ")} as drift if they come ${isRead ? "after" : "before"} the first refresh and the service ${service}`, async () => {
      with_(...quirks);
      if (service === "lists the campaign late") emulator().faults([lagging]);
      let state = await create();
      expect(requests()).to.deep.equal([list, "POST /campaign", list]);
      expect(state.__reading !== undefined).to.equal(!isOpen);
      if (service === "lists no drafts") be({ status: "Scheduled" });
      if (isRead) state = await refresh(state);
      expect(shown(state)).to.deep.equal([]);
      for (const [name, fields] of Object.entries(edits)) {
        const before: Properties = { ...now() };
        be(fields);
        const edited = await refresh(state);
        expect(shown(edited), name).to.deep.equal(found.includes(name) ? [name] : []);
        // An edit that was undone is no drift any more.
        const back = Object.fromEntries(
          Object.keys(fields).map((key) => [key, (before as Record<string, unknown>)[key]]),
        );
        be(back);
        const again = shown(await refresh(edited)).filter((one) => one !== "html");
        expect(again, name).to.deep.equal([]);
      }
      const takes = warnings().filter((one) => one.includes("isn't the declared one"));
      expect(takes).to.have.length(isOpen && !isRead ? 1 : 0);
    });
  }

  it("shows no drift in the first refresh, even if the service rewrites the sent values", async () => {
    with_("rewrites-html", "rewrites-subject", "adds-reply-to", "iso-dates");
    const state = await create();
    expect(await refresh(state)).to.deep.equal(state);
    expect(warnings()).to.deep.equal([]);
  });

  it("shows no drift if the declared HTML begins with a byte order mark", async () => {
    const marked = (text: string) => ({ ...spring, html: `\ufeff${text}` });
    const asset = (text: string) => ({
      ...spring,
      html: assetOf(`\ufeff${text}`, { text: `\ufeff${text}` }),
    });
    for (const of of [marked, asset]) {
      const { outs: state } = await resource().create(of("<p>Hello</p>"));
      expect(now()?.html).to.equal("<p>Hello</p>");
      const id = `campaign-${emulator().snapshot().campaigns.length}`;
      expect(await read(id, state)).to.deep.equal(state);
      const { outs } = await newRun().update(id, state, of("<p>Bye</p>"));
      expect(now()?.html).to.equal("<p>Bye</p>");
      expect(await read(id, outs)).to.deep.equal(outs);
      expect(warnings()).to.deep.equal([]);
    }
  });

  it("shows no drift in the first read if the service only spells a value in another way", async () => {
    const { __reading: _, ...state } = await create();
    be({
      name: " Spring &amp;  more",
      subject: "What is new in the cafe\u0301\u00a0",
      reply_email: "",
    });
    expect(shown(await refresh(state))).to.deep.equal([]);
    expect(warnings()).to.deep.equal([]);
  });

  it("gets a new baseline for drift only for the inputs that an update has sent", async () => {
    const state = await create();
    const before = state.__reading as Properties;
    const updated = await update(state, { ...spring, subject: "Other news" });
    expect(requests()).to.deep.equal([list, "PUT /campaign/campaign-3", list]);
    const { subject, ...rest } = updated.__reading as Properties;
    expect(subject).to.not.equal(before.subject);
    expect({ ...rest, subject: before.subject }).to.deep.equal(before);
    // The service's list doesn't show the preheader, so the update doesn't read the list again.
    await update(updated, { ...spring, subject: "Other news", preheader: "Soon" });
    expect(requests()).to.deep.equal([list, "PUT /campaign/campaign-3"]);
  });

  it("gets a new baseline for its lists only if the next search shows what an update has sent with them", async () => {
    const state = await create();
    const lists = (of: Properties) => (of.__reading as Properties).lists;
    const others = { ...spring, subject: "Other news", listIds: ["list-2"] };
    const updated = await update(state, others);
    expect(lists(updated)).to.be.a("string").and.not.equal(lists(state));
    // An update of only the lists searches for nothing, so nothing shows them.
    const again = await update(updated, { ...others, listIds: ["list-1"] });
    expect(lists(again)).to.equal(undefined);
  });

  it("gets no baseline for an updated input if the next search doesn't show the update", async () => {
    const state = await create();
    for (const fault of [
      { ...lagging, skip: 1 },
      { path: "/campaign/list", skip: 1, times: 1, kind: "status", status: 500 },
      { path: "/campaign/list", skip: 1, times: 1, kind: "status", status: 429 },
    ] as const) {
      emulator().faults([fault]);
      const updated = await update(state, { ...spring, subject: `News ${fault.kind}` });
      expect(requests()).to.deep.equal([list, "PUT /campaign/campaign-3", list]);
      expect(updated.__reading).to.not.have.property("subject");
      emulator().faults([]);
      be({ subject: spring.subject });
    }
  });

  it("shows no drift after an update if the service returns the same respelled subject as before", async () => {
    const { __reading: _, ...state } = await create();
    with_("rewrites-subject");
    const edited = await refresh(state);
    expect(shown(edited)).to.deep.equal(["subject"]);
    const written = await update(edited);
    const settled = await refresh(written);
    expect(shown(settled)).to.deep.equal([]);
    expect(await refresh(settled)).to.deep.equal(settled);
    expect(warnings()).to.deep.equal([
      'Campaign "Spring & more": subject: the service returned the same other value again after the declared one was sent. This is taken as the service\'s form of the declared value, and later refreshes compare with it.',
    ]);
  });

  it("gets the declared HTML once more, and then shows no drift, if the service rewrites the HTML on scheduling", async () => {
    with_("rewrites-html");
    const state = await create();
    be({ status: "Scheduled" });
    const drifted = await refresh(state);
    expect(shown(drifted)).to.deep.equal(["html"]);
    const updated = await update(drifted);
    expect(requests().filter((one) => one.startsWith("PUT"))).to.have.length(1);
    const settled = await refresh(updated);
    expect(shown(settled)).to.deep.equal([]);
    expect(warnings()).to.have.length(1);
    expect(warnings()[0]).to.include("service's form");
    // Any later difference is drift.
    be({ html: "<p>Edited</p>" });
    expect(shown(await refresh(settled))).to.deep.equal(["html"]);
  });

  it("blocks the creation of more campaigns if the service schedules new campaigns by itself", async () => {
    with_("schedules-all");
    const others = ["Summer", "Autumn"].map((name) => ({ ...spring, name }));
    const [first, ...rest] = await Promise.all(
      [spring, ...others].map((props) => failure(resource().create(props))),
    );
    expect(first?.id).to.equal("campaign-3");
    expect(first?.message).to.include('the service had it as "scheduled"');
    expect(first?.properties).to.deep.include({ ...spring, status: "scheduled" });
    for (const { message, id } of rest) {
      expect(id).to.equal(undefined);
      expect(message).to.include(
        "not created, because the service may mail it: campaign campaign-3, which this update created without a date, is no draft in the service. [campaign-not-draft]",
      );
    }
    expect(requests()).to.deep.equal([list, "POST /campaign", list]);
    const kept = first?.properties ?? {};
    expect(await rejection(newRun().update("campaign-3", kept, spring))).to.include(
      "[campaign-not-draft]",
    );
    expect(requests()).to.deep.equal([]);
    const known = { ...spring, ignoreChecks: ["campaign-not-draft"] };
    await update(kept, known);
    await resource().create({ ...known, name: "Summer" });
  });

  const closed = { ...spring, ignoreChecks: ["campaign-closed"] };
  const other = { ...closed, subject: "Other", sender: { email: "o@acme.example", name: "O" } };
  for (const [status, before, isRecorded] of [
    ["Finished", "finished", true],
    ["Processing", "finished", false],
    ["Paused", "paused", false],
    ["Aborted", "aborted", false],
    ["unread", "finished", false],
  ] as const) {
    it(`${isRecorded ? "gets a changed sender only in the state" : "refuses a changed sender"} if the service ${status === "unread" ? "can't show the campaign's status" : `shows the status "${status.toLowerCase()}"`} (${before} in the state)`, async () => {
      const state = { ...(await create()), status: before };
      if (status === "unread")
        emulator().faults([{ path: "/campaign/list", times: 9, kind: "status", status: 405 }]);
      else be({ status });
      newRun();
      requests();
      expect(await resource().faults(other, spring)).to.deep.equal([]);
      const diff = resource().diff("campaign-3", state, other);
      if (before === "finished") await diff;
      else expect(await rejection(diff)).to.include("sender: can't be changed after creation");
      const outcome = resource().update("campaign-3", state, other);
      if (!isRecorded) expect(await rejection(outcome)).to.include("sender: can't be changed");
      else expect((await outcome).outs).to.deep.include({ ...other, status: "finished" });
      expect(requests().filter((one) => one.startsWith("PUT"))).to.deep.equal([]);
      expect(warnings().some((one) => one.includes("the change is recorded"))).to.equal(isRecorded);
    });
  }
});
