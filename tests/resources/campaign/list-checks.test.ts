import { expect } from "chai";
import type { Account } from "../../../provider/account/account";
import type { ProgramResource } from "../../../provider/account/program-record";
import { withTag } from "../../../provider/input/finding";
import { unknownValue } from "../../../provider/plain/value";
import { checkEmptyLists } from "../../../provider/resources/campaign/preflight";
import { argumentSettings } from "../../../provider/settings/settings";

const newList: ProgramResource = {
  kind: "List",
  name: "vip",
  order: 0,
  props: { name: "VIP" },
  isChanged: true,
};
const props = { listIds: [unknownValue] };
const own: ProgramResource = {
  ...{ kind: "Campaign", name: "spring", order: 1, id: "campaign-1", isChanged: true },
  props,
};

async function reported(status: string, others: readonly ProgramResource[] = [newList]) {
  const account = {
    settings: argumentSettings({ operations: "extended" }),
    perAccount: () => ({ readOnce: async () => ({ status }) }),
  } as unknown as Account;
  const all = [...others, own];
  const found = await checkEmptyLists({
    ...{ account, own, props, old: {} },
    resources: async (kind) => all.filter((one) => one.kind === kind),
    others: async () => [],
  });
  return found.map((one) => `${one.level}: ${withTag(one)}`);
}

const finding =
  'warning: listIds: the new list "VIP" has no contacts, so the campaign would be sent to no one. Add contacts to it, or use another list. [list-empty listIds]';

describe("the check for new lists without contacts", () => {
  for (const [what, status, expected] of [
    ["the campaign is scheduled", "scheduled", [finding]],
    ["the campaign is paused", "paused", [finding]],
    ["the campaign is a draft", "draft", []],
  ] as const) {
    it(`reports ${expected.length === 0 ? "nothing" : "the list"} if ${what}`, async () => {
      expect(await reported(status)).to.deep.equal(expected);
    });
  }

  it("reports no adopted list, because an existing list may have contacts", async () => {
    const adopted = { ...newList, name: "everybody", props: { name: "All", existingId: "list-1" } };
    expect(await reported("scheduled", [adopted])).to.deep.equal([]);
    // The plugin doesn't know which of the two lists is the campaign's.
    expect(await reported("scheduled", [adopted, newList])).to.deep.equal([]);
  });
});
