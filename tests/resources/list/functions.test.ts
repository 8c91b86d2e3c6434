import { expect } from "chai";
import { getList, getLists, getListsOutput } from "pulumi-email-marketing";
import { within } from "../../program/inline-run";
import { settledValue, useDataSources } from "../../support/environment";
import { rejection } from "../../support/rejection";
import { sent } from "../../support/service";

describe("look-ups of lists", function () {
  const emulator = useDataSources(this, {
    seed: {
      lists: [
        { id: "list-2", name: "Customers of old", contact_count: 0 },
        { id: "list-3", name: "Everybody", contact_count: 7, list_status: "Active" },
        { id: "list-4", name: "Twice" },
        { id: "list-5", name: "Twice" },
        { id: "list-1", name: "Customers", contact_count: 12, open_percentage: 41.5 },
      ],
    },
  });

  it("return the lists whose names contain the search text passed to getLists, in the order of their names", async () => {
    const { lists } = await getLists({ search: "customers" });
    expect(lists.map(({ id, contactCount }) => [id, contactCount])).to.deep.equal([
      ["list-1", 12],
      ["list-2", 0],
    ]);
  });

  it("return the list whose id or whole name is passed to getList", async () => {
    const before = emulator().requests().length;
    expect((await getList({ id: "list-1" })).openPercentage).to.equal(41.5);
    expect((await getList({ name: "Customers" })).id).to.equal("list-1");
    expect(sent(emulator().requests().slice(before))).to.deep.equal([
      "GET /list/list-1",
      "POST /lists/search",
    ]);
  });

  it("return the status of a list in lower case", async () => {
    expect((await getList({ id: "list-3" })).listStatus).to.equal("active");
    const { lists } = await getLists({ search: "everybody" });
    expect(lists.map(({ listStatus }) => listStatus)).to.deep.equal(["active"]);
  });

  for (const [form, ask] of [
    ["getLists", () => getLists({ search: "o" })],
    ["getListsOutput", () => settledValue(getListsOutput({ search: "o" }))],
  ] as const) {
    it(`return every list to a second call of ${form} even if the program has changed the first result`, async () => {
      const seen = emulator().requests().length;
      const [first, second] = await within(async () => {
        const changed = await ask();
        const before = structuredClone(changed);
        changed?.lists.pop();
        return [before, await ask()];
      });
      expect(first?.lists).to.have.length.greaterThan(0);
      expect(second).to.deep.equal(first);
      expect(sent(emulator().requests().slice(seen))).to.deep.equal(["POST /lists/search"]);
    });
  }

  it("fail with the id in the error if no list has the id passed to getList", async () => {
    expect(await rejection(getList({ id: "list-9" }))).to.equal(
      'getList: the account has no list with id "list-9". Use one that getLists() returns. [not-found]',
    );
  });

  it("fail with similar names in the error if no list has the name passed to getList", async () => {
    expect(await rejection(getList({ name: "custom" }))).to.equal(
      'getList: the account has no list with name "custom" (did you mean "Customers" or "Customers of old"?). [not-found]',
    );
    expect(await rejection(getList({ name: "customers" }))).to.equal(
      'getList: the account has no list with name "customers" (did you mean "Customers"?). [not-found]',
    );
  });

  it("fail with the advice to set id if two lists have the name passed to getList", async () => {
    expect(await rejection(getList({ name: "Twice" }))).to.equal(
      'getList: the account has more than one list with name "Twice": 2. Set id instead of name; getLists() returns all of them. [conflict]',
    );
  });
});
