import { expect } from "chai";
import { table } from "../../../tools/demo/table";

describe("table", () => {
  it("makes every column as wide as its widest cell", () => {
    const rows = [
      ["kind", "id"],
      ["sender", "s-1"],
      ["webhook", "w"],
    ];
    expect(table(rows)).to.equal("kind     id\n-------  ---\nsender   s-1\nwebhook  w");
  });
});
