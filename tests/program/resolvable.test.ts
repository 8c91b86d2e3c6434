import { realpath } from "node:fs/promises";
import { expect } from "chai";
import { EmailMarketingError } from "../../provider/errors/error";
import * as resolvable from "../../provider/program/program-settings";
import { useScratch } from "../support/scratch";
import { anew } from "./anew";
import { within } from "./within";

describe("requireResolvable", function () {
  const root = process.cwd();
  afterEach("goes back", () => process.chdir(root));
  const scratch = useScratch(this);

  it("says what to add to a project that can't resolve the package", async () => {
    const { requireResolvable } = anew("program-settings");
    requireResolvable();
    const folder = await realpath(scratch());
    process.chdir(folder);
    const problem = `can't resolve the package pulumi-email-marketing from the project folder ${folder}, where Pulumi loads it. Add it to the dependencies of the project's own package.json. Run: npm install pulumi-email-marketing`;
    expect(requireResolvable)
      .to.throw(EmailMarketingError, problem)
      .with.property("code", "config");
    expect(requireResolvable).to.throw(problem);
  });

  it("asks nothing of a project under mocks", async () => {
    process.chdir(scratch());
    await within(resolvable.requireResolvable, { showsMocks: true });
  });
});
