import { expect } from "chai";
import { exampleAccount } from "../../../emulator/account/example";
import { useService } from "../../support/service";
import { functionLimits } from "../function-limit";
import { resourceLimits } from "../resource-limit";

/** One resource, or one call of a function. */
interface Case {
  readonly kind: string;
  readonly name: string;
  readonly args: object;
}

const edges = Object.entries({ ...resourceLimits, ...functionLimits }).flatMap(
  ([kind, { needs, rows }]) => rows.map((row) => ({ kind, needs, ...row })),
);

let count = 0;
const caseOf = ({ kind, needs, input }: (typeof edges)[number], value: unknown): Case => {
  count += 1;
  return { kind, name: `case-${count}`, args: { ...needs(count), [input]: value } };
};

const inside = edges.flatMap((edge) => edge.inside.map((value) => caseOf(edge, value)));
const outside = edges.flatMap((edge) =>
  edge.outside.map(([value, sentence]) => ({ sentence, ...caseOf(edge, value) })),
);

const paces = `
for (const requestsPerSecond of [1, 50]) {
  const provider = new em.Provider("pace-" + requestsPerSecond, { requestsPerSecond, apiKey: "key" });
  const email = "pace-" + requestsPerSecond + "@acme.example";
  new em.Sender("sender-" + requestsPerSecond, { email, name: "News" }, { provider });
}`;

/** Functions find what they look for or say that it is not there; whatever else they say fails the program. */
const programOf = (cases: readonly Case[], further = ""): string => `
const em = require("pulumi-email-marketing");
const absent = (error) => {
  if (error.code !== "not-found") throw error;
};
for (const { kind, name, args } of ${JSON.stringify(cases)}) {
  if (kind.startsWith("get")) em[kind](args).catch(absent);
  else new em[kind](name, args);
}
${further}
`;

/** The errors of a preview, each with the resource that it stands beside. */
function errorsIn(output: string): string[] {
  let beside = "";
  return output.split("\n").flatMap((line) => {
    beside = /^ {2}\S+ \((.+)\):$/.exec(line)?.[1] ?? beside;
    const problem = /^ {4}error: (.*)$/.exec(line)?.[1];
    return problem === undefined ? [] : [`${beside}: ${problem}`];
  });
}

describe("the limits of inputs, in a preview", function () {
  // The shortest address is on the shortest domain.
  const domains = [...(exampleAccount.domains ?? []), { domain: "b.c" }];
  const { createProject } = useService(this, { seed: { ...exampleAccount, domains } });
  const env = { EMAIL_MARKETING_OPERATIONS: "extended", EMAIL_MARKETING_PREFLIGHT: "off" };

  it("let everything pass that stands just inside", async () => {
    const project = await createProject({ program: programOf(inside, paces), env });
    const preview = await project.preview();
    expect(preview.exitCode, preview.output).to.equal(0);
    expect(preview.output).to.not.match(/error|warning/);
  });

  it("tell everything that stands just outside, at once and nothing else", async () => {
    const project = await createProject({ program: programOf(outside), env });
    const preview = await project.preview();
    expect(preview.exitCode).to.equal(1);
    const subject = ({ kind, name }: Case) => (kind.startsWith("get") ? `test-dev: ${kind}` : name);
    const wanted = outside.map((one) => `${subject(one)}: ${one.sentence}`);
    wanted.push(
      "test-dev: this program has invalid inputs (see the errors of the resources above).",
    );
    expect(errorsIn(preview.output).sort()).to.deep.equal(wanted.sort());
    expect(project.newRequests()).to.deep.equal([]);
  });

  for (const requestsPerSecond of ["0", "51"]) {
    it(`refuse a pace of ${requestsPerSecond} requests per second`, async () => {
      const config = { "emailmarketing:requestsPerSecond": requestsPerSecond };
      const program = programOf([
        { kind: "Sender", name: "news", args: { email: "news@acme.example", name: "News" } },
      ]);
      const preview = await (await createProject({ program, config, env })).preview();
      expect(preview.exitCode).to.equal(1);
      expect(preview.output).to.include(
        "stack config emailmarketing:requestsPerSecond: must be a number from 1 to 50.",
      );
    });
  }
});
