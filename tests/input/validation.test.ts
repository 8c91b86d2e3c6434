import { inspect } from "node:util";
import { expect } from "chai";
import { sentenceOf, withTag } from "../../provider/input/finding";
import {
  address,
  anyObject,
  anyValue,
  type Check,
  checkInputs,
  type Fields,
  flag,
  type InputCheck,
  id,
  listOf,
  members,
  oneOf,
  text,
  wholeNumber,
  withInputs,
} from "../../provider/input/validation";
import { unknownValue } from "../../provider/plain/value";

const mail = "must be an email address, such as news@example.com";
const digits = text({
  max: 3,
  problemOf: (value) => (/^\d*$/.test(value) ? undefined : "is not digits"),
});
const pair = listOf(text({ min: 2 }), { min: 1, max: 2 });
const object = members<{ a?: string }>({ a: { check: text() } });
const sender = members<{ email: string; name: string }>({
  email: { required: true, check: text() },
  name: { required: true, check: text() },
});
const resource = { __pulumiResource: true };

/** The end of the problem if a program passes the result of getLists, getList or a promise in place of ids. */
const ofLists =
  '(got an object; pass a member of each of its "lists", such as the id, as in (await getLists({})).lists.map(({ id }) => id), or use getListsOutput)';
const ofList =
  "(got an object; pass one of its members, such as its id, as in (await getList({ name })).id, or use getListOutput)";
const ofPromise =
  "(got a promise; await it, or use the Output form of the function that gives it, such as getListsOutput)";
const lists = { lists: [{ id: "list-1", name: "Customers" }] };

/** Each row has a description, a check, a value, and the problems that the check reports; none for a valid value. */
const rows: readonly (readonly [what: string, Check, value: unknown, ...said: string[]])[] = [
  // Lengths count characters, not UTF-16 units.
  ["a text of 3 to 4 characters", text({ min: 3, max: 4 }), "😀😀😀😀"],
  ["a text of 3 to 4 characters", text({ min: 3, max: 4 }), "éàü"],
  [
    "a text of 3 to 4 characters",
    text({ min: 3, max: 4 }),
    "😀😀",
    "must be 3 to 4 characters long (got 2)",
  ],
  [
    "a text of 3 to 4 characters",
    text({ min: 3, max: 4 }),
    "😀😀😀😀😀",
    "must be 3 to 4 characters long (got 5)",
  ],
  [
    "a text of at least 3 characters",
    text({ min: 3 }),
    "ab",
    "must be at least 3 characters long (got 2)",
  ],
  [
    "a text of at most 1 character",
    text({ max: 1 }),
    "ab",
    "must be at most 1 characters long (got 2)",
  ],
  ["a text of at least 1 character", text({ min: 1 }), "", "must not be empty"],
  ["a text", text(), ""],
  ["a text", text(), 7, "must be a string (got a number)"],
  ["a text", text(), true, "must be a string (got a boolean)"],
  ["a text", text(), ["a"], "must be a string (got an array)"],
  ["a text", text(), { a: 1 }, "must be a string (got an object)"],
  ["a text", text(), null, "must be a string (got null)"],
  ["an array of 1 or 2 texts", pair, resource, "must be an array (got a resource; pass an array of outputs, such as [list.id])"], // biome-ignore format: one row
  ["a text", text(), resource, "must be a string (got a resource; pass one of its outputs, such as its id)"], // biome-ignore format: one row
  [
    "an object with a text",
    object,
    resource,
    "must be an object (got a resource; pass an object of values)",
  ],
  ["an object with email and name", sender, resource, "must be an object with email and name (got a resource; pass its outputs, as in { email: s.email, name: s.name })"], // biome-ignore format: one row
  [
    "an object with email and name",
    sender,
    "a@b.example",
    "must be an object with email and name (got a string)",
  ],
  [
    "an object with email and name",
    sender,
    null,
    "must be an object with email and name (got null)",
  ],
  // A wrong form is reported only if the length is right.
  ["a text of up to 3 digits", digits, "12"],
  ["a text of up to 3 digits", digits, "ab", "is not digits"],
  ["a text of up to 3 digits", digits, "abcd", "must be at most 3 characters long (got 4)"],
  ...["a@b.co", "ada.lovelace+news@mail.acme.example", "grüße@exämple.de"].map(
    (value) => ["an email address", address(), value] as const,
  ),
  ...["ada", "ada@", "@acme.example", "ada@acme", "a b@acme.example", "a@b@acme.example"].map(
    (value) => ["an email address", address(), value, mail] as const,
  ),
  ...["<ada@acme.example>", "ada@acme.example,bob@acme.example", "ada@acme.example\n"].map(
    (value) => ["an email address", address(), value, mail] as const,
  ),
  ...[
    "mailto:ada@acme.example",
    "ada@acme.example?subject=x",
    "ada@acme.example/",
    "ada@acme_x.example",
  ].map((value) => ["an email address", address(), value, mail] as const),
  ...["ada..l@acme.example", ".ada@acme.example", "ada.@acme.example", "ada(x)@acme.example"].map(
    (value) => ["an email address", address(), value, mail] as const,
  ),
  ...["ada@-acme.example", "ada@acme-.example", "ada@acme.-x.example", "ada@acme.xn--"].map(
    (value) => ["an email address", address(), value, mail] as const,
  ),
  // Mobile networks in Japan gave their customers such addresses.
  ...["ada..l@acme.example", ".ada@acme.example", "ada.@acme.example"].map(
    (value) =>
      ["an email address that is only searched for", address({ isLookedUp: true }), value] as const,
  ),
  ...["mailto:ada@acme.example", "ada(x)@acme.example", "ada@acme.example/", "..@-a.example"].map(
    (value) =>
      [
        "an email address that is only searched for",
        address({ isLookedUp: true }),
        value,
        mail,
      ] as const,
  ),
  ["an email address", address(), "-a.-b-@a--b.example"],
  ["an email address", address(), "a/b?c=!#$%&'*+-^_`{|}~@xn--exmple-cua.de"],
  ["an email address", address(), "a.b-c@a-b.c-d.example"],
  ["an email address", address(), "", "must not be empty"],
  ...[
    ["news@.acme.example", "begins with a dot"],
    ["a@x..example", "has two dots in a row"],
    ["a@x.example.", "ends with a dot"],
  ].map(
    ([value, why]) =>
      ["an email address", address(), value, `${mail} (its domain ${why})`] as const,
  ),
  ...[
    ["ne\u200bws@acme.example", "U+200B (character 3)"],
    ["news@ac\u00adme.example", "U+00AD (character 8)"],
    ["news@acme\u2060.example", "U+2060 (character 10)"],
    ["\ufeffnews@acme.example", "U+FEFF (character 1)"],
    ["🙂@acme.example\u200e", "U+200E (character 15)"],
    ["\u200dnews@acme.example", "U+200D (character 1)"],
    ["news@acme.example\u3164", "U+3164 (character 18)"],
  ].map(
    ([value, what]) =>
      [
        "an email address",
        address(),
        value,
        `must not contain the invisible character ${what}. Type it in place of copying it`,
      ] as const,
  ),
  ["an email address", address(), "news@نامه\u200cای.example"],
  ["an email address", address(), "news@क्\u200dष.example"],
  [
    "an email address of 5 to 9 characters",
    address({ min: 5, max: 9 }),
    "xxxxx@b.co",
    "must be 5 to 9 characters long (got 10)",
  ],
  ["an id", id, "x"],
  ["an id", id, "", "must not be empty"],
  ["an id", id, "😀".repeat(200)],
  ["an id", id, "x".repeat(201), "must be 1 to 200 characters long (got 201)"],
  ["a boolean", flag, false],
  ["a boolean", flag, "false", "must be a boolean (got a string)"],
  ["any value", anyValue, undefined],
  ["the words text and date", oneOf("text", "date"), "date"],
  ["the words text and date", oneOf("text", "date"), "Date", 'must be one of "text", "date"'],
  ["a whole number of at least 1", wholeNumber, 1],
  ...[0, 1.5, Number.NaN, 2 ** 53].map(
    (value) =>
      [
        "a whole number of at least 1",
        wholeNumber,
        value,
        "must be a whole number, at least 1",
      ] as const,
  ),
  ["a whole number of at least 1", wholeNumber, "1", "must be a number (got a string)"],
  ["an array of 1 or 2 texts", pair, ["ab", "cd"]],
  [
    "an array of 1 or 2 texts",
    pair,
    ["ab", "c"],
    "[1]: must be at least 2 characters long (got 1)",
  ],
  ["an array of 1 or 2 texts", pair, [], "must have 1 to 2 elements (got 0)"],
  [
    ...(["an array of 1 or 2 texts", pair, ["a", "bc", "cd"]] as const),
    ...["must have 1 to 2 elements (got 3)", "[0]: must be at least 2 characters long (got 1)"],
  ],
  [
    "an array of at least 1 id",
    listOf(id, { min: 1 }),
    [],
    "must have at least 1 elements (got 0)",
  ],
  ["an array of 1 or 2 texts", pair, "ab", "must be an array (got a string)"],
  ["an array of 1 or 2 texts", pair, { 0: "ab" }, "must be an array (got an object)"],
  ["an array of 1 or 2 texts", pair, lists, `must be an array ${ofLists}`],
  ["an array of 1 or 2 texts", pair, [lists, "cd"], `[0]: must be a string ${ofLists}`],
  ["an array of 1 or 2 texts", pair, lists.lists[0], `must be an array ${ofList}`],
  ["an array of 1 or 2 texts", pair, Promise.resolve(lists), `must be an array ${ofPromise}`],
  ["an array of 1 or 2 texts", pair, { lists: [], more: 1 }, "must be an array (got an object)"],
  ["an array of 1 or 2 texts", pair, { lists: ["ab"] }, "must be an array (got an object)"],
  ["a text", text(), lists.lists[0], `must be a string ${ofList}`],
  ["a boolean", flag, lists.lists[0], "must be a boolean (got an object)"],
  [
    "a whole number of at least 1",
    wholeNumber,
    Promise.resolve(1),
    `must be a number ${ofPromise}`,
  ],
  ["an object with a text", object, { a: "b" }],
  ["any object", anyObject, {}],
  ["any object", anyObject, { a: 1 }],
  ...(
    [
      ["an object with a text", object],
      ["any object", anyObject],
    ] as const
  ).flatMap(([what, check]) => [
    [what, check, null, "must be an object (got null)"] as const,
    [what, check, ["a"], "must be an object (got an array)"] as const,
    [what, check, "a", "must be an object (got a string)"] as const,
  ]),
  // Values that are unknown until apply are never checked.
  ...(
    [
      ["a text of at most 1 character", text({ max: 1 })],
      ["an email address", address()],
      ["an id", id],
      ["a boolean", flag],
      ["the word a", oneOf("a")],
      ["a whole number", wholeNumber],
      ["an array of ids", listOf(id)],
      ["an object with a text", object],
      ["any object", anyObject],
    ] as const
  ).map(([what, check]) => [what, check, unknownValue] as const),
  ["an array of texts", listOf(text({ max: 1 })), ["a", unknownValue]],
];

function shown(value: unknown): string {
  if (value === unknownValue) return "a value that is unknown until apply";
  if (typeof value === "string" && value.length > 60)
    return `a text of ${[...value].length} characters`;
  const text = inspect(value, { breakLength: Number.POSITIVE_INFINITY });
  return `the value ${text.replace(`'${unknownValue}'`, "unknown until apply")}`;
}

/** The problem without the advice at the end of a long one. */
const brief = (problem: string) =>
  problem.length > 70 ? problem.replace(/(?:;|\. ).*/s, "...") : problem;

describe("the check", () => {
  for (const [what, check, value, ...said] of rows) {
    it(`for ${what} ${said.length === 0 ? "accepts" : "refuses"} ${shown(value)}${said.length === 0 ? "" : ` with "${brief(said.join(", "))}"`}`, () => {
      const sentences = said.map((one) => (one.startsWith("[") ? `it${one}` : `it: ${one}`));
      expect(check(value, "it").map(sentenceOf)).to.deep.equal(sentences);
    });
  }
});

interface Shape {
  readonly name: string;
  readonly sender: { readonly email: string };
  readonly note?: string;
}
const shape = {
  name: { required: true, check: text({ min: 3 }) },
  sender: {
    required: true,
    check: members<{ email: string }>({ email: { required: true, check: address() } }),
  },
  note: { check: text() },
} satisfies Fields<Shape, InputCheck>;

describe("the check of all inputs", () => {
  const sentences = (props: object) => checkInputs(shape, props).map(sentenceOf);

  it("accepts valid inputs with and without the optional inputs", () => {
    const props = { name: "news", sender: { email: "a@b.co" } };
    expect(sentences(props)).to.deep.equal([]);
    expect(sentences({ ...props, note: "x" })).to.deep.equal([]);
    expect(sentences({ ...props, note: undefined })).to.deep.equal([]);
  });

  it("reports all problems of the inputs at once, with the path of each input", () => {
    expect(sentences({ sender: { email: "x", emial: 1 }, nmae: "news", note: 3 })).to.deep.equal([
      'missing required input "name"',
      "sender.email: must be an email address, such as news@example.com",
      'sender: unknown input "emial"; did you mean "email"?',
      'unknown input "nmae"; did you mean "name"?',
      "note: must be a string (got a number)",
    ]);
  });

  it("refuses an input with a name that every object inherits, such as toString", () => {
    expect(sentences({ name: "news", sender: { email: "a@b.co" }, toString: "x" })).to.deep.equal([
      'unknown input "toString"; valid inputs are name, sender, note',
    ]);
  });

  it("names no input in the tag if the path begins with a name that every object inherits", () => {
    const paths = ["name", "sender.email", "toString", "constructor.key"];
    const findings = paths.map((path) => ({ path, problem: "is wrong" }));
    expect(withInputs(shape, findings).map(({ input }) => input)).to.deep.equal([
      "name",
      "sender.email",
      undefined,
      undefined,
    ]);
  });

  it("treats an input with the value undefined as missing, at any depth", () => {
    expect(sentences({ name: undefined, sender: { email: undefined } })).to.deep.equal([
      'missing required input "name"',
      'sender: missing required input "email"',
    ]);
  });

  it("names a missing input in the tag by its full path, because the sentence begins with the object's path", () => {
    expect(checkInputs(shape, { name: "news", sender: {} }).map(withTag)).to.deep.equal([
      'sender: missing required input "email" [validation sender.email]',
    ]);
  });
});
