import { expect } from "chai";
import { allBad, allGood } from "./all";
import { blemishesIn } from "./blemish";

describe("the corpus of programs for previews", () => {
  it("has at least 150 faulty and 150 valid programs, all with different titles", () => {
    for (const programs of [allBad, allGood]) expect(programs).to.have.length.of.at.least(150);
    const all = [...allBad, ...allGood].map(({ title }) => title);
    expect([...new Set(all)]).to.deep.equal(all);
  });

  it("treats an output as faulty if the output has extra percent signs, a stack frame or a Node.js warning", () => {
    const frame = "a stack frame";
    for (const [output, ...found] of [
      ["Put %%unsubscribe%% into html. Look at https://a.example:80/b."],
      ["Put %%%%unsubscribe%%%% into html", "a token with too many per cent signs"],
      ["Error: x\n    at new A (/home/a/index.js:1:2)", frame],
      ["\u001b[90m    at node:internal/modules:1:2\u001b[39m", frame],
      ["(node:7) PromiseRejectionHandledWarning: x", "a warning of Node.js"],
    ] as const) {
      expect(blemishesIn(output), output).to.deep.equal(found);
    }
  });
});
