import { expect } from "chai";
import { getList, getLists } from "pulumi-email-marketing";
import { useDataSources } from "../../support/environment";
import { rejection } from "../../support/rejection";
import { sent } from "../../support/service";

describe("getLists", function () {
  const emulator = useDataSources(this, {
    seed: {
      lists: [
        { id: "list-1", name: "Customers", contact_count: 12, open_percentage: 41.5 },
        { id: "list-2", name: "Customers of old", contact_count: 0 },
      ],
    },
  });

  it("returns the matching lists, ordered by name", async () => {
    const { lists } = await getLists({ search: "customers" });
    expect(lists.map(({ id, contactCount }) => [id, contactCount])).to.deep.equal([
      ["list-1", 12],
      ["list-2", 0],
    ]);
  });

  it("makes getList read the list if id is given, and search for the whole name if name is given", async () => {
    const before = emulator().requests().length;
    expect((await getList({ id: "list-1" })).openPercentage).to.equal(41.5);
    expect((await getList({ name: "Customers" })).id).to.equal("list-1");
    expect(sent(emulator().requests().slice(before))).to.deep.equal([
      "GET /list/list-1",
      "POST /lists/search",
    ]);
  });

  it("makes getList suggest lists with similar names if no list has the name", async () => {
    expect(await rejection(getList({ name: "custom" }))).to.equal(
      'getList: the account has no list with name "custom" (did you mean "Customers" or "Customers of old"?). [not-found]',
    );
    expect(await rejection(getList({ name: "customers" }))).to.equal(
      'getList: the account has no list with name "customers" (did you mean "Customers"?). [not-found]',
    );
  });
});
