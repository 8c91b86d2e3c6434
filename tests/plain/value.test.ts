import { expect } from "chai";
import { containsUnknown, withoutNull, withoutUndefined } from "../../provider/plain/value";
import { unknown } from "../support/wire-value";

describe("withoutUndefined", () => {
  it("removes undefined members of objects at any depth, and keeps empty values", () => {
    const empty = { i: "", j: 0, k: false, l: null, m: [], n: {} };
    const given = { a: undefined, b: { c: undefined, d: { e: undefined } }, f: [{ g: undefined }] };
    expect(withoutUndefined({ ...given, ...empty })).to.deep.equal({
      b: { d: {} },
      f: [{}],
      ...empty,
    });
  });

  it("keeps the positions of an array, with null in place of undefined", () => {
    expect(withoutUndefined({ triggers: [undefined, [undefined], 1] })).to.deep.equal({
      triggers: [null, [null], 1],
    });
  });

  it("returns a copy of the object, and leaves the given object unchanged", () => {
    const given = { a: undefined, b: { c: 1 } };
    const copy = withoutUndefined(given);
    copy.b.c = 2;
    expect(Object.keys(given)).to.deep.equal(["a", "b"]);
    expect(given.b.c).to.equal(1);
  });
});

describe("withoutNull", () => {
  it("removes null members of objects at any depth", () => {
    expect(withoutNull({ a: null, b: { c: null, d: 1 }, e: [{ f: null }] })).to.deep.equal({
      b: { d: 1 },
      e: [{}],
    });
  });

  it("keeps null elements of an array in place", () => {
    expect(withoutNull({ triggers: [null, 1] })).to.deep.equal({ triggers: [null, 1] });
  });

  it("returns an empty text, 0, false and undefined unchanged", () => {
    for (const value of ["", 0, false, undefined]) expect(withoutNull(value)).to.equal(value);
  });
});

describe("containsUnknown", () => {
  it("is true if any value at any depth is unknown", () => {
    const some = [unknown, ["red", unknown], { parts: [{ title: "Plan" }, { title: unknown }] }];
    expect(some.filter(containsUnknown)).to.deep.equal(some);
  });

  it("is false if all values are known", () => {
    const known = [undefined, null, "", 7, [], { title: null }, { [unknown]: "red" }];
    expect(known.filter(containsUnknown)).to.deep.equal([]);
  });
});
