import { expect } from "chai";
import {
  countField,
  fieldErrors,
  numberField,
  recordsIn,
  textField,
  total,
} from "../../provider/client/response";

const of = (field: string, message = "no") => ({ field, message });
const infinite = [Number.NaN, Number.POSITIVE_INFINITY];

describe("the error messages in a response", () => {
  for (const [body, found] of [
    [{ errors: [of("limit", "too small"), of("")] }, [of("limit", "too small"), of("")]],
    [{ errors: ["no"] }, [of("")]],
    [{ errors: of("id") }, [of("id")]],
    [{ errors: { name: "too short", type: "no" } }, [of("name", "too short"), of("type")]],
    [{ errors: { name: ["too short", "no"] } }, [of("name", "too short"), of("name")]],
    [{ errors: { name: { message: "no" } } }, [of("name")]],
    [{ error: of("name") }, [of("name")]],
    [{ error: { message: "no" } }, [of("")]],
    [{ error: "no", message: "name is missing" }, [of("")]],
    [{ message: "no" }, [of("")]],
    ["no", [of("")]],
    [[of("id")], [of("id")]],
    [{ errors: [{ field: 3, message: "no" }] }, [of("3")]],
    ["  ", []],
    [null, []],
    [{}, []],
    [{ errors: [7, true], error: 3 }, []],
    [{ errors: [], error: "", message: 7 }, []],
  ] as const) {
    it(`${found.length === 0 ? "are absent" : "are found"} if the body is ${JSON.stringify(body)}`, () => {
      expect(fieldErrors(body)).to.deep.equal(found);
    });
  }
});

describe("the response decoder recordsIn", () => {
  it("returns an array unchanged", () => {
    expect(recordsIn([{ id: 1 }, { id: 2 }])).to.deep.equal([{ id: 1 }, { id: 2 }]);
  });

  it("returns the members of an object with numeric keys as an array in numeric order", () => {
    const [a, b, c] = [{ id: "a" }, { id: "b" }, { id: "c" }];
    expect(recordsIn({ "10": c, "2": b, "0": a })).to.deep.equal([a, b, c]);
    expect(recordsIn({ "02": b, "10": c, "01": a })).to.deep.equal([a, b, c]);
    expect(recordsIn({})).to.deep.equal([]);
  });

  it("returns undefined if the value is not a list of objects", () => {
    const others = [undefined, null, "none", 3, [1], [null], { id: "a" }, { "0": "a" }, [[]]];
    const named = ["first", "1st", ""].map((name) => ({ "0": { id: "a" }, [name]: { id: "b" } }));
    for (const data of [...others, ...named]) {
      expect(recordsIn(data), JSON.stringify(data)).to.equal(undefined);
    }
  });
});

describe("the response decoder textField", () => {
  it("returns a string unchanged, a finite number as digits, and an empty text for anything else", () => {
    const given = ["7a", "", 0, 12_345_678_901];
    expect(given.map(textField)).to.deep.equal(["7a", "", "0", "12345678901"]);
    for (const value of [undefined, null, true, {}, [], ...infinite]) {
      expect(textField(value)).to.equal("");
    }
  });
});

describe("the response decoder numberField", () => {
  it("reads only finite numbers, decimal texts and percentages", () => {
    const given = [3, 0, "42", " 12.5 ", "97.25%", "12.5 %", "-1"];
    expect(given.map(numberField)).to.deep.equal([3, 0, 42, 12.5, 97.25, 12.5, -1]);
    const others = ["", " ", "many", "0x10", "1e3", "1,234", null, undefined, {}, ["5"], true];
    for (const value of [...others, ...infinite, "9".repeat(400)]) {
      expect(numberField(value), String(value)).to.equal(undefined);
    }
  });
});

describe("the response decoder countField", () => {
  it("returns whole numbers, and undefined for a fraction or 1e99", () => {
    expect([3, "42", 0].map(countField)).to.deep.equal([3, 42, 0]);
    for (const value of [1.5, "12.5", 1e99]) expect(countField(value)).to.equal(undefined);
  });
});

describe("the response decoder total", () => {
  it("finds the total in the field count, list_count, contact_count or total", () => {
    const names = ["count", "list_count", "contact_count", "total"];
    for (const name of names) expect(total({ [name]: "4" })).to.equal(4);
    expect(total({ count: null, total: 7 })).to.equal(7);
    expect(total({ data: [] })).to.equal(undefined);
  });
});
