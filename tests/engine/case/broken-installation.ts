import { expect } from "chai";
import { fails } from "../../support/outcome";
import { campaign, js, schedule } from "../../support/program";
import { useService } from "../../support/service";

/** A module that makes each process fail to load a package, like Node.js if the package isn't installed. */
const without = (name: string) => `
const Module = require("node:module");
const place = "/project/node_modules/pulumi-email-marketing/dist/index.js";
const failing = (message, code) => Object.assign(new Error(message), { code });
const { _resolveFilename: resolve } = Module;
Module._resolveFilename = function (request, ...more) {
  if (request !== "${name}") return resolve.call(this, request, ...more);
  throw failing("Cannot find module '${name}'\\nRequire stack:\\n- " + place, "MODULE_NOT_FOUND");
};
const hooks = \`export async function resolve(specifier, context, next) {
  if (specifier !== "${name}") return next(specifier, context);
  const message = "Cannot find package '${name}' imported from \${place}";
  throw Object.assign(new Error(message), { code: "ERR_MODULE_NOT_FOUND" });
}\`;
Module.register("data:text/javascript," + encodeURIComponent(hooks));
`;

const sender = 'new em.Sender("news", { email: "news@acme.example", name: "Acme News" });';

/** Programs that need a dependency of the package, and the command that loads the dependency. */
const rows = [
  {
    what: "a function",
    needs: "node-fetch",
    program:
      'exports.status = em.getDomainOutput({ domain: "acme.example" }).apply(({ status }) => status);',
    command: "up",
  },
  { what: "a resource", needs: "node-fetch", program: sender, command: "up" },
  { what: "a resource that waits for others", needs: "p-limit", program: sender, command: "up" },
  {
    what: "a CampaignSchedule",
    needs: "luxon",
    program: `${campaign()}\n${schedule().replace("2098-03-01 09:00:00", "2098-03-01T09:00:00[Europe/Berlin]")}`,
    command: "up",
  },
  {
    what: "a campaign",
    needs: "parse5",
    program: campaign({ inputs: 'html: "<p>Hello"' }),
    command: "preview",
  },
  {
    what: "a misspelt input",
    needs: "fastest-levenshtein",
    program: 'new em.Sender("news", { emial: "news@acme.example", name: "Acme News" });',
    command: "up",
  },
] as const;

describe("an incomplete installation", function () {
  const { createProject } = useService(this);
  // Shorter than the deadline of a call, until which a failed connection is retried.
  this.timeout(30_000);

  for (const { what, needs, program, command } of rows) {
    it(`fails a program with ${what} at once, with advice, if ${needs} is missing`, async () => {
      const files = { "without.cjs": without(needs) };
      const project = await createProject({ program: js(program), files });
      const env = { NODE_OPTIONS: `--require=${JSON.stringify(`${project.dir}/without.cjs`)}` };
      const { output } = await fails(project[command]([], { env }));
      expect(output).to.include(`can't load the package "${needs}" (`);
      expect(output).to.include(
        "Install the project's packages again; with Yarn, set nodeLinker: node-modules.",
      );
    });
  }
});
