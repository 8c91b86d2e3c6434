import { expect } from "chai";
import { fails } from "../../support/outcome";
import { js } from "../../support/program";
import { useService } from "../../support/service";

/** Makes a process fail to load a package, as Node.js does where it isn't installed. */
const hooks = `export async function resolve(specifier, context, next) {
  if (specifier !== "node-fetch") return next(specifier, context);
  const message = "Cannot find package 'node-fetch' imported from /project/node_modules/pulumi-email-marketing/dist/client/attempt.js";
  throw Object.assign(new Error(message), { code: "ERR_MODULE_NOT_FOUND" });
}`;
const without = `require("node:module").register("data:text/javascript," + encodeURIComponent(${JSON.stringify(hooks)}));`;

const programs = {
  "a function":
    'exports.status = em.getDomainOutput({ domain: "acme.example" }).apply(({ status }) => status);',
  "a resource": 'new em.Sender("news", { email: "news@acme.example", name: "Acme News" });',
};

describe("an installation without a library", function () {
  const { createProject } = useService(this);

  for (const [what, program] of Object.entries(programs)) {
    it(`fails within 10 seconds of the program's start, and says what to do: ${what}`, async () => {
      const project = await createProject({
        program: `console.log("the program has started");\n${js(program)}`,
        files: { "without.cjs": without },
      });
      const options = `--require=${JSON.stringify(`${project.dir}/without.cjs`)}`;
      let startedAt = Number.NaN;
      const up = await fails(
        project.up([], {
          env: { NODE_OPTIONS: options },
          onLine: (line) => {
            if (line.includes("the program has started") && Number.isNaN(startedAt))
              startedAt = performance.now();
          },
        }),
      );
      const seconds = (performance.now() - startedAt) / 1000;
      expect(up.output).to.include(
        `can't load the package "node-fetch" (ERR_MODULE_NOT_FOUND). Install the project's packages again; with Yarn, set nodeLinker: node-modules.`,
      );
      expect(seconds).to.be.below(10);
    });
  }
});
