import { expect } from "chai";
import { createCaches } from "../../../provider/account/cache";
import type { Call, HttpClient } from "../../../provider/client/call";
import { EmailMarketingError } from "../../../provider/errors/error";
import { campaignsOf } from "../../../provider/resources/campaign-shared/campaign-cache";
import { failure } from "../../support/rejection";

const row = { id: "campaign-1", name: "Spring", status: "Draft" };

/** The campaigns of a service that refuses every request with one of these fields. */
function listRefusing(...refused: readonly string[]) {
  const asked: string[] = [];
  const warnings: string[] = [];
  const main: HttpClient = {
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
  const campaigns = campaignsOf(
    createCaches(main, { warnOnce: (sentence) => warnings.push(sentence) }),
  );
  return { asked, warnings, campaigns };
}

describe("the cache of an account's campaigns", () => {
  it("treats campaigns as unreadable, with one warning, if the service refuses a search by name", async () => {
    const { asked, warnings, campaigns } = listRefusing("search");
    await campaigns.all();
    expect(await failure(campaigns.readByName("Spring"))).to.be.instanceOf(EmailMarketingError);
    expect(asked).to.deep.equal(["date_from", "date_from search", "search"]);
    expect(campaigns.isOffered()).to.equal(false);
    expect(warnings).to.have.length(1);
  });

  it("searches again without date_from if the service refuses date_from", async () => {
    const { asked, warnings, campaigns } = listRefusing("date_from");
    await campaigns.readByName("Spring");
    await campaigns.all();
    expect(asked).to.deep.equal(["date_from search", "search", ""]);
    expect(warnings).to.deep.equal([]);
  });

  it("still treats campaigns as readable if the service refuses a search by status", async () => {
    const { asked, campaigns } = listRefusing("status");
    await campaigns.readByName("Spring");
    const asking = campaigns.matching({ search: "Spring", status: "draft" })(1, 100);
    expect(await failure(asking)).to.be.instanceOf(EmailMarketingError);
    expect(asked).to.deep.equal(["date_from search", "date_from search status"]);
    expect(campaigns.isOffered()).to.equal(true);
  });

  it("keeps date_from in later requests if the service refuses a search by status", async () => {
    const { asked, campaigns } = listRefusing("status");
    const asking = campaigns.matching({ status: "draft" })(1, 100);
    expect(await failure(asking)).to.be.instanceOf(EmailMarketingError);
    await campaigns.all();
    expect(asked).to.deep.equal(["date_from status", "status", "date_from"]);
  });

  it("searches once for each of up to three names in any spelling, and reads all campaigns for more names", async () => {
    for (const [count, requests] of [
      [3, ["date_from search", "date_from search"]],
      [4, ["date_from"]],
    ] as const) {
      const { asked, campaigns } = listRefusing();
      const names = ["Spring", "SPRING", "Summer", "Spring"];
      const found = names.map((name) => campaigns.readByNameOnce(name, count));
      await Promise.all(found);
      await campaigns.readByNameOnce("spring", count);
      expect(asked).to.deep.equal(requests);
    }
  });

  it("sends no search for a name if another check begins to read all campaigns", async () => {
    const { asked, campaigns } = listRefusing();
    const [found] = await Promise.all([
      campaigns.readByNameOnce("Spring", 1),
      campaigns.readOnce("campaign-1"),
    ]);
    expect(found.map(({ id }) => id)).to.deep.equal(["campaign-1"]);
    expect(asked).to.deep.equal(["date_from"]);
  });

  it("reads campaign contents without date_from if the service refuses date_from", async () => {
    const { asked, warnings, campaigns } = listRefusing("date_from");
    const { rows } = await campaigns.contents()(1, 100);
    expect(rows).to.deep.include.members([{ ...rows[0], id: "campaign-1", html: "" }]);
    expect(asked).to.deep.equal(["date_from", ""]);
    expect(warnings).to.deep.equal([]);
  });
});
