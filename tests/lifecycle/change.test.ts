import { expect } from "chai";
import { sentenceOf } from "../../provider/input/finding";
import { id, text } from "../../provider/input/validation";
import {
  changedNames,
  changesOf,
  judgeChange,
  lacksDeclared,
} from "../../provider/lifecycle/check";
import type { Lifecycle } from "../../provider/lifecycle/lifecycle";
import { unknownValue } from "../../provider/plain/value";

interface Props {
  readonly name: string;
  readonly type: string;
  readonly note?: string;
}

const lifecycle: Lifecycle<Props, object> = {
  kind: "Thing",
  labelInput: "name",
  fields: {
    name: { required: true, check: id, replaces: true },
    type: { required: true, check: text({ max: 4 }), immutable: "Take another." },
    note: { check: text(), notRemovable: "Keep it." },
  },
  outputs: {},
  create: async () => ({ id: "1", outputs: {} }),
  delete: async () => {},
};

describe("the check of changed inputs", () => {
  const old = { name: "a", type: "text", note: "x" };
  const sentences = (props: object) =>
    judgeChange(lifecycle, changesOf(lifecycle, undefined, { old: {}, props: {} }), {
      old,
      props: { ...props },
    }).map(sentenceOf);

  it("refuses a changed input, with advice, if the service has no operation that changes the input", () => {
    expect(sentences({ ...old, type: "date" })).to.deep.equal([
      "type: can't be changed after creation: the service has no operation for it. Take another.",
    ]);
  });

  it("refuses the removal of an input if the service can't unset the value", () => {
    expect(sentences({ name: "a", type: "text" })).to.deep.equal([
      "note: can't be removed once set: the service has no operation for it. Keep it.",
    ]);
  });

  it("allows changes that an update can't make if the object is replaced", () => {
    expect(sentences({ name: "b", type: "date" })).to.deep.equal([]);
    expect(sentences({ name: unknownValue, type: "date" })).to.deep.equal([]);
  });

  it("reports nothing about an input if its new value is unknown", () => {
    expect(sentences({ ...old, type: unknownValue, note: unknownValue })).to.deep.equal([]);
  });

  it("refuses the removal of a false or nested value if the service can't unset the value", () => {
    const it = { fields: { it: { check: text(), notRemovable: "Keep it." } } };
    const rules = {
      replaceOn: [],
      deleteFirst: [],
      immutable: [],
      notRemovable: [["it", "Keep it."] as const],
    };
    const paths = (old: unknown, now: unknown) =>
      judgeChange(it, rules, { old: { it: old }, props: { it: now } }).map(({ path }) => path);
    expect(paths(false, undefined)).to.deep.equal(["it"]);
    expect(paths({ a: { b: 1, c: 2 } }, { a: { b: 3 } })).to.deep.equal(["it.a.c"]);
    expect(paths(undefined, undefined)).to.deep.equal([]);
    expect(paths({ a: 1 }, unknownValue)).to.deep.equal([]);
    expect(paths([1, 2], [1])).to.deep.equal([]);
  });
});

describe("the search for declared values that the state lacks", () => {
  it("finds a value that is missing at any depth, and ignores a value that differs", () => {
    const props = { name: "a", more: { order: "first" } };
    expect(lacksDeclared({ ...props, account: "loopback" }, props)).to.equal(false);
    expect(lacksDeclared({ name: "b", more: { order: "last" } }, props)).to.equal(false);
    expect(lacksDeclared({ name: "a" }, props)).to.equal(true);
    expect(lacksDeclared({ name: "a", more: {} }, props)).to.equal(true);
  });
});

describe("the search for changed inputs", () => {
  it("returns the names of inputs that were removed or differ, even in a nested array", () => {
    const old = { a: 1, b: { c: [1] }, d: "x" };
    expect(changedNames(["a", "b", "d"], old, { a: 1, b: { c: [1] }, d: "x" })).to.deep.equal([]);
    expect(changedNames(["a", "b"], old, { a: 2, b: { c: [1, 2] } })).to.deep.equal(["a", "b"]);
    expect(changedNames(["d"], old, {})).to.deep.equal(["d"]);
  });

  it("returns the name of an input if its new value contains an unknown value", () => {
    expect(changedNames(["a"], { a: [1] }, { a: [unknownValue] })).to.deep.equal(["a"]);
  });
});
