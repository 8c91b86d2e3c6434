import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { Collection } from "../../provider/api/collection";
import { collections } from "../../provider/api/collections";
import { isRecord } from "../../provider/input/plain";

const folder = join(__dirname, "..", "..", "provider", "api");

const isCollection = (value: unknown): value is Collection<{ readonly id: string }> =>
  isRecord(value) && typeof value.pages === "function" && typeof value.row === "function";

const routesOf = (values: readonly unknown[]) =>
  new Set(values.filter(isCollection).map(({ path }) => path.route));

describe("collections", () => {
  it("have an entry for each search in the files of provider/api", () => {
    const exported = readdirSync(folder)
      .filter((file) => file.endsWith(".ts") && file !== "every-collection.ts")
      .flatMap((file) => Object.values(require(join(folder, file)) as object));
    const described = routesOf(exported);
    expect(described).to.include("/domains/search").and.have.property("size").at.least(7);
    expect(routesOf(Object.values(collections))).to.deep.equal(described);
  });
});
