import { expect } from "chai";
import { figure, kilobytes, megabytes, seconds, table } from "../../../benchmarks/report/table";

describe("table", () => {
  it("aligns to the right what is headed with a colon", () => {
    expect(table(["step", "s:"], [["up", "1.5"]])).to.equal(
      "| step | s |\n| --- | ---: |\n| up | 1.5 |",
    );
  });
});

describe("figure", () => {
  it("sets thousands apart and keeps the digits asked for", () => {
    expect(figure(1234.5678, 2)).to.equal("1,234.57");
    expect(figure(1234.5678)).to.equal("1,235");
  });
});

describe("seconds", () => {
  it("has a digit after the point below ten", () => {
    expect([seconds(1234), seconds(12_340)]).to.deep.equal(["1.2", "12"]);
  });
});

describe("kilobytes and megabytes", () => {
  it("count by thousands", () => {
    expect([kilobytes(1234), kilobytes(12_340)]).to.deep.equal(["1.2", "12"]);
    expect(megabytes(152_500_000)).to.equal("153");
  });
});
