import { expect } from "chai";
import { getInboxPlacement } from "pulumi-email-marketing";
import { useDataSources } from "../../support/environment";
import { rejection } from "../../support/rejection";

const december = { dateFrom: "2025-12-01", dateTo: "2025-12-31" };

describe("getInboxPlacement", function () {
  const bodies: unknown[] = [];
  useDataSources(this, {
    onExchange: ({ requestBody }) => bodies.push(JSON.parse(requestBody)),
  });

  it("returns percentages by campaign, by provider and in total", async () => {
    expect(await getInboxPlacement(december)).to.deep.equal({
      campaigns: [
        {
          id: "campaign-1",
          name: "Winter news",
          subject: "What is new this winter",
          inboxPercentage: 91.67,
          missedPercentage: 5,
          spamPercentage: 3.33,
        },
      ],
      providers: [
        { name: "gmail", inboxPercentage: 92.5, missedPercentage: 2.5, spamPercentage: 5 },
        { name: "outlook", inboxPercentage: 90, missedPercentage: 10, spamPercentage: 0 },
      ],
      summary: { inboxPercentage: 91.67, missedPercentage: 5, spamPercentage: 3.33 },
    });
  });

  it("sends the argument provider as the field domain of the request", async () => {
    await getInboxPlacement({ ...december, campaignId: "campaign-1", provider: "others" });
    expect(bodies.at(-1)).to.deep.equal({
      date_from: "2025-12-01",
      date_to: "2025-12-31",
      campaign_id: "campaign-1",
      domain: "others",
    });
  });

  it("fails with the campaign's id in the error if the campaign is unknown", async () => {
    const failure = getInboxPlacement({ ...december, campaignId: "campaign-9" });
    expect(await rejection(failure)).to.equal(
      'getInboxPlacement: the account has no campaign "campaign-9". Use the id of an existing one, or leave campaignId out. [not-found]',
    );
  });
});
