import { expect } from "chai";
import { withoutNull, withoutUndefined } from "../../provider/input/plain";

describe("withoutUndefined", () => {
  it("leaves undefined out at any depth, and keeps what is empty", () => {
    expect(
      withoutUndefined({
        a: undefined,
        b: { c: undefined, d: { e: undefined } },
        f: [{ g: undefined, h: 1 }],
        i: "",
        j: 0,
        k: false,
        l: null,
        m: [],
        n: {},
      }),
    ).to.deep.equal({
      b: { d: {} },
      f: [{ h: 1 }],
      i: "",
      j: 0,
      k: false,
      l: null,
      m: [],
      n: {},
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
