import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { exampleOf } from "../../../tools/schema/example";
import { useScratch } from "../../support/scratch";

interface Described {
  readonly description: string;
}

interface Schema {
  readonly resources: Readonly<Record<string, Described>>;
  readonly functions: Readonly<Record<string, Described>>;
}

describe("exampleOf", function () {
  const folder = useScratch(this);
  beforeEach(() => writeFileSync(join(folder(), "Thing.yaml"), "resources: {}\n"));

  it("gives the page of the example as the Registry shows it", () => {
    const page = "```python\nimport pulumi\n```\n```yaml\nresources: {}\n```\n";
    writeFileSync(join(folder(), "Thing.md"), page);
    expect(exampleOf("Thing", folder())).to.equal(
      "## Example Usage\n\n{{% examples %}}\n{{% example %}}\n\n```python\nimport pulumi\n```\n```yaml\nresources: {}\n```\n\n{{% /example %}}\n{{% /examples %}}",
    );
  });

  it("fails where the program has changed since the page was written", () => {
    writeFileSync(join(folder(), "Thing.md"), "```yaml\nresources: { old: {} }\n```\n");
    expect(() => exampleOf("Thing", folder())).to.throw(
      "the example of Thing has changed. Run: npm run sdk -- examples",
    );
  });

  it("gives nothing where there is no program", () => {
    expect(exampleOf("Other", folder())).to.equal("");
  });
});

describe("the descriptions in provider/schema.json", () => {
  it("show each resource and function in six languages", () => {
    const file = join(__dirname, "..", "..", "..", "provider", "schema.json");
    const { resources, functions } = JSON.parse(readFileSync(file, "utf8")) as Schema;
    const without = Object.entries({ ...resources, ...functions }).filter(
      ([token, { description }]) => {
        const [, , name = ""] = token.split(":");
        const blocks = [...description.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
        const shown = blocks.filter(([, language]) => language !== "sh");
        const languages = shown.map(([, language]) => language).join();
        const yaml = shown.find(([, language]) => language === "yaml")?.[2] ?? "";
        return (
          languages !== "typescript,python,go,java,csharp,yaml" ||
          !new RegExp(`: emailmarketing:${name}$`, "m").test(yaml)
        );
      },
    );
    expect(without.map(([token]) => token)).to.deep.equal([]);
  });
});
