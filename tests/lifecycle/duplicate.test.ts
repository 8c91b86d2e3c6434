import { expect } from "chai";
import type { ProgramResource } from "../../provider/account/program-record";
import { declaredTwice, isSameText } from "../../provider/lifecycle/duplicate";
import type { Program } from "../../provider/lifecycle/preflight-check";

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

describe("the finding about a duplicate declaration", () => {
  const finding = { path: "", name: "list-duplicate", level: "error", problem: "it is other." };

  it("contains the name of an input only if this input alone identifies the object", async () => {
    expect(await found({ input: "title" })).to.deep.equal([{ ...finding, input: "title" }]);
    const [other] = await found({});
    expect(other).to.include(finding);
    expect(other?.input).to.equal(undefined);
  });
});
