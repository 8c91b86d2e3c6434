import { expect } from "chai";
import type { Fault } from "email-marketing-emulator";
import type { Properties } from "../../../provider/plain/value";
import { useSkippedWaits } from "../../support/clock";
import { until } from "../../support/paused-step";
import { failure } from "../../support/rejection";
import { extended, useResource } from "../../support/resource";
import { spring } from "./spring";

const lost = { method: "POST", path: "/campaign", times: 1, kind: "reset-after" } as const;
const list = "POST /campaign/list";
const post = "POST /campaign";
/** Makes the service's list lag in the second create. Each create reads the list twice. */
const staleThird: Fault = { path: "/campaign/list", skip: 2, times: 1, kind: "stale", ms: 10_000 };
const unmade = { ...lost, kind: "reset-before" } as const;

describe("a Campaign's create", function () {
  this.timeout(60_000);
  const settings = { ...extended, deadlineSeconds: "60" };
  const { emulator, resource, newRun, warnings, requests } = useResource(
    this,
    "Campaign",
    settings,
  );
  const create = (props: Properties = spring) => resource().create(props);

  const under = (...faults: Fault[]) => emulator().faults(faults);
  const named = (name: string) =>
    emulator()
      .snapshot()
      .campaigns.filter((row) => row.name === name);

  it("reads the list of campaigns once before and once after the request", async () => {
    const { id } = await create();
    expect(id).to.equal("campaign-3");
    expect(requests()).to.deep.equal([list, post, list]);
  });

  it("sends all inputs except the sender to the draft that is adopted after a lost response", async () => {
    under(lost);
    const { id, outs } = await create({ ...spring, contactsOrder: "first" });
    expect(id).to.equal("campaign-3");
    expect(outs).to.deep.include({ status: "draft", account: "loopback" });
    const puts = ["GET /list/list-1", "PUT /campaign/campaign-3"];
    expect(requests()).to.deep.equal([list, post, list, ...puts]);
    const fields = ["name", "subject", "html", "list_ids", "contacts_order"];
    expect(emulator().requests().at(-1)?.fields).to.deep.equal(fields);
    expect(warnings()).to.deep.equal([
      'Campaign "Spring": the reply to its create was lost. The draft campaign-3, which has appeared since, was adopted, and all declared inputs were sent to it.',
    ]);
    expect(named("Spring")).to.have.length(1);
  });

  it("keeps an adopted draft in the state if the request after the adoption fails", async () => {
    under(lost, { path: "/list/list-1", times: 9, kind: "bad-json" });
    const extraFields = { create: { view_in_browser: true } };
    const kept = await failure(create({ ...spring, extraFields }));
    expect(kept.id).to.equal("campaign-3");
    const { name, subject, sender } = spring;
    // If the state lacked these inputs, a later update would refuse them as changed, because only a create sends them.
    expect(kept.properties).to.deep.equal({
      ...{ name, subject, sender, extraFields },
      status: "draft",
      account: "loopback",
    });
    under();
    await resource().update("campaign-3", kept.properties ?? {}, spring);
    expect(emulator().requests().at(-2)?.fields).to.deep.equal(["html", "list_ids"]);
  });

  it("waits after a lost response until the service's list shows the new campaign", async () => {
    under(lost, { path: "/campaign/list", skip: 1, times: 1, kind: "stale", ms: 10_000 });
    const { id } = await create();
    expect(id).to.equal("campaign-3");
    expect(named("Spring")).to.have.length(1);
  });

  it("adopts its own draft after a lost response, not an earlier draft with the same name, even if the service's list is outdated", async () => {
    under(staleThird, { ...lost, skip: 1 });
    await create();
    expect((await create()).id).to.equal("campaign-4");
    expect(named("Spring")).to.have.length(2);
  });

  it("lets a CampaignSchedule set a date even if the service's list doesn't show the new campaign yet", async () => {
    under({ ...staleThird, times: 9 });
    const { id } = await create();
    requests();
    const scheduledAt = "2098-03-01 09:00:00";
    await resource("CampaignSchedule").create({ campaignId: id, scheduledAt });
    expect(requests()).to.include(`PUT /campaign/${id}`);
  });

  it("is unconfirmed if several drafts with the campaign's name have appeared after a lost response", async () => {
    under(lost, { path: "/campaign/list", skip: 1, times: 1, kind: "delay", ms: 500 });
    const creating = failure(create());
    const isApplied = () => named("Spring").length === 1;
    await until(isApplied, () => "the create is applied");
    // Another draft appears after the create has read the ids.
    const { campaigns, ...rest } = emulator().snapshot();
    const other = { id: "elsewhere", name: "spring", status: "Draft" as const };
    emulator().seed({ ...rest, campaigns: [...campaigns, other] });
    const { id, message } = await creating;
    expect(id).to.match(/^unknown:\d+$/);
    expect(message).to.include("more than one draft with this name has appeared since (");
    expect(message).to.include("elsewhere");
  });

  it("adopts its own draft after a lost response, not the draft of another resource with the same name", async () => {
    const first = await create();
    under(lost);
    const second = await create();
    expect([first.id, second.id]).to.deep.equal(["campaign-3", "campaign-4"]);
  });

  it("adopts its own draft after a lost response even if another draft with the same name is created concurrently", async () => {
    under({ ...lost, times: 2 });
    const made = await Promise.all([create(), create()]);
    expect(made.map(({ id }) => id).sort()).to.deep.equal(["campaign-3", "campaign-4"]);
    expect(named("Spring")).to.have.length(2);
  });

  it("adopts its own draft after a lost response even if the concurrent draft's name differs in case", async () => {
    // After the first create of a run, creates of other names run at the same time.
    await create({ ...spring, name: "Summer" });
    under({ ...lost, times: 2 });
    const made = await Promise.all([create(), create({ ...spring, name: "SPRING" })]);
    expect(made.map(({ id }) => id).sort()).to.deep.equal(["campaign-4", "campaign-5"]);
  });

  it("creates a second draft, with a warning, if an earlier run has left a draft with the same name", async () => {
    await create();
    newRun();
    expect((await create()).id).to.equal("campaign-4");
    expect(warnings()).to.deep.equal([
      'Campaign "Spring": the account already has a draft with this name (campaign-3), and another one is created. If it is left from an update that was interrupted, delete it in the service\'s web app.',
    ]);
  });

  it("is unconfirmed after a lost response if campaigns can't be read", async () => {
    under(lost, { path: "/campaign/list", times: 99, kind: "status", status: 404 });
    const { id } = await failure(create());
    expect(id).to.match(/^unknown:\d+$/);
    expect(requests()).to.deep.equal([list, post]);
  });

  it("is unconfirmed if the response was lost (operations=specified)", async () => {
    under(lost);
    newRun({ operations: "specified" });
    const { id } = await failure(create());
    expect(id).to.match(/^unknown:\d+$/);
    expect(requests()).to.deep.equal([post]);
  });

  it("is unconfirmed after a response with status 303, but not with status 302", async () => {
    newRun({ operations: "specified" });
    for (const [status, id] of [
      [302, undefined],
      [303, /^unknown:\d+$/],
    ] as const) {
      under({ ...lost, kind: "status", status, applied: true });
      const error = await failure(create());
      if (id === undefined) expect(error.id).to.equal(undefined);
      else expect(error.id).to.match(id);
    }
  });

  describe("after a lost response", function () {
    useSkippedWaits(this);

    it("is repeated if the service's list shows only drafts of other names", async () => {
      under(unmade);
      const { id } = await create({ ...spring, name: "Spring news, a second one" });
      expect(id).to.equal("campaign-3");
      expect(named("Spring news, a second one")).to.have.length(1);
      expect(requests().filter((one) => one === post)).to.have.length(2);
    });

    it("is unconfirmed if an existing draft's name differs only in spelling", async () => {
      under(unmade);
      emulator().patch("campaigns", "campaign-2", { name: "Q&amp;A  news" });
      const { id } = await failure(create({ ...spring, name: "Q&A news" }));
      expect(id).to.match(/^unknown:\d+$/);
      expect(requests().filter((one) => one === post)).to.have.length(1);
    });

    it("is unconfirmed if the service's list has shown no drafts at all", async () => {
      emulator().remove("campaigns", "campaign-2");
      under(unmade);
      const { id, message } = await failure(create());
      expect(id).to.match(/^unknown:\d+$/);
      expect(message).to.match(/set existingId to its id/);
      expect(requests().filter((one) => one === post)).to.have.length(1);
    });

    it("is unconfirmed if the service's list can no longer be read", async () => {
      under(lost, { path: "/campaign/list", skip: 1, times: 99, kind: "html" });
      const { id } = await failure(create());
      expect(id).to.match(/^unknown:\d+$/);
      expect(requests().filter((one) => one === post)).to.have.length(1);
    });
  });
});
