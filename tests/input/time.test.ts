import { expect } from "chai";
import { day, instantMs, instantOf, isFarFrom, time } from "../../provider/input/time";

describe("time", () => {
  for (const text of [
    "2028-02-29 00:00:00",
    "2026-12-31 23:59:59",
    "2028-02-29T00:00:00Z",
    "2026-12-31T23:59:59.999-05:00",
    "2026-12-31T23:59+14:00",
  ]) {
    it(`takes ${text}`, () => expect(time(text, "at")).to.deep.equal([]));
  }
  for (const text of [
    "2027-02-29 00:00:00",
    "2026-06-31 10:00:00",
    "2026-06-15 24:00:00",
    "2026-06-15 10:60:00",
    "2026-06-15T10:00:00",
    "2026-06-15 10:00",
    "2026-6-15 10:00:00",
    "15.06.2026 10:00:00",
    "2027-02-29T00:00:00Z",
    "2026-06-15T24:00:00Z",
    "2026-06-15T10:00:00+25:00",
    "2026-06-15T10:00:00[Europe/Berlin]",
    "2026-06-15 10:00:00Z",
    "",
  ]) {
    it(`refuses "${text}"`, () =>
      expect(time(text, "at")).to.deep.equal([
        {
          path: "at",
          problem:
            "must be an existing time in the form YYYY-MM-DD HH:MM:SS, or with an offset, such as 2027-03-01T09:00:00-05:00",
        },
      ]));
  }
});

describe("day", () => {
  it("takes a day that exists", () => expect(day("2028-02-29", "on")).to.deep.equal([]));
  for (const text of ["2027-02-29", "2026-06-15 00:00:00", "2026-6-1", "tomorrow"]) {
    it(`refuses "${text}"`, () =>
      expect(day(text, "on")).to.deep.equal([
        { path: "on", problem: "must be an existing date in the form YYYY-MM-DD" },
      ]));
  }
});

describe("instantMs", () => {
  it("is the moment, in whole seconds", () => {
    expect(instantMs("1970-01-01T00:01:00.9Z")).to.equal(60_000);
    expect(instantMs("1970-01-01T02:00-01:30")).to.equal(12_600_000);
    expect(instantMs("1970-01-01 00:01:00")).to.equal(undefined);
  });
});

describe("instantOf", () => {
  it("is in UTC, without parts of a second", () => {
    expect(instantOf(new Date(60_999))).to.equal("1970-01-01T00:01:00Z");
    expect(instantOf(new Date("never"))).to.equal("an invalid Date");
  });
});

describe("isFarFrom", () => {
  const declared = "2098-03-01 09:00:00";
  for (const [read, isFar] of [
    ["2098-03-02 11:00:00", false],
    ["2098-03-02 11:00:01", true],
    ["2098-03-05T10:00:00.000Z", true],
    ["05.03.2098 10:00", false],
    ["Mar 5, 2098 10:00", false],
    ["2098-03-99 10:00:00", false],
  ] as const) {
    it(`says ${isFar} of ${read}`, () => {
      expect(isFarFrom(declared, read)).to.equal(isFar);
    });
  }
});
