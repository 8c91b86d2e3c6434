import { expect } from "chai";
import { ok } from "../../support/outcome";
import { programsByRuntime } from "../../support/program";
import { useService } from "../../support/service";

/* Programs of the corpus test the same with dynamic resources. */
describe("a renamed custom property's former name", function () {
  const { createProject, emulator } = useService(this, { seed: {} });
  const env = { EMAIL_MARKETING_OPERATIONS: "extended", EMAIL_MARKETING_PREFLIGHT: "error" };
  /** Custom properties by logical name. Each depends on the one before. */
  const program = (names: Readonly<Record<string, string>>) =>
    programsByRuntime["the plugin"](
      Object.fromEntries(
        Object.entries(names).map(([logical, name], at, all) => {
          const before = all.slice(0, at).map(([one]) => `\${${one}}`);
          const options = { dependsOn: before.slice(-1) };
          return [logical, ["CustomProperty", { name, type: "text" }, options]];
        }),
      ),
    );

  it("can be used by a second property in the same update (the plugin)", async () => {
    const project = await createProject({ program: program({ one: "level" }), env });
    await ok(project.up());
    for (const names of [
      { one: "grade", other: "level" },
      { one: "rank", other: "grade", third: "level" },
    ]) {
      await project.writeProgram(program(names));
      const up = await ok(project.up());
      expect(up.output).to.not.match(/\[property-|warning:/);
      const { properties } = emulator().snapshot();
      expect(properties.map(({ name }) => name)).to.deep.equal(Object.values(names));
    }
  });
});
