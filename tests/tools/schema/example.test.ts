import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

interface Described {
  readonly description: string;
}

interface Schema {
  readonly resources: Readonly<Record<string, Described>>;
  readonly functions: Readonly<Record<string, Described>>;
}

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
