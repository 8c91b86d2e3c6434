import { expect } from "chai";
import { day, isPast, localTime, mayBePast } from "../../provider/input/time";

const now = Date.parse("2026-06-15T12:00:00Z");

describe("localTime", () => {
  for (const text of ["2028-02-29 00:00:00", "2026-12-31 23:59:59"]) {
    it(`takes ${text}`, () => expect(localTime(text, "at")).to.deep.equal([]));
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
    "",
  ]) {
    it(`refuses "${text}"`, () =>
      expect(localTime(text, "at")).to.deep.equal([
        { path: "at", problem: "must be an existing time in the form YYYY-MM-DD HH:MM:SS" },
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

describe("isPast", () => {
  it("holds once the time is more than 12 hours before now in UTC", () => {
    expect(isPast("2026-06-14 23:59:59", now)).to.equal(true);
    expect(isPast("2026-06-15 00:00:00", now)).to.equal(false);
  });
});

describe("mayBePast", () => {
  it("holds from 12 hours before to 14 hours after now in UTC", () => {
    expect(mayBePast("2026-06-14 23:59:59", now)).to.equal(false);
    expect(mayBePast("2026-06-15 00:00:00", now)).to.equal(true);
    expect(mayBePast("2026-06-16 02:00:00", now)).to.equal(true);
    expect(mayBePast("2026-06-16 02:00:01", now)).to.equal(false);
  });
});
