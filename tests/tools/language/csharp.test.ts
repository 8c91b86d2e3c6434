import { join } from "node:path";
import { expect } from "chai";
import { pulumiSources } from "../../../tools/language/csharp";
import { useScratch } from "../../support/scratch";

describe("the check that C# examples compile", function () {
  const scratch = useScratch(this);

  it("fails with a message that nothing was compiled if Pulumi's sources can't be downloaded", async () => {
    for (let attempt = 1; attempt <= 2; attempt++) {
      const failure = await pulumiSources(join(scratch(), "nowhere"), scratch()).then(
        () => "",
        (error: Error) => error.message,
      );
      expect(failure).to.match(
        /^C# was not compiled: .*Set PULUMI_DOTNET_REPOSITORY to a clone of it.*\n.*nowhere/,
      );
    }
  });
});
