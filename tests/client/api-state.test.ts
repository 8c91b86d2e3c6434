import { expect } from "chai";
import {
  type DatedResponse,
  type KnownService,
  noteResponse,
} from "../../provider/client/api-state";

const at = Date.UTC(2027, 0, 11, 12);
const dated = (headers: Readonly<Record<string, string>>, tookMs = 0): DatedResponse => ({
  headers: new Map(Object.entries(headers)),
  sentAt: at,
  respondedAt: at + tookMs,
});

/** The time by which the service's clock is ahead after these responses, in this order. */
function ahead(...responses: readonly DatedResponse[]): number | undefined {
  const service: KnownService = { hasResponded: false, hasShownTime: false };
  for (const response of responses) noteResponse(service, response);
  return service.aheadMs;
}

describe("the estimate of the service's clock (noteResponse)", () => {
  it("finds the smallest clock difference that the Date header of a response allows", () => {
    for (const [date, tookMs, ms] of [
      ["Mon, 11 Jan 2027 12:00:00 GMT", 0, 0],
      ["Mon, 11 Jan 2027 12:00:05 GMT", 30_000, 0],
      ["Mon, 11 Jan 2027 14:00:00 GMT", 0, 7_200_000],
      ["Mon, 11 Jan 2027 14:00:00 GMT", 30_000, 7_170_000],
      ["Mon, 11 Jan 2027 10:00:00 GMT", 0, -7_199_001],
      ["Mon, 11 Jan 2027 10:00:00 GMT", 30_000, -7_199_001],
    ] as const) {
      expect(ahead(dated({ date }, tookMs)), date).to.equal(ms);
    }
  });

  it("reads Date headers in all three formats of HTTP", () => {
    for (const date of [
      "Mon, 11 Jan 2027 14:00:00 GMT",
      "Monday, 11-Jan-27 14:00:00 GMT",
      "Mon Jan 11 14:00:00 2027",
    ]) {
      for (const age of [{}, { age: "0" }, { age: " 00 " }]) {
        expect(ahead(dated({ date, ...age })), date).to.equal(7_200_000);
      }
    }
  });

  it("uses the date of the newest response that has a valid Date header", () => {
    const known = dated({ date: "Mon, 11 Jan 2027 14:00:00 GMT" });
    for (const date of ["", "Mon, 11 Jan 2027 13:00:00", "2027", "Mon, some day GMT"]) {
      expect(ahead(dated({ date })), date).to.equal(undefined);
      expect(ahead(known, dated({ date })), date).to.equal(7_200_000);
    }
    expect(ahead(known, dated({ date: "Mon, 11 Jan 2027 12:00:00 GMT" }))).to.equal(0);
  });

  it("is moved forward, but never back, by a cached response", () => {
    const cached = (hour: number) =>
      dated({ date: `Mon, 11 Jan 2027 ${hour}:00:00 GMT`, age: "3600" });
    const fresh = (hour: number) => dated({ date: `Mon, 11 Jan 2027 ${hour}:00:00 GMT` });
    expect(ahead(cached(14))).to.equal(7_200_000);
    expect(ahead(cached(14), cached(13))).to.equal(7_200_000);
    expect(ahead(cached(10))).to.equal(undefined);
    expect(ahead(fresh(14), cached(13))).to.equal(7_200_000);
    expect(ahead(fresh(13), cached(14))).to.equal(7_200_000);
    expect(ahead(cached(14), fresh(12))).to.equal(0);
    expect(ahead(fresh(12), dated({ date: "Mon, 11 Jan 2027 10:00:00 GMT", age: "x" }))).to.equal(
      0,
    );
  });

  it("knows the service's time only after an uncached response with a valid Date header", () => {
    const date = "Mon, 11 Jan 2027 14:00:00 GMT";
    for (const [headers, isKnown] of [
      [{ date }, true],
      [{ date, age: "0" }, true],
      [{ date, age: "1" }, false],
      [{ date, age: "-1" }, false],
      [{ date: "today" }, false],
      [{}, false],
    ] as const) {
      const service: KnownService = { hasResponded: false, hasShownTime: false };
      noteResponse(service, dated(headers));
      expect(service.hasResponded).to.equal(true);
      expect(service.hasShownTime, JSON.stringify(headers)).to.equal(isKnown);
    }
  });
});
