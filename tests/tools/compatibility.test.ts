import { join } from "node:path";
import { expect } from "chai";
import {
  breaking,
  currentInterface,
  exportsIn,
  type Interface,
  interfaceOf,
  recordedInterface,
} from "../../tools/compatibility/interface";
import { runCommand } from "../../tools/engine/command";
import { ok } from "../support/outcome";
import { useScratch } from "../support/scratch";

const root = join(__dirname, "..", "..");

const list = {
  inputProperties: { name: { type: "string" }, size: { type: "integer" } },
  requiredInputs: ["name"],
  properties: { name: { type: "string" }, at: { type: "string", secret: true } },
  required: ["name"],
  description: "",
  aliases: [],
} as const;
const schema = {
  provider: { description: "", inputProperties: { log: { type: "string" } } },
  types: {
    "e:index:Mode": {
      type: "string",
      description: "",
      enum: [{ name: "On", value: "on", description: "" }],
    },
  },
  resources: { "e:index:List": list },
  functions: {},
} as const;
const report = "// @public\nexport interface GetArgs {\n    name: string;\n    size?: number;\n}\n";
const before: Interface = { ...interfaceOf(schema), ...exportsIn(report) };

describe("a change of the package's public interface", () => {
  const list = "e:index:List";
  const isWhole = "was integer optional";
  const isSecret = "was string optional secret";
  for (const [what, path, terms, says] of [
    ["an input is removed", `${list} inputs size`, undefined, "is gone"],
    ["a value of an enumeration is removed", "e:index:Mode word on", undefined, "is gone"],
    ["an exported interface is removed", "npm GetArgs", undefined, "is gone"],
    [
      "an integer input becomes a number",
      `${list} inputs size`,
      "number optional",
      `${isWhole}, is number optional`,
    ],
    [
      "an optional input becomes required",
      `${list} inputs size`,
      "integer required",
      `${isWhole}, is integer required`,
    ],
    [
      "a required output becomes optional",
      `${list} outputs name`,
      "string optional",
      "was string required, is string optional",
    ],
    [
      "an output is no longer secret",
      `${list} outputs at`,
      "string optional",
      `${isSecret}, is string optional`,
    ],
    ["a required input is added", `${list} inputs kind`, "string required", "is new and required"],
    [
      "an optional member of an interface becomes required",
      "npm GetArgs size",
      "required",
      "was optional, is required",
    ],
    ["an optional input is added", `${list} inputs kind`, "string optional"],
    ["a required input becomes optional", `${list} inputs name`, "string optional"],
    ["an optional output becomes required", `${list} outputs at`, "string required secret"],
    [
      "a resource type with a required input is added",
      "e:index:Form inputs name",
      "string required",
    ],
  ] as const) {
    it(`${says ? "is breaking" : "is not breaking"} if ${what}`, () => {
      const now = { ...before, [path]: terms };
      const present = Object.entries(now).filter(([, value]) => value !== undefined);
      expect(breaking(before, Object.fromEntries(present) as Interface)).to.deep.equal(
        says ? [`${path} ${says}`] : [],
      );
    });
  }
});

describe("the public interface of this version", function () {
  const scratch = useScratch(this);

  it("includes everything that the last release exported", () => {
    expect(breaking(recordedInterface(), currentInterface())).to.deep.equal([]);
  });

  it("is recorded for later comparisons if a release runs tools/compatibility.ts", async () => {
    const file = join(scratch(), "last-release.json");
    expect(recordedInterface(file)).to.deep.equal({});
    await ok(runCommand("tsx", ["tools/compatibility.ts", file], { cwd: root }));
    const recorded = recordedInterface(file);
    expect(Object.keys(recorded)).to.include.members(["npm Sender", "settings apiKey"]);
    expect(breaking(recorded, {})).to.include("npm Sender is gone");
  });
});
