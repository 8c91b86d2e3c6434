import { expect } from "chai";
import type { Profile } from "../../emulator/account/account";
import { errorList, useEmulator } from "./caller";

interface Listed {
  readonly count?: number;
  readonly data: readonly Record<string, unknown>[];
}

describe("the emulator", function () {
  const { emulator, call, post } = useEmulator(this);
  const list = async (search: object = {}) =>
    (await post("/campaign/list", { page: 1, limit: 10, ...search })).body as Listed;
  const first = async (search: object = {}) => (await list(search)).data[0];
  const ids = async (search: object = {}) => (await list(search)).data.map(({ id }) => id);
  const quirky = (...campaign_quirks: Profile["campaign_quirks"][number][]) => {
    const account = emulator().snapshot();
    emulator().seed({ ...account, account: { ...account.account, campaign_quirks } });
  };

  it("returns campaigns in listCampaigns with recipients and reports, the newest first", async () => {
    const { count, data } = await list();
    expect(count).to.equal(2);
    expect(data.map(({ id }) => id)).to.deep.equal(["campaign-2", "campaign-1"]);
    const { report_summary, ...rest } = data[1] as { report_summary: object };
    expect(rest).to.deep.equal({
      id: "campaign-1",
      name: "Winter news",
      subject: "What is new this winter",
      html: "<p>Hello</p>",
      status: "Finished",
      type: "regular",
      reply_email: "",
      created_date: "2025-12-10 09:00:00",
      modified_date: "2025-12-10 09:00:00",
      scheduled_date: { date: "2025-12-11 09:00:00" },
      sender: { sender_email: "hello@acme.example", sender_name: "Acme" },
      recepiant: { lists: "Customers", total_lists: 1, lists_contact_count: 2 },
    });
    expect(report_summary).to.deep.include({
      sent: 2,
      delivered: 2,
      delivered_percentage: 100,
      opens: 4,
      unsubscribe: 1,
      unsubscribe_percentage: 50,
      queue: 0,
      queued_total: 0,
    });
  });

  it("filters campaigns in listCampaigns by name, sender, status and day of creation", async () => {
    expect(await ids({ search: "WINTER" })).to.deep.equal(["campaign-1"]);
    expect(await ids({ status: "draft" })).to.deep.equal(["campaign-2"]);
    expect(await ids({ sender_email: "nobody@acme.example" })).to.deep.equal([]);
    expect(await ids({ date_from: "2025-12-11" })).to.deep.equal(["campaign-2"]);
    expect(await ids({ date_to: "2025-12-10" })).to.deep.equal(["campaign-1"]);
    expect(await ids({ sort_field: "name" })).to.deep.equal(["campaign-2", "campaign-1"]);
    expect(await ids({ sort_field: "name", sort_order: "desc" })).to.deep.equal([
      "campaign-1",
      "campaign-2",
    ]);
  });

  it("sorts campaigns in listCampaigns by time of creation, or by name ignoring case if sort_field is name", async () => {
    emulator().seed({
      campaigns: [
        { id: "c-2", name: "Alpha", created_at: "2025-12-02T00:00:00Z" },
        { id: "c-3", name: "Gamma", created_at: "2025-12-03T00:00:00Z" },
        { id: "c-1", name: "beta", created_at: "2025-12-01T00:00:00Z" },
      ],
    });
    expect(await ids()).to.deep.equal(["c-3", "c-2", "c-1"]);
    expect(await ids({ sort_field: "name" })).to.deep.equal(["c-2", "c-1", "c-3"]);
    const descending = { sort_field: "name", sort_order: "desc" };
    expect(await ids(descending)).to.deep.equal(["c-3", "c-1", "c-2"]);
  });

  it("returns the patched number and computes the others if a test patches a number in a campaign's report", async () => {
    emulator().patch("campaigns", "campaign-1", { report_summary: { sent: 1 } });
    const { report_summary } = (await first({ search: "winter" })) as { report_summary: object };
    expect(report_summary).to.deep.include({ sent: 1, delivered: 2 });
  });

  describe("with the service quirk", () => {
    it('"rewrites-html" returns the campaign\'s HTML with an added comment, such as <!-- Finished -->', async () => {
      quirky("rewrites-html");
      expect(await first({ search: "winter" })).to.deep.include({
        html: "<p>Hello</p><!-- Finished -->",
      });
    });

    it('"adds-reply-to" returns a campaign with a reply-to address that no request has set', async () => {
      quirky("adds-reply-to");
      expect(await first()).to.deep.include({ reply_email: "hello@acme.example" });
    });

    it('"no-total" returns no total number of campaigns', async () => {
      quirky("no-total");
      expect(Object.keys(await list())).to.deep.equal(["data"]);
    });

    it('"window" returns only campaigns of the last 30 days even if date_from is earlier', async () => {
      quirky("window");
      emulator().advance(15 * 24 * 3_600_000);
      expect(await ids({ date_from: "2000-01-01" })).to.deep.equal(["campaign-2"]);
    });

    it('"no-date-from" refuses a search for campaigns with date_from', async () => {
      quirky("no-date-from");
      expect(
        await post("/campaign/list", { page: 1, limit: 10, date_from: "2000-01-01" }),
      ).to.deep.equal(errorList("date_from", "date_from is not a valid field"));
      expect(await ids({ date_to: "2026-01-02" })).to.have.length(2);
    });

    it('"iso-dates" returns times in ISO 8601, and "text-percentages" returns percentages as text', async () => {
      quirky("iso-dates", "text-percentages");
      const row = (await first({ search: "winter" })) as { report_summary: object };
      expect(row).to.deep.include({
        created_date: "2025-12-10T08:00:00Z",
        scheduled_date: { date: "2025-12-11T09:00:00.000Z" },
      });
      expect(row.report_summary).to.deep.include({ sent: 2, delivered_percentage: "100" });
    });

    it('"publishes-again" accepts a date for a finished campaign, and sends the campaign again', async () => {
      const again = { scheduled_at: "2025-12-31 09:00:00" };
      expect((await call("PUT", "/campaign/campaign-1", again)).status).to.equal(400);
      quirky("publishes-again");
      expect((await call("PUT", "/campaign/campaign-1", again)).status).to.equal(200);
      expect((await call("PUT", "/campaign/campaign-1", again)).status).to.equal(200);
      const { mails } = emulator().snapshot();
      expect(mails.filter(({ of }) => of === "campaign-1")).to.have.length(1);
    });
  });
});
