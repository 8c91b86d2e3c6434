import { expect } from "chai";
import { sentenceOf } from "../../provider/input/finding";
import { flag, id, text } from "../../provider/input/validation";
import { judgeExtraFields, judgeInputs, judgeKeys } from "../../provider/lifecycle/check";
import type { Lifecycle } from "../../provider/lifecycle/lifecycle";
import type { Properties } from "../../provider/plain/value";

interface Props {
  readonly name: string;
  readonly type: string;
}

const lifecycle: Lifecycle<Props, object> = {
  kind: "Thing",
  labelInput: "name",
  fields: {
    name: { required: true, check: id },
    type: { required: true, check: text({ max: 4 }) },
  },
  outputs: {},
  rules: ({ name, type }) => (name === type ? [{ path: "type", problem: "is the name" }] : []),
  create: async () => ({ id: "1", outputs: {} }),
};

describe("the check of a resource's inputs", () => {
  const sentences = (props: Properties) => judgeInputs(lifecycle, props).findings.map(sentenceOf);

  it("compares inputs with each other only if each input is valid alone", () => {
    expect(sentences({ name: "a", type: "a" })).to.deep.equal(["type: is the name"]);
    expect(sentences({ name: "abcde", type: "abcde" })).to.deep.equal([
      "type: must be at most 4 characters long (got 5)",
    ]);
    expect(sentences({ name: "a", type: "b" })).to.deep.equal([]);
  });
});

describe("the check of extra fields", () => {
  const fields = {
    name: { required: true, check: id },
    label: { check: id, wire: "field_label" },
    adopt: { check: flag },
  } as const;
  const refused = (create: Properties) => {
    const props = { name: "a", label: "b", adopt: true, extraFields: { create } };
    return judgeExtraFields(fields, props, undefined).map(({ path }) => path);
  };

  it("refuses a field if a declared input is sent under the same name", () => {
    expect(refused({ name: "c", field_label: "d" })).to.deep.equal([
      "extraFields.create.name",
      "extraFields.create.field_label",
    ]);
    expect(refused({ label: "d", adopt: false })).to.deep.equal([]);
  });
});

describe("the check for API keys in inputs", () => {
  it("finds a key in nested inputs, but no 3-character key within a longer text", () => {
    const props = { a: "k-1", b: { c: ["x", "Bearer canary-key"] }, d: "not k-1", e: 3, f: null };
    const found = judgeKeys(props, ["k-1", "canary-key"]);
    expect(found.map(({ path }) => path)).to.deep.equal(["a", "b.c.1"]);
    expect(found.map(sentenceOf)[0]).to.equal(
      "a: must not contain an API key, because inputs are stored in the state. Set keys as settings only. " +
        "Run: pulumi config set --secret emailmarketing:apiKey",
    );
  });
});
