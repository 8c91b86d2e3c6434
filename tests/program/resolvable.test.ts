import { mkdtemp, realpath, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { EmailMarketingError } from "../../provider/errors/error";
import * as resolvable from "../../provider/program/resolvable";
import { within } from "./within";

/** The module as a process that has just started has it. */
function anew(): typeof import("../../provider/program/resolvable") {
  const load = createRequire(__filename);
  const path = load.resolve("../../provider/program/resolvable");
  const known = load.cache[path];
  delete load.cache[path];
  try {
    return load(path) as typeof import("../../provider/program/resolvable");
  } finally {
    if (known) load.cache[path] = known;
  }
}

describe("requireResolvable", () => {
  let folder = "";
  const root = process.cwd();

  before("makes a folder that can't resolve the package", async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), "unresolvable-")));
  });

  afterEach("goes back", () => process.chdir(root));

  after("removes the folder", () => rm(folder, { recursive: true }));

  it("says what to add to a project that can't resolve the package", () => {
    const { requireResolvable } = anew();
    requireResolvable();
    process.chdir(folder);
    const problem = `can't resolve the package pulumi-email-marketing from the project folder ${folder}, where Pulumi loads it. Add it to the dependencies of the project's own package.json. Run: npm install pulumi-email-marketing`;
    expect(requireResolvable)
      .to.throw(EmailMarketingError, problem)
      .with.property("code", "config");
    expect(requireResolvable).to.throw(problem);
  });

  it("asks nothing of a project under mocks", async () => {
    process.chdir(folder);
    await within(resolvable.requireResolvable, { showsMocks: true });
  });
});
