import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

const root = join(__dirname, "..", "..");
const once = "resources/campaign-schedule/sent-once.test.ts";
const date = "resources/campaign-schedule/request-date.test.ts";
const known = "client/known-service.test.ts";

/** What docs/reliability.md promises of mails: the beginning of each sentence, and the tests that prove it. */
const proofs: readonly (readonly [string, ...(readonly [string, string])[]])[] = [
  ["No date is sent while", [once, "moved after its time"], [once, '"unconfirmed, then moved"']],
  ["With `timeZone`, a date is past", ["input/moment.test.ts", "goes by the clocks of a zone"]],
  ["Without it, a date may be past", ["input/moment.test.ts", "up to 14 hours after now in UTC"]],
  [
    "With the extended operations, a reading",
    [once, 'unconfirmed: { specified: "srr srr sTr", extended: "kkk kkk kkk" }'],
    [date, "of which nothing was"],
  ],
  ["`ignoreChecks` can't allow it", [date, "is recorded as the program says"]],
  ["`schedule-past` records", [date, "is recorded as the program says"]],
  ["The later of two clocks counts", [once, '"moved after its time": { specified: "rrrrrrr"']],
  ["A warning then says how far", [once, "says once how far the clocks are apart"]],
  ["Before the first date", [once, "asks for one reply before the first date"]],
  ["A check, and a preview that has had no reply", [once, "past by the machine's clock alone"]],
  ["A date is recorded as past only", [once, 'extended: "kkrrrrr"']],
  ["A reply that a cache has kept", [known, "the earliest time that the service can have"]],
  ["A web page shows nothing", ["client/request.test.ts", "from no web page and no refusal"]],
  ["If no reply has shown the time", [once, "warns once that no response has shown the time"]],
  ["All this rests on a right `timeZone`", [once, 'killed: { specified: "srr srr sTr"']],
  ["With a wrong one", [once, 'killed: { specified: "srr srr sTr"']],
  ["What a killed update sent", [once, '"killed, then moved"']],
  ["Run the same program again", [once, "killed: {"]],
  ["A program that has another date", [once, '"killed, then moved"']],
  ["A schedule under a new name", [once, '"renamed, with a new date"']],
];

/** Sentences that say what to do. */
const advice = /^(Set|Use) /;

describe("what docs/reliability.md promises of mails", () => {
  it("is proven sentence by sentence", () => {
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
