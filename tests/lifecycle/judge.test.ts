import { expect } from "chai";
import { id, text } from "../../provider/input/check";
import { sentenceOf } from "../../provider/input/finding";
import { type Properties, unknownValue } from "../../provider/input/plain";
import {
  changed,
  changesOf,
  judgeChange,
  judgeInputs,
  judgeKeys,
} from "../../provider/lifecycle/judge";
import type { Lifecycle } from "../../provider/lifecycle/lifecycle";
import { lacksDeclared, takenBack } from "../../provider/lifecycle/object-state";

interface Props {
  readonly name: string;
  readonly type: string;
  readonly note?: string;
}

const lifecycle: Lifecycle<Props, object> = {
  kind: "Thing",
  namedBy: "name",
  fields: {
    name: { required: true, check: id, replaces: true },
    type: { required: true, check: text({ max: 4 }), fixed: "Take another." },
    note: { check: text(), lasting: "Keep it." },
  },
  rules: ({ name, type }) => (name === type ? [{ path: "type", problem: "is the name" }] : []),
  create: async () => ({ id: "1", outputs: {} }),
  delete: async () => {},
};

describe("judgeInputs", () => {
  const sentences = (props: Properties) => judgeInputs(lifecycle, props).findings.map(sentenceOf);

  it("asks the rules only about inputs that are right by themselves", () => {
    expect(sentences({ name: "a", type: "a" })).to.deep.equal(["type: is the name"]);
    expect(sentences({ name: "abcde", type: "abcde" })).to.deep.equal([
      "type: must be at most 4 characters long (got 5)",
    ]);
    expect(sentences({ name: "a", type: "b" })).to.deep.equal([]);
  });
});

describe("judgeChange", () => {
  const old = { name: "a", type: "text", note: "x" };
  const sentences = (props: object, before: object = old) =>
    judgeChange(lifecycle, changesOf(lifecycle, undefined, {}), {
      old: { ...before },
      props: { ...props },
    }).map(sentenceOf);

  it("refuses a change that no operation can carry out, with the ways out", () => {
    expect(sentences({ ...old, type: "date" })).to.deep.equal([
      "type: can't be changed after creation: the service has no operation for it. Take another.",
    ]);
  });

  it("refuses that something given is taken back", () => {
    expect(sentences({ name: "a", type: "text" })).to.deep.equal([
      "note: can't be removed once set: the service has no operation for it. Keep it.",
    ]);
  });

  it("refuses nothing where there is no past, or where another object is made", () => {
    expect(sentences({ name: "a", type: "date" }, {})).to.deep.equal([]);
    expect(sentences({ name: "b", type: "date" })).to.deep.equal([]);
    expect(sentences({ name: unknownValue, type: "date" })).to.deep.equal([]);
  });

  it("says nothing of a value that is not known yet", () => {
    expect(sentences({ ...old, type: unknownValue, note: unknownValue })).to.deep.equal([]);
  });
});

describe("takenBack", () => {
  const paths = (old: unknown, now: unknown) =>
    takenBack("it", { old, now, waysOut: "Keep it." }).map(({ path }) => path);

  it("finds what is missing at any depth, and a false that is missing too", () => {
    expect(paths(false, undefined)).to.deep.equal(["it"]);
    expect(paths({ a: { b: 1, c: 2 } }, { a: { b: 3 } })).to.deep.equal(["it.a.c"]);
    expect(paths(undefined, undefined)).to.deep.equal([]);
    expect(paths({ a: 1 }, unknownValue)).to.deep.equal([]);
    expect(paths([1, 2], [1])).to.deep.equal([]);
  });
});

describe("lacksDeclared", () => {
  it("holds while the state lacks something that is declared, at any depth", () => {
    const props = { name: "a", more: { order: "first" } };
    expect(lacksDeclared({ ...props, account: "loopback" }, props)).to.equal(false);
    expect(lacksDeclared({ name: "b", more: { order: "last" } }, props)).to.equal(false);
    expect(lacksDeclared({ name: "a" }, props)).to.equal(true);
    expect(lacksDeclared({ name: "a", more: {} }, props)).to.equal(true);
  });
});

describe("judgeKeys", () => {
  it("finds a key at any depth and within a text, unless so few characters stand there by chance", () => {
    const props = { a: "k-1", b: { c: ["x", "Bearer canary-key"] }, d: "not k-1", e: 3, f: null };
    const found = judgeKeys(props, ["k-1", "canary-key"]);
    expect(found.map(({ path }) => path)).to.deep.equal(["a", "b.c.1"]);
    expect(found.map(sentenceOf)[0]).to.equal(
      "a: must not contain an API key, because inputs are stored in the state. Set keys as settings only. " +
        "Run: pulumi config set --secret emailmarketing:apiKey",
    );
  });
});

describe("changed", () => {
  it("names what differs, by value and at any depth", () => {
    const old = { a: 1, b: { c: [1] }, d: "x" };
    expect(changed(["a", "b", "d"], old, { a: 1, b: { c: [1] }, d: "x" })).to.deep.equal([]);
    expect(changed(["a", "b"], old, { a: 2, b: { c: [1, 2] } })).to.deep.equal(["a", "b"]);
    expect(changed(["d"], old, {})).to.deep.equal(["d"]);
  });

  it("counts what becomes unknown as changed", () => {
    expect(changed(["a"], { a: [1] }, { a: [unknownValue] })).to.deep.equal(["a"]);
  });
});
