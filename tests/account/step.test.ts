import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createCallLog, infoOnce, inStep, useLog, warnOnce } from "../../provider/account/step";
import type { CallEvent } from "../../provider/client/call";
import { useScratch } from "../support/scratch";
import { useWarnings } from "../support/warnings";

const refused: CallEvent = {
  method: "POST",
  route: "/senders/search",
  attempt: 2,
  status: 429,
  code: "rate-limit",
  durationMs: 12,
  waitMs: 7000,
  rateLimiter: { perSecond: 7, pausedMs: 6999.5, inFlight: 0, waiting: 3 },
};
const good: CallEvent = {
  method: "GET",
  route: "/list/{id}",
  attempt: 1,
  status: 200,
  durationMs: 3,
  rateLimiter: { perSecond: 20.04, pausedMs: 0, inFlight: 1, waiting: 0 },
};

describe("the log of requests", function () {
  const scratch = useScratch(this);
  const warnings = useWarnings(this);

  it("has one line per attempt, with the state of the rate limiter, if a file is set", () => {
    const file = join(scratch(), "calls.log");
    expect(createCallLog("off")).to.equal(undefined);
    const log = createCallLog(`file:${file}`);
    log?.(refused);
    log?.(good);
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    expect(lines.map((line) => line.replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z /, ""))).to.deep.equal([
      "POST /senders/search try=2 status=429 error=rate-limit ms=12 wait=7000 pace=7.0/s inflight=0 waiting=3 paused=7000",
      "GET /list/{id} try=1 status=200 ms=3 pace=20.0/s inflight=1 waiting=0",
    ]);
  });

  it("warns once, and doesn't fail, if the log file can't be written", () => {
    const log = createCallLog(`file:${join(scratch(), "missing", "calls.log")}`);
    log?.(good);
    log?.(refused);
    expect(warnings()).to.have.lengthOf(1);
    expect(warnings()[0]).to.match(
      /^warning: the debug log can't be written \(ENOENT: .*calls\.log'\)\. Nothing else depends on it\.$/,
    );
  });

  it('is written to standard error with the prefix "debug: " if no file is set', () => {
    createCallLog("debug")?.(good);
    expect(warnings()).to.deep.equal([
      "debug: GET /list/{id} try=1 status=200 ms=3 pace=20.0/s inflight=1 waiting=0",
    ]);
  });
});

describe("the log of messages", () => {
  afterEach(() => useLog());

  it("shows an info message once for each resource, and a warning once for the program", () => {
    const said: string[] = [];
    useLog((_level, sentence) => said.push(sentence));
    for (const urn of ["first", "first", "second"]) {
      inStep({ urn, isReadOnly: true }, () => {
        infoOnce("emails the records");
        warnOnce("the domain is new");
      });
    }
    expect(said).to.deep.equal(["emails the records", "the domain is new", "emails the records"]);
  });
});
