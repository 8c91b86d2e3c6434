import { expect } from "chai";
import { table } from "../../tools/table";

describe("table", () => {
  it("makes every column as wide as its widest cell", () => {
    const rows = [
      ["sender", "s-1"],
      ["webhook", "w"],
    ];
    expect(table(["kind", "id"], rows)).to.deep.equal([
      "| kind    | id  |",
      "| ------- | --- |",
      "| sender  | s-1 |",
      "| webhook | w   |",
    ]);
  });

  it("aligns to the right what is headed with a colon", () => {
    expect(table(["step", "s:"], [["up", "1.5"]])).to.deep.equal([
      "| step |   s |",
      "| ---- | --: |",
      "| up   | 1.5 |",
    ]);
  });

  it("escapes what would end a cell", () => {
    expect(table(["type"], [["a | b"]]).at(-1)).to.equal("| a \\| b |");
  });
});
