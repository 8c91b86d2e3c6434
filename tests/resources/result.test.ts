import { expect } from "chai";
import { fixtures } from "../support/fixtures";
import { useResource } from "../support/resource";
import { currentRuntime, runtimeNames, throughPlugin } from "../support/runtime";

function define(): void {
  describe(`the whole result of a function in listIds (${runtimeNames[currentRuntime()]})`, function () {
    const { resource } = useResource(this, "Campaign");
    const row = { id: "list-1", name: "Customers" };

    for (const [what, listIds, problem] of [
      [
        "getLists",
        { lists: [row] },
        'listIds: must be an array (got an object; pass a member of each of its "lists", such as the id, as in (await getLists({})).lists.map(({ id }) => id), or use getListsOutput) [validation listIds]',
      ],
      [
        "getList",
        [row],
        "listIds[0]: must be a string (got an object; pass one of its members, such as its id, as in (await getList({ name })).id, or use getListOutput) [validation listIds.*]",
      ],
    ] as const) {
      it(`is refused if the function is ${what}`, async () => {
        const props = { ...fixtures.Campaign.args, listIds };
        expect(await resource().faults(props)).to.deep.equal([problem]);
      });
    }
  });
}

define();
throughPlugin(define);
