import { expect } from "chai";
import { ok } from "../../support/outcome";
import { js } from "../../support/program";
import { useService } from "../../support/service";

describe("a name that one property leaves and another one takes, under the extended operations", function () {
  const { createProject, emulator } = useService(this, { seed: {} });
  beforeEach("starts anew", () => emulator().reset());
  const env = { EMAIL_MARKETING_OPERATIONS: "extended", EMAIL_MARKETING_PREFLIGHT: "error" };

  /** A property by its logical name; `after` names the one that it depends on. */
  type Declarations = Readonly<Record<string, { readonly name: string; readonly after?: string }>>;
  const waysIn = {
    "dynamic resources": (properties: Declarations) =>
      js(
        ...Object.entries(properties).map(
          ([logical, { name, after = "undefined" }]) =>
            `const ${logical} = new em.CustomProperty("${logical}", { name: "${name}", type: "text" }, { dependsOn: ${after} });`,
        ),
      ),
    "the plugin": (properties: Declarations) => ({
      yaml: {
        resources: Object.fromEntries(
          Object.entries(properties).map(([logical, { name, after }]) => [
            logical,
            {
              type: "emailmarketing:CustomProperty",
              properties: { name, type: "text" },
              ...(after !== undefined && { options: { dependsOn: [`\${${after}}`] } }),
            },
          ]),
        ),
      },
    }),
  };

  for (const [wayIn, program] of Object.entries(waysIn)) {
    it(`goes from one to the other where one comes first, behind ${wayIn}`, async () => {
      const project = await createProject({ program: program({ one: { name: "level" } }), env });
      await ok(project.up());
      await project.writeProgram(
        program({ one: { name: "grade" }, other: { name: "level", after: "one" } }),
      );
      const up = await ok(project.up());
      expect(up.output).to.not.match(/\[property-|warning:/);
      const names = () =>
        emulator()
          .snapshot()
          .properties.map(({ name }) => name);
      expect(names()).to.deep.equal(["grade", "level"]);
      await project.writeProgram(
        program({
          one: { name: "rank" },
          other: { name: "grade", after: "one" },
          third: { name: "level", after: "other" },
        }),
      );
      const chain = await ok(project.up());
      expect(chain.output).to.not.match(/\[property-|warning:/);
      expect(names()).to.deep.equal(["rank", "grade", "level"]);
    });
  }
});
