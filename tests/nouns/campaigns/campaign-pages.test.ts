import { expect } from "chai";
import type { Call, Client } from "../../../provider/client/call";
import { EmailMarketingError } from "../../../provider/errors/error";
import { createCampaignPages } from "../../../provider/nouns/campaigns/campaign-pages";
import { failure } from "../../support/rejection";

const row = { id: "campaign-1", name: "Spring", status: "Draft" };

/** A list whose service refuses a request for the first of its fields that it doesn't take. */
function listRefusing(...refused: readonly string[]) {
  const asked: string[] = [];
  const told: string[] = [];
  const main: Client = {
    deadline: () => Number.POSITIVE_INFINITY,
    async send({ body = {} }: Call) {
      const { page, limit, date_to, ...rest } = body as Record<string, unknown>;
      asked.push(Object.keys(rest).sort().join(" "));
      if (Object.keys(rest).some((name) => refused.includes(name))) {
        throw new EmailMarketingError("validation", "the service replied 400.", { status: 400 });
      }
      return { data: [row], total: 1 };
    },
  };
  const onRow = () => undefined;
  const pages = createCampaignPages(main, { onRow, notice: (sentence) => told.push(sentence) });
  return { asked, told, pages };
}

describe("createCampaignPages", () => {
  it("takes a service that refuses to search by name for one that lists no campaigns, also after it has listed them", async () => {
    const { asked, told, pages } = listRefusing("search");
    await pages.pages()(1, 100);
    expect(await failure(pages.pages({ search: "Spring" })(1, 100))).to.be.instanceOf(
      EmailMarketingError,
    );
    expect(asked).to.deep.equal(["date_from", "date_from search", "search"]);
    expect(pages.isOffered()).to.equal(false);
    expect(told).to.have.length(1);
  });

  it("searches without a first day where the service refuses one", async () => {
    const { asked, told, pages } = listRefusing("date_from");
    await pages.pages({ search: "Spring" })(1, 100);
    await pages.pages()(1, 100);
    expect(asked).to.deep.equal(["date_from search", "search", ""]);
    expect(told).to.deep.equal([]);
  });

  it("takes a refusal for an error once the service has answered a search", async () => {
    const { asked, pages } = listRefusing("status");
    await pages.pages({ search: "Spring" })(1, 100);
    const asking = pages.pages({ search: "Spring", status: "draft" })(1, 100);
    expect(await failure(asking)).to.be.instanceOf(EmailMarketingError);
    expect(asked).to.deep.equal(["date_from search", "date_from search status"]);
    expect(pages.isOffered()).to.equal(true);
  });

  it("learns nothing of the days from a question that is refused for itself", async () => {
    const { asked, pages } = listRefusing("status");
    const asking = pages.matching({ status: "draft" })(1, 100);
    expect(await failure(asking)).to.be.instanceOf(EmailMarketingError);
    await pages.pages()(1, 100);
    expect(asked).to.deep.equal(["date_from status", "status", "date_from"]);
  });

  it("reads contents in the form that the service takes", async () => {
    const { asked, told, pages } = listRefusing("date_from");
    const { rows } = await pages.contents()(1, 100);
    expect(rows).to.deep.include.members([{ ...rows[0], id: "campaign-1", html: "" }]);
    expect(asked).to.deep.equal(["date_from", ""]);
    expect(told).to.deep.equal([]);
  });
});
