import { expect } from "chai";
import { judgeOutputs, sourceProblem } from "../../provider/input/text-mistakes";

const conflict = "Hi\n<<<<<<< HEAD\n20%\n=======\n30%\n>>>>>>> spring\nBye";

describe("the check for source code in texts", () => {
  it("finds MJML if the root element of the text is mjml", () => {
    for (const text of [
      "<mjml><mj-body></mj-body></mjml>",
      '\ufeff<?xml version="1.0"?>\n<!-- a > b -->\n<!-- c -->\n<MJML lang="en">',
    ]) {
      expect(sourceProblem(text), text).to.match(/^is the source of MJML, .* Compile it/);
    }
  });

  it("finds conflict markers of git if each of the three starts a line", () => {
    for (const text of [conflict, conflict.replaceAll("\n", "\r\n"), conflict.slice(3, -4)]) {
      expect(sourceProblem(text), text).to.match(/^has conflict markers of git, .* Choose one/);
    }
  });

  it("reports no source code if the text is only about MJML or git", () => {
    for (const text of [
      "<p>We write in <code>&lt;mjml></code></p>",
      "<mjmlx>",
      "<mjml> is the root element of MJML, and </mjml> ends it.",
      "Offers\n=======\nNews\n-------",
      ">>>>>>> you wrote\n<<<<<<< and I",
      "Hi\n  <<<<<<< HEAD\n=======\n  >>>>>>> spring",
      "<<<<<<< HEAD\n=======",
      `How to merge:\n\`\`\`\n${conflict}\n\`\`\`\nBye`,
    ]) {
      expect(sourceProblem(text), text).to.equal(undefined);
    }
  });

  it("causes an error for html and for plainText unless ignoreChecks has source-in-text", () => {
    const given = { html: "<mjml></mjml>", plainText: conflict };
    const found = judgeOutputs(given).findings.map(({ path, level, name }) => [path, level, name]);
    expect(found).to.deep.equal([
      ["html", "error", "source-in-text"],
      ["plainText", "error", "source-in-text"],
    ]);
    expect(judgeOutputs({ ...given, ignoreChecks: ["source-in-text"] }).findings).to.deep.equal([]);
  });

  it("finishes within the time limit if a long text has only near matches", () => {
    // CPU time, because a loaded machine takes longer without any fault.
    const start = process.cpuUsage();
    for (const part of ["<!-- -->", "<!--", "<<<<<<< a\n", "```\n", "\n", "<<<<<<< ```\n"]) {
      expect(sourceProblem(part.repeat(200_000))).to.equal(undefined);
    }
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).to.be.below(5000);
  });
});
