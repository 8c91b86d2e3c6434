import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

const root = join(__dirname, "..", "..");
const once = "resources/campaign-schedule/sent-once.test.ts";
const date = "resources/campaign-schedule/request-date.test.ts";
const known = "client/api-state.test.ts";

/** The claims of docs/reliability.md about emails: the beginning of each sentence, and the tests that prove it. */
const proofs: readonly (readonly [string, ...(readonly [string, string])[]])[] = [
  ["No date is sent while", [once, "moved after its time"], [once, '"unconfirmed, then moved"']],
  [
    "With `timeZone`, a date is past",
    ["email/date.test.ts", "reads the time by the clocks of the time zone if one is set"],
  ],
  ["Without it, the service may be in", ["email/date.test.ts", "at most 14 hours ahead in UTC"]],
  ["So a date less than 14 hours", ["email/date.test.ts", "at most 14 hours ahead in UTC"]],
  [
    "With the extended operations, the provider reads",
    [once, 'unconfirmed: { specified: "srr srr sTr", extended: "kkk kkk kkk" }'],
  ],
  [
    "It sends the date to a draft, and to a paused",
    [date, "is sent to a paused campaign only if no one was emailed"],
  ],
  [
    "`ignoreChecks` can't override",
    [date, "is recorded without a request if ignoreChecks has schedule-past"],
  ],
  [
    "`schedule-past` records",
    [date, "is recorded without a request if ignoreChecks has schedule-past"],
  ],
  ["The later of two clocks counts", [once, '"moved after its time": { specified: "rrrrrrr"']],
  ["A warning then states", [once, "with one warning, if the local clock is a day behind"]],
  ["Before the first date", [once, "with one warning, if the local clock is a day behind"]],
  [
    "A check knows only this machine's clock",
    [once, "past by the local clock, but not by the service's"],
  ],
  ["A date is recorded as past only", [once, 'extended: "kkrrrrr"']],
  ["A response from a cache", [known, "is moved forward, but never back, by a cached response"]],
  [
    "A web page shows no time",
    ["client/http-client.test.ts", "not from redirects, web pages or a proxy's refusals"],
  ],
  [
    "If no response has shown the time",
    [once, "is sent twice if no response shows the service's time"],
  ],
  ["All this requires a correct `timeZone`", [once, 'killed: { specified: "srr srr sTr"']],
  ["With a wrong one", [once, 'killed: { specified: "srr srr sTr"']],
  ["The provider can't know what a killed update", [once, '"killed, then moved"']],
  ["A date that may be past is then", [once, "killed: {"]],
  ["A program that has another date", [once, '"killed, then moved"']],
  ["A schedule with a new logical name", [once, '"renamed, with a new date"']],
];

/** Matches sentences that tell the reader what to do. */
const advice = /^(Set|Check|Run) /;

describe('the section "A campaign is mailed once" of docs/reliability.md', () => {
  it("has a test for each sentence that isn't advice", () => {
    const page = readFileSync(join(root, "docs", "reliability.md"), "utf8");
    const [, section = ""] = page.split("## A campaign is mailed once");
    const points = section.split("\n\n")[1]?.replaceAll("\n  ", " ").split("\n") ?? [];
    const sentences = points.flatMap((point) => point.slice(2).split(/(?<=\.) (?=[A-Z`])/));
    const promised = sentences.filter((sentence) => !advice.test(sentence));
    expect(promised).to.have.length(proofs.length);
    for (const [at, [beginning, ...tests]] of proofs.entries()) {
      expect(promised[at]?.startsWith(beginning), promised[at]).to.equal(true);
      for (const [file, title] of tests) {
        expect(readFileSync(join(root, "tests", file), "utf8"), file).to.include(title);
      }
    }
  });
});
