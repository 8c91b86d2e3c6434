import { expect } from "chai";
import { extended, useResource } from "../../support/resource";
import { unknown } from "../../support/wire-value";
import { spring } from "./spring";

describe("the preview's note about a campaign's new recipients", function () {
  const { resource, warnings } = useResource(this, "Campaign", extended);
  const account = "loopback";

  /** The note after the checks that the engine calls for new Lists and the campaign. */
  async function noteAfter(
    lists: readonly { readonly name: string; readonly existingId?: string }[],
    listIds: unknown = ["List-2", unknown],
    unconfirmed: readonly string[] = [],
  ) {
    for (const [order, inputs] of lists.entries()) {
      const __findings = { name: inputs.name, order };
      await resource("List").check({}, { ...inputs, __findings });
    }
    const old = { ...spring, listIds: ["List-2"] };
    const props = { ...old, listIds };
    await resource().check(old, { ...props, __findings: { name: "spring", order: lists.length } });
    const state = { ...old, account, status: "draft", unconfirmed };
    await resource().refreshed("campaign-2", state, props);
    return warnings().filter((one) => one.includes("[campaign-audience"));
  }

  it("shows a list's contacts if the update adopts the list", async () => {
    expect(await noteAfter([{ name: "Customers", existingId: "list-1" }])).to.deep.equal([
      'Campaign "Spring": changes its recipients from 40 contacts in "Members" (List-2) to 42 contacts: 40 in "Members" (List-2), 2 in "Customers" (list-1). [campaign-audience listIds List-2=40 List-2=40 list-1=2]',
    ]);
  });

  it("shows no number of contacts if the update also creates a list", async () => {
    const [note, another] = await noteAfter([
      { name: "Customers", existingId: "list-1" },
      { name: "VIP" },
    ]);
    expect(note).to.include("(its lists are known only after apply)");
    expect(another).to.equal(undefined);
  });

  it("shows no number of contacts if the preview knows none of the list ids", async () => {
    const [note, another] = await noteAfter([{ name: "VIP" }], unknown);
    expect(note).to.include("(its lists are known only after apply)");
    expect(another).to.equal(undefined);
  });

  it("says why the old recipients are unknown if the last update of the lists got no reply", async () => {
    expect(await noteAfter([], ["list-1"], ["listIds"])).to.deep.equal([
      'Campaign "Spring": changes its recipients from an unknown number of contacts (the last change of its lists got no reply) to 2 contacts in "Customers" (list-1). [campaign-audience listIds list-1=2]',
    ]);
  });
});
