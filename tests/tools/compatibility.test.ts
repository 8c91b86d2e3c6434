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

describe("a change of the interface", () => {
  for (const [change, path, terms, says] of [
    [
      "a name that is gone",
      "e:index:List inputs size",
      undefined,
      ["e:index:List inputs size is gone"],
    ],
    ["a word that is gone", "e:index:Mode word on", undefined, ["e:index:Mode word on is gone"]],
    ["an export that is gone", "npm GetArgs", undefined, ["npm GetArgs is gone"]],
    [
      "another type",
      "e:index:List inputs size",
      "number optional",
      ["e:index:List inputs size was integer optional, is number optional"],
    ],
    [
      "an input that must be set",
      "e:index:List inputs size",
      "integer required",
      ["e:index:List inputs size was integer optional, is integer required"],
    ],
    [
      "an output that may be absent",
      "e:index:List outputs name",
      "string optional",
      ["e:index:List outputs name was string required, is string optional"],
    ],
    [
      "an output that is no secret any more",
      "e:index:List outputs at",
      "string optional",
      ["e:index:List outputs at was string optional secret, is string optional"],
    ],
    [
      "a new input that must be set",
      "e:index:List inputs kind",
      "string required",
      ["e:index:List inputs kind is new and required"],
    ],
    [
      "an argument that must be set",
      "npm GetArgs size",
      "required",
      ["npm GetArgs size was optional, is required"],
    ],
    ["a new input", "e:index:List inputs kind", "string optional", []],
    ["an input that may be left out", "e:index:List inputs name", "string optional", []],
    ["an output that is always there", "e:index:List outputs at", "string required secret", []],
    ["a new kind", "e:index:Form inputs name", "string required", []],
  ] as const) {
    it(`${says.length > 0 ? "is breaking" : "is none that breaks a program"}: ${change}`, () => {
      const now = { ...before, [path]: terms };
      const present = Object.entries(now).filter(([, value]) => value !== undefined);
      expect(breaking(before, Object.fromEntries(present) as Interface)).to.deep.equal(says);
    });
  }
});

describe("the interface of this version", function () {
  const scratch = useScratch(this);

  it("keeps what the last release offers", () => {
    expect(breaking(recordedInterface(), currentInterface())).to.deep.equal([]);
  });

  it("is recorded by a release, and compared from then on", async () => {
    const file = join(scratch(), "last-release.json");
    expect(recordedInterface(file)).to.deep.equal({});
    await ok(runCommand("tsx", ["tools/compatibility.ts", file], { cwd: root }));
    const recorded = recordedInterface(file);
    expect(Object.keys(recorded)).to.include.members(["npm Sender", "settings apiKey"]);
    expect(breaking(recorded, {})).to.include("npm Sender is gone");
  });
});
