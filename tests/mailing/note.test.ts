import { expect } from "chai";
import { type ScheduleNote, scheduleNote } from "../../provider/mailing/note";

const customers = { id: "list-5", name: 'Customers "A" (old)', contacts: 5 };
const press = { id: "list-7", name: "Press", contacts: 1 };
const time = "2099-03-01 09:00:00";
const zone = "America/New_York";
const unsized = { unknown: "the service reports no number of contacts for one of its lists" };

const notes: readonly (readonly [what: string, note: ScheduleNote, sentence: string])[] = [
  [
    "one list",
    { campaign: "spring", time, zone, contacts: 5, lists: [customers] },
    'schedules "spring" for 2099-03-01 09:00:00 (America/New_York) to 5 contacts in "Customers \\"A\\" (old)" (list-5).',
  ],
  [
    "one contact",
    { campaign: "spring", time: "2099-03-01T09:00:00-05:00", contacts: 1, lists: [press] },
    'schedules "spring" for 2099-03-01T09:00:00-05:00 to 1 contact in "Press" (list-7).',
  ],
  [
    "two lists",
    { campaign: 'the "spring"', time, contacts: 6, lists: [customers, press] },
    'schedules "the \\"spring\\"" for 2099-03-01 09:00:00 to 6 contacts: 5 in "Customers \\"A\\" (old)" (list-5), 1 in "Press" (list-7).',
  ],
  [
    "a list of two whose size is known",
    { campaign: "spring", time, zone, contacts: unsized, lists: [press] },
    'schedules "spring" for 2099-03-01 09:00:00 (America/New_York) to an unknown number of contacts (the service reports no number of contacts for one of its lists): 1 in "Press" (list-7).',
  ],
  [
    "nothing but why nothing is known",
    {
      time: "a time that only the update knows",
      contacts: { unknown: "it goes to a segment" },
      lists: [],
    },
    "schedules a campaign for a time that only the update knows to an unknown number of contacts (it goes to a segment).",
  ],
];

describe("scheduleNote", () => {
  for (const [what, note, sentence] of notes) {
    it(`is a sentence: ${what}`, () => {
      expect(scheduleNote(note)).to.equal(sentence);
    });
  }
});
