import { expect } from "chai";
import { httpDateMs } from "../../provider/client/api-state";

const now = Date.UTC(2027, 0, 11, 12);
const read = (text: string, at = now) => {
  const ms = httpDateMs(text, at);
  return ms === undefined ? undefined : new Date(ms).toISOString();
};

describe("the parser of HTTP dates", () => {
  it("reads the three formats of HTTP dates as UTC", () => {
    for (const [text, instant] of [
      ["Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37.000Z"],
      ["Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37.000Z"],
      ["Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37.000Z"],
      ["Wed Nov 16 08:49:37 1994", "1994-11-16T08:49:37.000Z"],
      [" fri, 1 jan 2027 00:00:00 gmt ", "2027-01-01T00:00:00.000Z"],
    ] as const) {
      expect(read(text), text).to.equal(instant);
    }
  });

  it("reads a two-digit year as the latest year that is at most 50 years ahead", () => {
    for (const [digits, at, year] of [
      ["27", now, 2027],
      ["77", now, 2077],
      ["78", now, 1978],
      ["00", Date.UTC(2099, 11, 31), 2100],
      ["99", Date.UTC(2100, 0, 1), 2099],
    ] as const) {
      expect(read(`Monday, 11-Jan-${digits} 12:00:00 GMT`, at), digits).to.match(
        new RegExp(`^${year}-01-11`),
      );
    }
  });

  it("returns undefined if the text is not a valid HTTP date", () => {
    for (const text of [
      "",
      "2027",
      "2027-01-11T12:00:00Z",
      "Mon, 11 Jan 2027 12:00:00",
      "Mon, 11 Jan 2027 12:00:00 +0100",
      "Mon, 11 Foo 2027 12:00:00 GMT",
      "Mon, 99 Jan 2027 12:00:00 GMT",
      "Mon Jan 11 12:00:00 2027 GMT",
      "Mon, 11-Jan-2027 12:00:00 GMT",
    ]) {
      expect(read(text), text).to.equal(undefined);
    }
  });
});
