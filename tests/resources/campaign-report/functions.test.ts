import { expect } from "chai";
import type { Seed } from "email-marketing-emulator";
import { getCampaignOpens, getCampaignUnsubscribes } from "pulumi-email-marketing";
import { useDataSources } from "../../support/environment";
import { rejection } from "../../support/rejection";
import { sent } from "../../support/service";

/** A campaign that this many contacts opened. */
function opened(contacts: number): Seed {
  const ids = Array.from({ length: contacts }, (_, index) => `contact-${index}`);
  return {
    campaigns: [{ id: "campaign-1", name: "Big", subject: "News" }],
    contacts: ids.map((id) => ({ id, email: `${id}@example.com` })),
    opens: ids.map((id) => openOf({ id })),
  };
}

const openOf = ({ id }: { readonly id: string }) => ({
  campaign_id: "campaign-1",
  contact_id: id,
});

const grace = {
  ...{ contactId: "contact-2", email: "grace@example.com", firstName: "Grace", lastName: "" },
  ...{ tags: [], listIds: [], listNames: [] },
};

describe("getCampaignOpens", function () {
  const emulator = useDataSources(this);
  beforeEach("the account is the example's", () => emulator().reset());

  it("returns one row for each contact that opened the campaign, with times in the account's time zone", async () => {
    expect(await getCampaignOpens({ campaignId: "campaign-1" })).to.deep.equal({
      campaign: {
        name: "Winter news",
        subject: "What is new this winter",
        createdAt: "2025-12-10 09:00:00",
      },
      rows: [
        {
          contactId: "contact-1",
          email: "ada@example.com",
          firstName: "Ada",
          lastName: "Example",
          tags: ["vip", "beta"],
          listIds: ["list-1"],
          listNames: ["Customers"],
          at: "2025-12-12 08:00:00",
        },
        { ...grace, at: "2025-12-11 23:30:00" },
      ],
      total: 2,
      truncated: false,
    });
  });

  it("reads dateFrom and dateTo as days in the account's time zone", async () => {
    const days = { dateFrom: "2025-12-11", dateTo: "2025-12-11" };
    const { rows } = await getCampaignOpens({ campaignId: "campaign-1", ...days });
    expect(rows.map(({ contactId }) => contactId)).to.deep.equal(["contact-2", "contact-1"]);
  });

  it("returns at most maxRows rows, and truncated: true if the service has more rows", async () => {
    emulator().seed(opened(250));
    const report = await getCampaignOpens({ campaignId: "campaign-1", maxRows: 120 });
    expect(report.rows).to.have.length(120);
    expect(report.total).to.equal(250);
    expect(report.truncated).to.equal(true);
    expect(emulator().requests()).to.have.length(2);
  });

  it("leaves out listNames if a contact is on several lists and a list's name contains a comma", async () => {
    const lists = ["list-8", "list-9"].map((id) => ({ id, name: id === "list-8" ? "A, B" : "C" }));
    const namesOf = async (list_id: string) => {
      const contact = { id: "contact-1", email: "ada@example.com", list_id };
      emulator().seed({ ...opened(0), lists, contacts: [contact], opens: [openOf(contact)] });
      // Other arguments each time, because the results of equal calls are cached.
      const asked = { campaignId: "campaign-1", maxRows: 100 + list_id.length };
      const { rows } = await getCampaignOpens(asked);
      return rows.map(({ listIds, listNames }) => [listIds, listNames]);
    };
    expect(await namesOf("list-8")).to.deep.equal([[["list-8"], ["A, B"]]]);
    expect(await namesOf("list-8,list-9")).to.deep.equal([[["list-8", "list-9"], undefined]]);
  });

  it("fails with the campaign's id in the error if the account has no campaign with the id", async () => {
    expect(await rejection(getCampaignOpens({ campaignId: "campaign-9" }))).to.equal(
      'getCampaignOpens: the account has no campaign "campaign-9". Use the campaign\'s encrypted id, which may differ from the id of the Campaign resource. [not-found]',
    );
  });
});

describe("getCampaignUnsubscribes", function () {
  const emulator = useDataSources(this);

  it("returns the contact's reason for unsubscribing if the contact gave one", async () => {
    const { rows, total } = await getCampaignUnsubscribes({ campaignId: "campaign-1" });
    expect(total).to.equal(1);
    expect(rows).to.deep.equal([{ ...grace, at: "2025-12-12 11:00:00", reason: "Too many mails" }]);
    expect(sent(emulator().requests())).to.deep.equal(["POST /campaign/campaign-1/unsubs"]);
  });
});
