import { expect } from "chai";
import type { ProgramResource } from "../../provider/account/program-record";
import {
  declaredTwice,
  isSameAddress,
  isSameAdopted,
  isSameText,
} from "../../provider/lifecycle/found-object";
import type { Program } from "../../provider/lifecycle/lifecycle";
import { unknownValue } from "../../provider/plain/value";

const resource = (name: string): ProgramResource => ({
  kind: "Note",
  name,
  order: 0,
  props: { title: "Plan" },
  isChanged: true,
});

/** The findings about a note if another note has the same title. */
async function found(identified: { readonly input?: "title" }) {
  const { atEnd } = declaredTwice<{ title: string }>({
    name: "list-duplicate",
    ...identified,
    isSame: (one, other) => isSameText(one.props.title, other.props.title),
    problem: (other) => `it is ${other}.`,
  });
  const others = async () => [resource("other")];
  return atEnd({ own: resource("plan"), others } as unknown as Program<{ title: string }>);
}

describe("isSameAdopted, called with two resources,", () => {
  const unknown = unknownValue;

  for (const [what, one, other, isSame] of [
    ["both are new and have the same existingId", { existingId: "a" }, { existingId: "a" }, true],
    [
      "both are new and have an unknown existingId",
      { existingId: unknown },
      { existingId: unknown },
      false,
    ],
    ["both are new and have no existingId", {}, {}, false],
    ["the existingId of one is the id of the other", { existingId: "a" }, { id: "a" }, true],
    ["both have the same id", { id: "a" }, { id: "a", existingId: "b" }, true],
    [
      "one has an id and an old existingId",
      { id: "a", existingId: "b" },
      { existingId: "b" },
      false,
    ],
    [
      "both have ids and the same existingId",
      { id: "a", existingId: "c" },
      { id: "b", existingId: "c" },
      false,
    ],
  ] as const) {
    it(`returns ${isSame} if ${what}`, () => {
      const [first, second] = [one, other].map(({ id, ...props }: { id?: string }, order) => ({
        ...{ ...resource(`${order}`), props },
        ...(id !== undefined && { id }),
      }));
      if (!first || !second) throw new Error("two resources");
      expect(isSameAdopted(first, second)).to.equal(isSame);
    });
  }
});

describe("two addresses", () => {
  for (const [what, address] of [
    ["missing", undefined],
    ["empty", ""],
    ["unknown", unknownValue],
  ] as const) {
    it(`are never equal if one is ${what}`, () => {
      expect(isSameAddress(address, address)).to.equal(false);
      expect(isSameAddress(address, "news@shop.example")).to.equal(false);
      expect(isSameAddress("news@shop.example", address)).to.equal(false);
    });
  }
});

describe("the finding about a duplicate declaration", () => {
  const finding = { path: "", name: "list-duplicate", level: "error", problem: "it is other." };

  it("is about a single input if this input alone identifies the object", async () => {
    expect(await found({ input: "title" })).to.deep.equal([{ ...finding, input: "title" }]);
    const [other] = await found({});
    expect(other).to.include(finding);
    expect(other?.input).to.equal(undefined);
  });
});
