import { expect } from "chai";
import {
  clockChange,
  isLongPast,
  isPast,
  isSameTime,
  localTime,
  mayBePast,
} from "../../provider/email/date";

const now = Date.parse("2026-06-15T12:00:00Z");

describe("the check isPast", () => {
  it("is true without a time zone only if the time was more than 12 hours ago in UTC", () => {
    expect(isPast("2026-06-14 23:59:59", undefined, now)).to.equal(true);
    expect(isPast("2026-06-15 00:00:00", undefined, now)).to.equal(false);
  });

  it("reads the time by the clocks of the time zone if one is set", () => {
    expect(isPast("2026-06-15 07:59:59", "America/New_York", now)).to.equal(true);
    expect(isPast("2026-06-15 08:00:00", "America/New_York", now)).to.equal(false);
    expect(isPast("2026-06-15 20:59:59", "Asia/Tokyo", now)).to.equal(true);
  });

  it("needs no time zone if the time has a UTC offset", () => {
    expect(isPast("2026-06-15T07:59:59-04:00", undefined, now)).to.equal(true);
    expect(isPast("2026-06-15T08:00:00-04:00", undefined, now)).to.equal(false);
  });

  it("is true only after the time's second occurrence if a clock change repeats the time", () => {
    const time = "2026-11-01 01:30:00";
    const first = Date.parse("2026-11-01T05:30:00Z");
    expect(isPast(time, "America/New_York", first + 1000)).to.equal(false);
    expect(isPast(time, "America/New_York", first + 3_601_000)).to.equal(true);
  });
});

describe("the check isLongPast", () => {
  it("is true after 24 hours, or after 36 hours if the time has no time zone", () => {
    expect(isLongPast("2026-06-14T11:59:59Z", undefined, now)).to.equal(true);
    expect(isLongPast("2026-06-14T12:00:00Z", undefined, now)).to.equal(false);
    expect(isLongPast("2026-06-13 23:59:59", undefined, now)).to.equal(true);
    expect(isLongPast("2026-06-14 00:00:00", undefined, now)).to.equal(false);
  });
});

describe("the check mayBePast", () => {
  it("is true without a time zone if the time is at most 14 hours ahead in UTC", () => {
    expect(mayBePast("2026-06-14 23:59:59", undefined, now)).to.equal(true);
    expect(mayBePast("2026-06-16 02:00:00", undefined, now)).to.equal(true);
    expect(mayBePast("2026-06-16 02:00:01", undefined, now)).to.equal(false);
  });

  it("is already true at the first of two occurrences if a clock change repeats the time", () => {
    expect(mayBePast("2026-06-15 08:00:00", "America/New_York", now)).to.equal(true);
    expect(mayBePast("2026-06-15 08:00:01", "America/New_York", now)).to.equal(false);
    const first = Date.parse("2026-11-01T05:30:00Z");
    expect(mayBePast("2026-11-01 01:30:00", "America/New_York", first)).to.equal(true);
    expect(mayBePast("2026-06-15T12:00:01Z", undefined, now)).to.equal(false);
  });
});

describe("the local time of a date", () => {
  it("is the date converted to the time zone if the date is an instant", () => {
    expect(localTime("2027-03-01T14:00:00Z", "America/New_York")).to.equal("2027-03-01 09:00:00");
    expect(localTime("2027-07-01T14:00:00Z", "America/New_York")).to.equal("2027-07-01 10:00:00");
    expect(localTime("2027-03-01T14:00:00Z", undefined)).to.equal(undefined);
  });

  it("is unchanged if the date is a local time", () => {
    expect(localTime("2027-03-01 14:00:00", "America/New_York")).to.equal("2027-03-01 14:00:00");
    expect(localTime("2027-03-01 14:00:00", undefined)).to.equal("2027-03-01 14:00:00");
  });
});

describe("the comparison of two times", () => {
  it("needs a time zone only if one time is a local time and the other an instant", () => {
    const instant = "2027-03-01T14:00:00Z";
    expect(isSameTime(instant, "2027-03-01T09:00:00-05:00", undefined)).to.equal(true);
    expect(isSameTime(instant, "2027-03-01 09:00:00", undefined)).to.equal(false);
    expect(isSameTime(instant, "2027-03-01 09:00:00", "America/New_York")).to.equal(true);
    expect(isSameTime(instant, "2027-03-01 09:00:00", "Europe/Berlin")).to.equal(false);
  });
});

describe("the check for clock changes", () => {
  it("reports a local time only if a clock change skips or repeats the time", () => {
    expect(clockChange("2027-03-14 02:30:00", "America/New_York")).to.deep.equal({
      kind: "skipped",
      next: "2027-03-14 03:30:00",
    });
    expect(clockChange("2027-11-07 01:30:00", "America/New_York")).to.deep.equal({
      kind: "repeated",
    });
    expect(clockChange("2027-07-07 01:30:00", "America/New_York")).to.equal(undefined);
    expect(clockChange("2027-03-14 02:30:00", "UTC")).to.equal(undefined);
  });
});
