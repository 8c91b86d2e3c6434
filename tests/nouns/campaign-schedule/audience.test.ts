import { expect } from "chai";
import {
  audienceInWords,
  listsInSentence,
} from "../../../provider/nouns/campaign-schedule/audience";

const customers = { id: "list-5", name: 'Customers "A"', contacts: 5 };
const press = { id: "list-7", name: "Press", contacts: 1 };

describe("the audience of a campaign in words", () => {
  for (const [what, sum, lists, words] of [
    ["one list", 5, [customers], '5 contacts in "Customers \\"A\\"" (list-5)'],
    ["one contact", 1, [press], '1 contact in "Press" (list-7)'],
    [
      "two lists",
      6,
      [customers, press],
      '6 contacts: 5 in "Customers \\"A\\"" (list-5), 1 in "Press" (list-7)',
    ],
    [
      "a list of two whose size is known",
      undefined,
      [press],
      'an unknown number of contacts: 1 in "Press" (list-7)',
    ],
    ["nothing known", undefined, [], "an unknown number of contacts"],
  ] as const) {
    it(`says each number once, and is read back: ${what}`, () => {
      expect(audienceInWords(sum, lists)).to.equal(words);
      expect(listsInSentence(`schedules "x" for 2099-03-01 09:00:00 to ${words}.`)).to.deep.equal(
        lists,
      );
    });
  }
});
