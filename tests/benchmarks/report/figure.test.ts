import { expect } from "chai";
import { figure, growth } from "../../../benchmarks/report/figure";

describe("figure", () => {
  it("sets thousands apart and keeps the digits asked for", () => {
    expect(figure(1234.5678, 2)).to.equal("1,234.57");
    expect(figure(1234.5678)).to.equal("1,235");
  });
});

describe("growth", () => {
  it("is what each further object adds between the two largest counts", () => {
    const points = [
      { count: 1000, value: 2500 },
      { count: 10, value: 9999 },
      { count: 500, value: 1500 },
    ];
    expect(growth(points)).to.equal(2);
  });

  it("is unknown with one count only", () => {
    expect(growth([{ count: 10, value: 1 }])).to.equal(undefined);
  });
});
