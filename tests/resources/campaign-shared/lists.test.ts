import { expect } from "chai";
import { withTag } from "../../../provider/input/finding";
import { unknownValue } from "../../../provider/plain/value";
import {
  addedLists,
  countContacts,
  judgeRecipients,
} from "../../../provider/resources/campaign-shared/lists";
import { argumentSettings } from "../../../provider/settings/settings";

const row = { list_status: "", list_type: "" };
const rows = [
  { ...row, id: "a", name: "A", contact_count: 600 },
  { ...row, id: "b", name: "B", contact_count: 401 },
  { ...row, id: "c", name: "C" },
];
const sizes = [
  { id: "a", name: "A", contacts: 600 },
  { id: "b", name: "B", contacts: 401 },
];
const asked: string[] = [];
const lists = {
  byId: (id: string) => {
    asked.push(id);
    return Promise.resolve(rows.find((one) => one.id === id));
  },
};

describe("countContacts", () => {
  it("returns the sum of contacts, counting each list once", async () => {
    expect(await countContacts({ listIds: ["a", "b", "a"] }, lists)).to.deep.equal({
      contacts: 1001,
      lists: sizes,
    });
  });

  it("returns a reason instead of a number if the recipients include a segment, a missing list or a list without a contact count", async () => {
    const unsized = "the service reports no number of contacts for one of its lists";
    const missing = "the account has no list d";
    for (const [audience, why, sized, gone] of [
      [{ listIds: ["a"], segmentId: "s" }, "it goes to a segment", 1],
      [{ listIds: ["a", "c"] }, unsized, 1],
      [{ listIds: ["a", "d"] }, missing, 1, ["d"]],
      [{}, "it names no list", 0],
      [
        { listIds: ["a"], extraFields: { update: { Recipients: {} } } },
        "extraFields.update.Recipients may add recipients",
        1,
      ],
      [{ listIds: ["a", unknownValue] }, "its lists are known only after apply", 1],
      [undefined, "no Campaign of this update has this id", 0],
    ] as const) {
      expect(await countContacts(audience, lists)).to.deep.equal({
        contacts: { unknown: why },
        lists: sizes.slice(0, sized),
        ...(gone && { gone }),
      });
    }
  });
});

it("countContacts returns the lists' contacts even if extraFields add no recipients, such as view_in_browser", async () => {
  const extraFields = { create: { view_in_browser: true }, update: { track_clicks: false } };
  expect((await countContacts({ listIds: ["a"], extraFields }, lists)).contacts).to.equal(600);
});

describe("the guard maxRecipients", () => {
  const judge = async (audience: object | undefined, given: Record<string, string>) =>
    (await judgeRecipients(async () => audience, { settings: argumentSettings(given), lists })).map(
      withTag,
    );

  it("reads no lists if the setting is absent", async () => {
    asked.length = 0;
    expect(await judge({ listIds: ["a", "b"] }, {})).to.deep.equal([]);
    expect(asked).to.deep.equal([]);
  });

  it('writes "1 contact" instead of "1 contacts" in the message if the setting is 1', async () => {
    for (const [most, words] of [
      ["1", "allows 1 contact ("],
      ["2", "allows 2 contacts ("],
    ] as const) {
      const [sentence] = await judge({ segmentId: "s" }, { maxRecipients: most });
      expect(sentence).to.include(`the setting maxRecipients ${words}`);
    }
  });

  it("refuses a campaign only if the campaign has more contacts than the setting allows", async () => {
    const audience = { listIds: ["a", "b"] };
    expect(await judge(audience, { maxRecipients: "1001" })).to.deep.equal([]);
    expect(await judge(audience, { maxRecipients: "1000" })).to.deep.equal([
      "the campaign goes to 1001 contacts, but the setting maxRecipients allows 1000 (argument maxRecipients of the explicit Provider). Use smaller lists, or raise the setting. [validation]",
    ]);
  });

  it("counts all contacts of the lists, even if rules.limit is lower", async () => {
    const limited = (limit: number, listIds = ["a", "b"]) => ({ listIds, rules: { limit } });
    const most = { maxRecipients: "1000" };
    const all =
      "the campaign goes to 1001 contacts, but the setting maxRecipients allows 1000 (argument maxRecipients of the explicit Provider). Use smaller lists, or raise the setting.";
    expect(await judge(limited(1001), most)).to.deep.equal([`${all} [validation]`]);
    expect(await judge(limited(1000), most)).to.deep.equal([
      `${all} rules.limit is 1000, but no documentation says what the service makes of it. To judge by the limit, add "recipients-limit" to ignoreChecks. [recipients-limit]`,
    ]);
    expect(await judge(limited(1, ["a"]), most)).to.deep.equal([]);
  });

  it("refuses a campaign to a segment without reading the campaign's lists", async () => {
    asked.length = 0;
    const found = await judge({ listIds: ["a"], segmentId: "s" }, { maxRecipients: "1" });
    expect(found).to.have.lengthOf(1);
    expect(asked).to.deep.equal([]);
  });

  it("reports nothing if one of the lists is unknown until the update", async () => {
    const listIds = ["a", unknownValue];
    expect(await judge({ listIds }, { maxRecipients: "1" })).to.deep.equal([]);
  });
});

describe("addedLists", () => {
  it("returns the declared lists that the campaign doesn't have yet", () => {
    expect(addedLists(["1", "2"], ["2", "3"])).to.deep.equal(["3"]);
    expect(addedLists(undefined, ["2"])).to.deep.equal(["2"]);
  });

  it("returns all declared lists if the campaign's lists are unconfirmed", () => {
    // A part of the placeholder text for unknown values, which a search in that text would find.
    const id = unknownValue.slice(0, 2);
    expect(addedLists(unknownValue, [id])).to.deep.equal([id]);
  });
});
