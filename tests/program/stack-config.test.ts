import { createRequire } from "node:module";
import { runtime } from "@pulumi/pulumi";
import { expect } from "chai";
import { judgeStackConfig } from "../../provider/program/stack-config";
import { runInline } from "./inline-run";
import { within } from "./within";

/** The module as a process that has just started has it. */
function anew(): typeof import("../../provider/program/stack-config") {
  const load = createRequire(__filename);
  const path = load.resolve("../../provider/program/stack-config");
  const known = load.cache[path];
  delete load.cache[path];
  try {
    return load(path) as typeof import("../../provider/program/stack-config");
  } finally {
    if (known) load.cache[path] = known;
  }
}

describe("judgeStackConfig", () => {
  const key = "a-key";
  const problem = (name: string) =>
    `emailmarketing:${name} is stored in plain text in the stack config. Run: pulumi config set --secret emailmarketing:${name}`;

  for (const name of ["apiKey", "verifyKey"]) {
    it(`fails with one error, however often it is asked, when ${name} is stored in plain text`, async () => {
      const fresh = anew();
      const errors: unknown[] = [];
      const attempt = () => {
        try {
          fresh.judgeStackConfig();
        } catch (error) {
          errors.push(error);
        }
      };
      const clearConfig = { [`emailmarketing:${name}`]: key };
      await within(() => [attempt(), attempt()], { clearConfig });
      expect(errors).to.have.length(2);
      expect(errors[0]).to.equal(errors[1]);
      expect(errors[0]).to.include({ code: "config", message: problem(name) });
    });
  }

  it("takes secret keys, and none", async () => {
    const config = { "emailmarketing:apiKey": key, "emailmarketing:verifyKey": key };
    const clearConfig = { "emailmarketing:account": "eu" };
    await within(judgeStackConfig, { config, clearConfig });
    await within(judgeStackConfig);
  });

  it("warns of what is no setting, once in each run", async () => {
    const clearConfig = {
      "emailmarketing:preflght": "error",
      "emailmarketing:account": "eu",
      "acme:preflght": "error",
    };
    const twice = () => {
      judgeStackConfig();
      judgeStackConfig();
    };
    for (const run of [1, 2]) {
      const { told, failures } = await runInline(twice, { clearConfig });
      expect(failures, `run ${run}`).to.deep.equal([]);
      expect(told, `run ${run}`).to.deep.equal([
        'warning the stack: stack config emailmarketing:preflght has no effect: unknown setting "preflght"; did you mean "preflight"?',
      ]);
    }
  });

  it("leaves alone what a project called emailmarketing keeps for itself", async () => {
    const clearConfig = { "emailmarketing:audience": "customers" };
    const ofTheProject = () => {
      // Not in the SDK's types.
      (runtime as unknown as { _setProject(name: string): void })._setProject("emailmarketing");
      judgeStackConfig();
    };
    const { told } = await runInline(ofTheProject, { clearConfig });
    expect(told).to.deep.equal([]);
  });
});
