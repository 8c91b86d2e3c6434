import { expect } from "chai";
import { runCommand } from "../../tools/engine/command";

describe("npm run prove", function () {
  this.timeout(60_000);

  for (const name of ["", "crush", "constructor"]) {
    it(`lists what there is to prove for the name "${name}"`, async () => {
      const { exitCode, stderr } = await runCommand("npm", ["run", "-s", "prove", "--", name]);
      expect(exitCode).to.equal(1);
      expect([...stderr.matchAll(/^ {2}(\w+) /gm)].map(([, known]) => known)).to.deep.equal([
        "engine",
        "crash",
        "plugin",
        "limits",
        "languages",
        "examples",
        "readmes",
        "sdks",
        "fuzz",
        "corpus",
        "pictures",
        "mutation",
        "coverage",
      ]);
    });
  }
});
