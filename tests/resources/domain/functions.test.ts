import { expect } from "chai";
import { getDomain, getDomains } from "pulumi-email-marketing";
import { useDataSources } from "../../support/environment";
import { rejection } from "../../support/rejection";

describe("look-ups of domains", function () {
  const bodies: unknown[] = [];
  useDataSources(this, {
    onExchange: ({ requestBody }) => bodies.push(JSON.parse(requestBody)),
    seed: {
      domains: [
        { id: "domain-1", domain: "acme.example", status: "verified" },
        { id: "domain-2", domain: "shop.acme.example", status: "failed", open_tracking: true },
      ],
    },
  });

  it("send only the arguments passed to getDomains, with sortField in the service's spelling", async () => {
    await getDomains({ sortField: "createdAt", sortOrder: "asc" });
    expect(bodies.at(-1)).to.deep.include({ sort_field: "created_at", sort_order: "asc" });
    await getDomains({ sortField: "domain", status: "failed", search: "shop" });
    expect(bodies.at(-1)).to.deep.include({
      sort_field: "domain",
      status: "failed",
      search: "shop",
    });
    await getDomains();
    expect(bodies.at(-1)).to.not.have.any.keys("search", "status", "sort_field", "sort_order");
  });

  it("return only the domains with the status passed to getDomains", async () => {
    const { domains } = await getDomains({ status: "failed" });
    expect(domains.map(({ id, openTracking }) => [id, openTracking])).to.deep.equal([
      ["domain-2", true],
    ]);
  });

  it("fail with similar names in the error if no domain has the name passed to getDomain", async () => {
    expect(await rejection(getDomain({ domain: "example" }))).to.equal(
      'getDomain: the account has no domain with domain "example" (did you mean "acme.example" or "shop.acme.example"?). [not-found]',
    );
    expect(await rejection(getDomain({ id: "domain-9" }))).to.equal(
      'getDomain: the account has no domain with id "domain-9". Use one that getDomains() returns. [not-found]',
    );
  });
});
