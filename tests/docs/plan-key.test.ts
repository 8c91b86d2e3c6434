import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parseAllDocuments } from "yaml";

const root = join(__dirname, "..", "..");

function documentsIn(file: string): unknown[] {
  const text = readFileSync(join(root, file), "utf8");
  return parseAllDocuments(text, { merge: true, logLevel: "silent" }).map(
    (one) => one.toJS() as unknown,
  );
}

interface Step {
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const plans = /--save-plan\b/;
const applies = /--plan\b/;
const setsKey = /EMAIL_MARKETING_(API|VERIFY)_KEY=/g;

/** The engine prints the key of an explicit Provider if an update has another one than its plan. */
describe("the pipeline that users copy", () => {
  it("passes the same keys to pulumi when planning and applying on GitHub", () => {
    const [workflow] = documentsIn(".github/workflows/email-marketing.yml");
    const { jobs } = workflow as { jobs: Record<string, { steps?: Step[] }> };
    const planned = Object.values(jobs).filter(({ steps = [] }) =>
      steps.some(({ run = "" }) => plans.test(run)),
    );
    expect(planned).to.have.length(1);
    for (const { steps = [] } of planned) {
      const plan = steps.filter(({ run = "" }) => plans.test(run));
      const apply = steps.filter(({ run = "" }) => applies.test(run));
      expect(plan.length * apply.length).to.equal(1);
      for (const name of ["EMAIL_MARKETING_API_KEY", "EMAIL_MARKETING_VERIFY_KEY"]) {
        expect(plan[0]?.env?.[name]).to.equal(`\${{ secrets.${name} }}`);
        expect(apply[0]?.env?.[name]).to.equal(`\${{ secrets.${name} }}`);
      }
      for (const { run = "" } of steps) expect(run.match(setsKey)).to.equal(null);
    }
  });

  it("passes the same keys to pulumi when planning and applying on GitLab", () => {
    const jobs = documentsIn("templates/email-marketing/template.yml").flatMap((one) =>
      Object.values(one as Record<string, { script?: unknown }>),
    );
    const scripts = jobs.map(({ script = [] }) => [script].flat(9).map(String).join("\n"));
    const planned = scripts.filter((script) => plans.test(script));
    expect(planned).to.have.length(1);
    for (const script of planned) {
      expect(script).to.match(applies);
      const [before, after] = [script.slice(0, script.search(plans)), script.split(plans)[1]];
      expect(before).to.include("export EMAIL_MARKETING_API_KEY=");
      expect(after?.match(setsKey)).to.equal(null);
    }
  });
});
