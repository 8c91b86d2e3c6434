import { expect } from "chai";
import { createKnownService, type DatedReply } from "../../provider/client/known-service";

const at = Date.UTC(2027, 0, 11, 12);
const dated = (headers: Readonly<Record<string, string>>, tookMs = 0): DatedReply => ({
  header: (name) => headers[name] ?? null,
  sentAt: at,
  repliedAt: at + tookMs,
});

/** What a service's clock is ahead by, as its replies show one after the other. */
function ahead(...replies: readonly DatedReply[]): number | undefined {
  const service = createKnownService();
  for (const reply of replies) service.note(reply);
  return service.aheadMs();
}

describe("createKnownService", () => {
  it("knows by the date of a reply how far the clocks are apart at the least", () => {
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

  it("goes by the newest reply that tells: none of a cache, and none whose date names no zone", () => {
    const told = dated({ date: "Mon, 11 Jan 2027 14:00:00 GMT" });
    const silent = [
      dated({}),
      dated({ date: "Mon, 11 Jan 2027 13:00:00 GMT", age: "0" }),
      dated({ date: "Mon, 11 Jan 2027 13:00:00" }),
      dated({ date: "2027" }),
      dated({ date: "Mon, some day GMT" }),
    ];
    for (const reply of silent) {
      expect(ahead(reply)).to.equal(undefined);
      expect(ahead(told, reply)).to.equal(7_200_000);
    }
    expect(ahead(told, dated({ date: "Mon, 11 Jan 2027 12:00:00 GMT" }))).to.equal(0);
  });
});
