import { expect } from "chai";
import type { Seed } from "../../emulator/index";
import { errorList, useEmulator } from "./caller";

const seed: Seed = {
  lists: [
    { id: "l1", name: "beta" },
    { id: "l2", name: "Alpha", contact_count: 7 },
  ],
  contacts: [{ email: "ada@example.com", list_id: "l2, l1" }],
};

describe("the emulator's getList", function () {
  const { call } = useEmulator(this, {
    seed: { lists: [{ id: "a/b ü?%", name: "Odd", contact_count: 3, open_percentage: 12.5 }] },
  });

  it("decodes a percent-encoded id exactly once", async () => {
    const { body } = await call("GET", `/list/${encodeURIComponent("a/b ü?%")}`);
    expect(body).to.deep.nested.include({ "data.id": "a/b ü?%", "data.open_percentage": 12.5 });
  });
});

describe("the emulator's searchLists", function () {
  const { post } = useEmulator(this, { seed });

  it("returns the lists sorted by name, with the number of contacts of each", async () => {
    const query = { page: 1, limit: 1, list_type: 1, sort_field: "name", sort_order: "asc" };
    expect((await post("/lists/search", query)).body).to.deep.equal({
      list_count: 2,
      data: [
        {
          ...{ id: "l2", name: "Alpha", contact_count: 7 },
          ...{ list_status: "active", list_type: "1", open_percentage: 0 },
        },
      ],
    });
  });

  it("sorts by name if `sort_field` is a name that JavaScript objects inherit, such as toString", async () => {
    for (const sort_field of ["toString", "constructor", "__proto__", "hasOwnProperty"]) {
      const { status, body } = await post("/lists/search", { page: 1, limit: 10, sort_field });
      const { data } = body as { data: { name: string }[] };
      expect([status, ...data.map(({ name }) => name)]).to.deep.equal([200, "Alpha", "beta"]);
    }
  });

  it("filters by part of the name, and counts the contacts of each list, if the request has `search_name`", async () => {
    const { body } = await post("/lists/search", { page: 1, limit: 10, search_name: "BET" });
    expect(body).to.deep.include({ list_count: 1 });
    expect((body as { data: object[] }).data[0]).to.deep.include({ id: "l1", contact_count: 1 });
  });
});

describe("the emulator's createList", function () {
  const { call, post } = useEmulator(this);

  it("creates an empty list", async () => {
    expect(await post("/list", { name: "Friends", list_type: 1 })).to.deep.equal({
      status: 201,
      body: { id: "list-3" },
    });
    expect((await call("GET", "/list/list-3")).body).to.deep.nested.include({
      "data.name": "Friends",
      "data.contact_count": 0,
    });
  });

  it("refuses the name of another list, ignoring case", async () => {
    expect(await post("/list", { name: "customers", list_type: 1 })).to.deep.equal(
      errorList("name", "A list with this name exists already"),
    );
  });
});
