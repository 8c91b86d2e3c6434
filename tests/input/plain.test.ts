import { expect } from "chai";
import { containsUnknown, withoutNull, withoutUndefined } from "../../provider/input/plain";
import { unknown } from "../support/wire-value";

describe("withoutUndefined", () => {
  it("leaves undefined out at any depth, and keeps what is empty", () => {
    const empty = { i: "", j: 0, k: false, l: null, m: [], n: {} };
    const given = { a: undefined, b: { c: undefined, d: { e: undefined } }, f: [{ g: undefined }] };
    expect(withoutUndefined({ ...given, ...empty })).to.deep.equal({
      b: { d: {} },
      f: [{}],
      ...empty,
    });
  });

  it("keeps the places of an array, with null for what has no value", () => {
    expect(withoutUndefined({ triggers: [undefined, [undefined], 1] })).to.deep.equal({
      triggers: [null, [null], 1],
    });
  });

  it("copies, and leaves what it was given alone", () => {
    const given = { a: undefined, b: { c: 1 } };
    const copy = withoutUndefined(given);
    copy.b.c = 2;
    expect(Object.keys(given)).to.deep.equal(["a", "b"]);
    expect(given.b.c).to.equal(1);
  });
});

describe("withoutNull", () => {
  it("takes null in an object for absent, at any depth", () => {
    expect(withoutNull({ a: null, b: { c: null, d: 1 }, e: [{ f: null }] })).to.deep.equal({
      b: { d: 1 },
      e: [{}],
    });
  });

  it("keeps the places of an array", () => {
    expect(withoutNull({ triggers: [null, 1] })).to.deep.equal({ triggers: [null, 1] });
  });

  it("gives plain values back", () => {
    for (const value of ["", 0, false, undefined]) expect(withoutNull(value)).to.equal(value);
  });
});

describe("containsUnknown", () => {
  it("finds what is not known yet at any depth, beside what is", () => {
    const some = [unknown, ["red", unknown], { parts: [{ title: "Plan" }, { title: unknown }] }];
    expect(some.filter(containsUnknown)).to.deep.equal(some);
  });

  it("finds none in what is known", () => {
    const known = [undefined, null, "", 7, [], { title: null }, { [unknown]: "red" }];
    expect(known.filter(containsUnknown)).to.deep.equal([]);
  });
});
