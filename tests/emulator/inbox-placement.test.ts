import { expect } from "chai";
import { useEmulator } from "./caller";

describe("the emulator's getInboxPlacement", function () {
  const day = (
    date: string,
    provider: "gmail" | "yahoo",
    [inbox, missed, spam]: readonly [number, number, number],
  ) => ({ campaign_id: date.endsWith("1") ? "c1" : "c2", date, provider, inbox, missed, spam });
  const shares = (inbox: number, missed: number, spam: number) => ({
    inbox_percentage: inbox,
    missed_percentage: missed,
    spam_percentage: spam,
  });
  const { post } = useEmulator(this, {
    seed: {
      campaigns: [
        { id: "c1", name: "One", subject: "First" },
        { id: "c2", name: "Two", subject: "Second" },
      ],
      inbox_placements: [
        day("2026-01-01", "yahoo", [1, 1, 1]),
        day("2026-01-01", "gmail", [8, 1, 1]),
        day("2026-01-02", "gmail", [10, 0, 0]),
      ],
    },
  });
  const january = { date_from: "2026-01-01", date_to: "2026-01-02" };

  it("returns percentages with two decimals for each campaign, each mailbox provider and in total", async () => {
    expect(await post("/inbox-tracking", january)).to.deep.equal({
      status: 200,
      body: {
        campaigns: [
          {
            campaign_id: "c1",
            campaign_name: "One",
            campaign_subject: "First",
            ...shares(69.23, 15.38, 15.38),
          },
          {
            campaign_id: "c2",
            campaign_name: "Two",
            campaign_subject: "Second",
            ...shares(100, 0, 0),
          },
        ],
        providers: [
          { name: "gmail", ...shares(90, 5, 5) },
          { name: "yahoo", ...shares(33.33, 33.33, 33.33) },
        ],
        summary: shares(82.61, 8.7, 8.7),
      },
    });
  });

  it("filters by days, campaign and provider", async () => {
    const summary = async (query: object) => {
      const { body } = await post("/inbox-tracking", { ...january, ...query });
      return (body as { summary: { inbox_percentage: number } }).summary.inbox_percentage;
    };
    expect(await summary({ date_from: "2026-01-02" })).to.equal(100);
    expect(await summary({ date_to: "2026-01-01" })).to.equal(69.23);
    expect(await summary({ campaign_id: "c2" })).to.equal(100);
    expect(await summary({ domain: "yahoo" })).to.equal(33.33);
    expect(await summary({ domain: "outlook" })).to.equal(0);
  });

  it("refuses a request if the last day is before the first day", async () => {
    const { status } = await post("/inbox-tracking", { ...january, date_to: "2025-12-31" });
    expect(status).to.equal(400);
  });
});
