import { expect } from "chai";
import {
  getCampaignOpens,
  getFileVerification,
  getInboxPlacement,
  getList,
  getLists,
} from "pulumi-email-marketing";
import { within } from "../program/within";
import { useEnvironment } from "../support/environment";
import { json, useServers } from "../support/server";

/** What a count may be in place of a number. */
const noNumbers = ["", null, "abc", true, undefined, [], {}, "12 apples", "9".repeat(400)];

describe("a count that the service does not give as a number", function () {
  const serve = useServers(this);
  const setEnvironment = useEnvironment(this);

  async function answering(body: object): Promise<void> {
    const { url } = await serve((response) => json(response, body));
    setEnvironment({
      EMAIL_MARKETING_BASE_URL: url,
      EMAIL_MARKETING_API_KEY: "k-main",
      EMAIL_MARKETING_VERIFY_URL: url,
      EMAIL_MARKETING_VERIFY_KEY: "k-verify",
    });
  }

  for (const count of noNumbers) {
    it(`is absent from every result, not 0, where it is ${JSON.stringify(count)?.slice(0, 20)}`, async () => {
      const row = { id: "l1", name: "Customers", contact_count: count, open_percentage: count };
      await answering({ data: row });
      const list = { id: "l1", name: "Customers", listStatus: "", listType: "" };
      expect(await within(() => getList({ id: "l1" }))).to.deep.equal(list);

      await answering({ list_count: count, data: [row] });
      expect(await within(() => getLists())).to.deep.equal({ lists: [list] });

      await answering({ campaign: { name: "May" }, total: count, data: [{ contact_id: "c1" }] });
      const opens = await within(() => getCampaignOpens({ campaignId: "k1" }));
      expect(opens).to.not.have.property("total");
      expect(opens).to.include({ truncated: false });
      expect(opens.rows).to.have.length(1);

      const rates = { inbox_percentage: count, missed_percentage: count, spam_percentage: count };
      const providers = [{ name: "gmail", ...rates }];
      await answering({ campaigns: [], providers, summary: rates });
      const days = { dateFrom: "2025-05-01", dateTo: "2025-05-31" };
      expect(await within(() => getInboxPlacement(days))).to.deep.equal({
        campaigns: [],
        providers: [{ name: "gmail" }],
        summary: {},
      });

      const counts = { total_records: count, deliverable: count, invalid: count, risky: count };
      await answering({ file_id: "f1", status: "processing", ...counts });
      const file = await within(() => getFileVerification({ fileId: "f1" }));
      expect(file).to.have.all.keys("fileId", "fileName", "status", "finished", "createdAt");
    });
  }

  it("is a number where it is 0, or digits in a text", async () => {
    await answering({ data: { id: "l1", name: "L", contact_count: 0, open_percentage: "41.5 %" } });
    expect(await within(() => getList({ id: "l1" }))).to.include({
      contactCount: 0,
      openPercentage: 41.5,
    });
  });
});
