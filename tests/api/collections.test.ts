import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { Collection } from "../../provider/api/call";
import { collections, domains, senders } from "../../provider/api/collections";
import type { HttpClient } from "../../provider/client/call";
import { isRecord } from "../../provider/plain/value";

const folder = join(__dirname, "..", "..", "provider", "api");

const isCollection = (value: unknown): value is Collection<{ readonly id: string }> =>
  isRecord(value) && typeof value.pages === "function" && typeof value.row === "function";

const searchesOf = (values: readonly unknown[]) =>
  new Set(values.filter(isCollection).map(({ operation }) => operation));

describe("the table of the API's searches", () => {
  it("contains each search that a file in provider/api exports", () => {
    const exported = readdirSync(folder)
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => Object.values(require(join(folder, file)) as object));
    const described = searchesOf(exported);
    expect(described).to.include("searchDomains").and.have.property("size").at.least(7);
    expect(searchesOf(Object.values(collections))).to.deep.equal(described);
  });

  it("reads all domains and senders oldest first, so that a new one moves none to another page", async () => {
    const bodies: unknown[] = [];
    const client: HttpClient = {
      async send({ body }) {
        bodies.push(body);
        return { data: [] };
      },
      deadline: () => 0,
    };
    await domains.pages(client)(1, 100);
    await senders.pages(client)(1, 100);
    expect(bodies).to.deep.equal([
      { page: 1, limit: 100, sort_field: "created_at", sort_order: "asc" },
      { page: 1, limit: 100, sort_field: "created_date", sort_order: "asc" },
    ]);
  });
});
