import { expect } from "chai";
import {
  carriesError,
  complaints,
  count,
  number,
  recordNotFound,
  rows,
  text,
  total,
} from "../../provider/client/decode";

describe("complaints", () => {
  for (const [shape, body, found] of [
    [
      "an errors array",
      {
        errors: [
          { field: "limit", message: "too small" },
          { field: "", message: "no" },
        ],
      },
      [
        { field: "limit", message: "too small" },
        { field: "", message: "no" },
      ],
    ],
    ["an errors array of texts", { errors: ["no"] }, [{ field: "", message: "no" }]],
    [
      "an errors object",
      { errors: { field: "id", message: "no" } },
      [{ field: "id", message: "no" }],
    ],
    [
      "an errors object by field",
      { errors: { name: "too short", type: "unknown" } },
      [
        { field: "name", message: "too short" },
        { field: "type", message: "unknown" },
      ],
    ],
    [
      "an errors object by field with arrays",
      { errors: { name: ["too short", "taken"] } },
      [
        { field: "name", message: "too short" },
        { field: "name", message: "taken" },
      ],
    ],
    [
      "an errors object by field with objects",
      { errors: { name: { message: "too short" } } },
      [{ field: "name", message: "too short" }],
    ],
    [
      "an error object",
      { error: { field: "name", message: "no" } },
      [{ field: "name", message: "no" }],
    ],
    [
      "an error object without a field",
      { error: { message: "no" } },
      [{ field: "", message: "no" }],
    ],
    ["an error text", { error: "Invalid status" }, [{ field: "", message: "Invalid status" }]],
    [
      "an error text beside a message",
      { error: "Bad Request", message: "name is missing" },
      [{ field: "", message: "Bad Request" }],
    ],
    ["a message", { message: "Too Many Requests" }, [{ field: "", message: "Too Many Requests" }]],
    ["plain text", "Not here", [{ field: "", message: "Not here" }]],
    ["an array", [{ field: "id", message: "no" }], [{ field: "id", message: "no" }]],
    [
      "a field that is a number",
      { errors: [{ field: 3, message: "no" }] },
      [{ field: "3", message: "no" }],
    ],
    ["an empty text", "  ", []],
    ["nothing", undefined, []],
    ["null", null, []],
    ["an empty object", {}, []],
    ["members that say nothing", { errors: [7, true], error: 3 }, []],
    ["empty members", { errors: [], error: "", message: 7 }, []],
  ] as const) {
    it(`reads ${shape}`, () => {
      expect(complaints(body)).to.deep.equal(found);
    });
  }
});

describe("carriesError", () => {
  it("sees an error in any of its forms", () => {
    for (const body of [
      { errors: [{ field: "", message: "no" }] },
      { error: "no" },
      { error: { message: "no" } },
      { error: true },
      { id: "s1", error: "no" },
    ]) {
      expect(carriesError(body), JSON.stringify(body)).to.equal(true);
    }
  });

  it("sees none where the member is empty or missing", () => {
    for (const body of [
      {},
      { errors: [] },
      { errors: {} },
      { error: "" },
      { error: null },
      { error: false },
      { message: "saved" },
      "error",
      undefined,
    ]) {
      expect(carriesError(body), JSON.stringify(body)).to.equal(false);
    }
  });
});

describe("recordNotFound", () => {
  it("knows the service's sentence in any case", () => {
    expect("Record not found with the given Id").to.match(recordNotFound);
    expect("RECORD NOT FOUND").to.match(recordNotFound);
    expect("The list was not found").to.not.match(recordNotFound);
  });
});

describe("rows", () => {
  it("gives an array as it is", () => {
    expect(rows([{ id: 1 }, { id: 2 }])).to.deep.equal([{ id: 1 }, { id: 2 }]);
    expect(rows([])).to.deep.equal([]);
  });

  it("gives the members of a numbered object in their numeric order", () => {
    expect(rows({ "10": { id: "c" }, "2": { id: "b" }, "0": { id: "a" } })).to.deep.equal([
      { id: "a" },
      { id: "b" },
      { id: "c" },
    ]);
  });

  it("orders by the numbers, however they are written", () => {
    expect(rows({ "02": { id: "b" }, "10": { id: "c" }, "01": { id: "a" } })).to.deep.equal([
      { id: "a" },
      { id: "b" },
      { id: "c" },
    ]);
  });

  it("takes no object for a list whose names are not all numbers", () => {
    for (const name of ["first", "1st", "row1", ""]) {
      expect(rows({ "0": { id: "a" }, [name]: { id: "b" } }), name).to.equal(undefined);
    }
  });

  it("takes an empty object for no rows", () => {
    expect(rows({})).to.deep.equal([]);
  });

  it("gives nothing for what is no list", () => {
    for (const data of [undefined, null, "none", 3, [1], [null], { id: "a" }, { "0": "a" }, [[]]]) {
      expect(rows(data), JSON.stringify(data)).to.equal(undefined);
    }
  });
});

describe("text", () => {
  it("gives a text as it is, and a number by its digits", () => {
    expect(text("7a")).to.equal("7a");
    expect(text("")).to.equal("");
    expect(text(42)).to.equal("42");
    expect(text(0)).to.equal("0");
    expect(text(12_345_678_901)).to.equal("12345678901");
  });

  it("gives nothing for anything else", () => {
    for (const value of [undefined, null, true, {}, [], Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(text(value)).to.equal(undefined);
    }
  });
});

describe("count", () => {
  it("reads whole numbers, and nothing where there is a fraction", () => {
    expect([3, "42", 0, 1.5, "12.5", 1e99].map(count)).to.deep.equal([
      3,
      42,
      0,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("number", () => {
  it("reads numbers and numeric texts, with a percent sign too", () => {
    for (const [value, read] of [
      [3, 3],
      [0, 0],
      ["42", 42],
      [" 12.5 ", 12.5],
      ["12.5%", 12.5],
      ["97.25%", 97.25],
      ["12.5 %", 12.5],
      ["0", 0],
      ["-1", -1],
    ] as const) {
      expect(number(value), String(value)).to.equal(read);
    }
  });

  it("gives nothing for what is no number", () => {
    for (const value of [
      "",
      " ",
      "many",
      "0x10",
      "1e3",
      "1,234",
      null,
      undefined,
      {},
      ["5"],
      true,
      Number.NaN,
    ]) {
      expect(number(value), String(value)).to.equal(undefined);
    }
  });
});

describe("total", () => {
  it("reads the total under each of its names", () => {
    expect(total({ count: 3 })).to.equal(3);
    expect(total({ list_count: "4" })).to.equal(4);
    expect(total({ contact_count: 5 })).to.equal(5);
    expect(total({ total: "6" })).to.equal(6);
    expect(total({ count: null, total: 7 })).to.equal(7);
    expect(total({ data: [] })).to.equal(undefined);
  });
});
