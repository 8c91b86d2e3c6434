import { expect } from "chai";
import { badForAccount } from "../../corpus/bad-account";
import { badChanges } from "../../corpus/bad-change";
import { badInputs } from "../../corpus/bad-input";
import { blemishesIn } from "../../corpus/blemish";
import { good } from "../../corpus/good";
import { account, type CorpusProgram, head } from "../../corpus/program";
import { useService } from "../../support/service";

/** Titles of programs with every kind of resource, which don't affect each other. */
const inputTitles = [
  "sender name in brackets",
  "property type as the service shows it",
  "webhook switched by a word",
  "campaign to nobody",
  "campaign with an output in a template string",
  "schedule of an output in a template string",
  "account of an explicit provider by an output in JSON",
  "schedule in the past",
  "share with eleven addresses",
];
const accountTitles = [
  "sender of a domain that has failed",
  "campaign to a list that is not there",
  "campaign of a sender that nobody declares",
  "campaign dated by two",
  "share of a domain by its name",
  "mail with an element that stays open",
];
const extendedTitles = [
  "property by an id that the account lacks",
  "property by its id, with another type",
  "property adopted by two, by its id and by its name",
  "property that must not exist, and does in other capitals",
  "new property that a delete would remove, of a name with another type",
  "two lists of one name",
  "list that exists in other capitals",
  "list by an id that the account lacks",
  "list by its id under another name",
];
const goodTitles = [
  "a sender with a whole postal address",
  "a sender that exists and is taken over",
  "a campaign to a list that is still empty, with ignoreChecks",
  "properties of all types",
  "a webhook with triggers of any kind",
  "a campaign with everything",
  "a campaign to all lists that hold somebody",
  "a campaign with HTML for an old mail client",
  "a campaign with links of many kinds",
  "a campaign with its date",
  "a share of a domain that is not verified, by a look-up",
  "a gate: a campaign once a file is verified",
];

/** Prefixes each name with the number of its program, so that many programs can share one preview. */
const apart = `
const { Resource } = require("@pulumi/pulumi");
const named = (prefix, [key, value]) => {
  if (!(value.prototype instanceof Resource)) return [key, value];
  return [key, class extends value { constructor(name, ...rest) { super(prefix + name, ...rest); } }];
};
const within = (prefix, all) => Object.fromEntries(Object.entries(all).map((entry) => named(prefix, entry)));
`;

function together(programs: readonly CorpusProgram[]): string {
  const parts = programs.map(({ body }, number) => {
    const ownHead = head.replace(/const em = (.+);/, `const em = within("${number}-", $1);`);
    return `(() => {${ownHead}${body}})();`;
  });
  return [apart, ...parts].join("\n");
}

function chosen<Program extends CorpusProgram>(
  all: readonly Program[],
  wanted: readonly string[],
): Program[] {
  return wanted.map((title) => {
    const program = all.find((one) => one.title === title);
    if (!program) throw new Error(`the corpus has no program "${title}"`);
    return program;
  });
}

describe("one preview of many programs", function () {
  const { createProject } = useService(this, { seed: account });

  for (const [what, titles, all, operations] of [
    ["in the declared inputs", inputTitles, badInputs, "specified"],
    ["in the account", accountTitles, badForAccount, "specified"],
    ["visible only with operations=extended", extendedTitles, badChanges, "extended"],
  ] as const) {
    it(`reports each program's problem if the problem is ${what}`, async () => {
      const programs = chosen(all, titles);
      const project = await createProject({
        program: together(programs),
        env: { EMAIL_MARKETING_PREFLIGHT: "error", EMAIL_MARKETING_OPERATIONS: operations },
      });
      const { output, exitCode } = await project.preview();
      expect(exitCode).to.equal(1);
      const lines = output.split("\n").filter((line) => /\b(warning|error):/.test(line));
      const missed = programs.filter(({ says }, number) => {
        const name = new RegExp(`[ "']${number}-`);
        return !lines.some((line) => name.test(line) && line.includes(says));
      });
      expect(
        missed.map(({ title }) => title),
        output,
      ).to.deep.equal([]);
      expect(blemishesIn(output)).to.deep.equal([]);
    });
  }

  it("shows no warning if all programs are valid", async () => {
    const project = await createProject({ program: together(chosen(good, goodTitles)) });
    const { output, exitCode } = await project.preview();
    expect(exitCode, output).to.equal(0);
    expect(output, output).to.not.match(/\b(warning|error):/);
  });
});
