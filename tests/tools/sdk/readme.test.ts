import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { readmeOf } from "../../../tools/sdk/readme";

const workflow = join(__dirname, "..", "..", "..", ".github", "workflows", "release.yml");

describe("the README of an SDK", () => {
  it("shows how to install the SDK from each registry to which a release publishes", () => {
    const release = readFileSync(workflow, "utf8");
    expect(release).to.include("npm publish").and.to.include("pypi-publish");
    expect(release).to.include("module=sdk/go/$TAG");
    expect(readmeOf("nodejs")).to.include("    npm install @emailmarketing/pulumi\n");
    expect(readmeOf("python")).to.include("    pip install pulumi_emailmarketing\n");
    expect(readmeOf("go")).to.match(/^ {4}go get \S+@v\d+\.\d+\.\d+$/m);
  });

  for (const { language, registry, command } of [
    { language: "java", registry: "Maven Central", command: "mvn --file sdk/java/pom.xml install" },
    { language: "dotnet", registry: "NuGet", command: "npm run sdk -- sources dotnet" },
  ] as const) {
    it(`shows how to build the SDK for ${language} in a clone`, () => {
      expect(readFileSync(workflow, "utf8")).to.not.match(/nuget push|mvn .*deploy|central/i);
      const readme = readmeOf(language);
      expect(readme).to.match(
        new RegExp(
          `^It is not on ${registry}\\. In a clone .*\\n\\n( {4}.*\\n)* {4}${command}\\n`,
          "m",
        ),
      );
      expect(readme).to.not.include("dotnet add package");
    });
  }
});
