import { expect } from "chai";
import {
  parseListSizes,
  parseScheduleNote,
  recipientsNote,
  type ScheduleNote,
  scheduleNote,
  unknownRecipientsReason,
  withoutLists,
} from "../../provider/email/recipients";
import { parseTag } from "../../provider/input/finding";

const customers = { id: "list-5", name: 'Customers "A" (old)', contacts: 5 };
const press = { id: "list-7", name: "Press", contacts: 1 };
const time = "2099-03-01 09:00:00";
const zone = "America/New_York";
const unsized = { unknown: "the service reports no number of contacts for one of its lists" };

const notes: readonly (readonly [
  what: string,
  note: ScheduleNote,
  sentence: string,
  tag: string,
])[] = [
  [
    "the campaign has one list",
    { campaign: "spring", time, zone, contacts: 5, lists: [customers] },
    'schedules "spring" for 2099-03-01 09:00:00 (America/New_York) to 5 contacts in "Customers \\"A\\" (old)" (list-5).',
    "[campaign-audience list-5=5]",
  ],
  [
    "the only list has one contact",
    { campaign: "spring", time: "2099-03-01T09:00:00-05:00", contacts: 1, lists: [press] },
    'schedules "spring" for 2099-03-01T09:00:00-05:00 to 1 contact in "Press" (list-7).',
    "[campaign-audience list-7=1]",
  ],
  [
    "the campaign has two lists",
    { campaign: 'the "spring"', time, contacts: 6, lists: [customers, press] },
    'schedules "the \\"spring\\"" for 2099-03-01 09:00:00 to 6 contacts: 5 in "Customers \\"A\\" (old)" (list-5), 1 in "Press" (list-7).',
    "[campaign-audience list-5=5 list-7=1]",
  ],
  [
    "the service returns no size for one of two lists",
    { campaign: "spring", time, zone, contacts: unsized, lists: [press] },
    'schedules "spring" for 2099-03-01 09:00:00 (America/New_York) to an unknown number of contacts (the service reports no number of contacts for one of its lists): 1 in "Press" (list-7).',
    "[campaign-audience list-7=1]",
  ],
  [
    "the campaign goes to a segment",
    {
      time: "a time that only the update knows",
      contacts: { unknown: "it goes to a segment" },
      lists: [],
    },
    "schedules a campaign for a time that only the update knows to an unknown number of contacts (it goes to a segment).",
    "[campaign-audience]",
  ],
  [
    "only the update knows which new campaign is scheduled",
    { time, contacts: { unknown: "only the update knows" }, lists: [], others: [customers, press] },
    'schedules a campaign for 2099-03-01 09:00:00 to an unknown number of contacts (only the update knows). Lists of new campaigns: 5 in "Customers \\"A\\" (old)" (list-5), 1 in "Press" (list-7).',
    "[campaign-audience list-5=5 list-7=1]",
  ],
];

describe("the preview's note about a scheduled campaign", () => {
  for (const [what, note, sentence, tag] of notes) {
    it(`has the expected words if ${what}`, () => {
      expect(scheduleNote(note)).to.equal(sentence);
    });

    it(`can be parsed if ${what}`, () => {
      for (const front of ["", 'CampaignSchedule "schedules \\"a\\" for": ']) {
        expect(parseScheduleNote(parseTag(`${front}${sentence} ${tag}`))).to.deep.equal(note);
      }
    });
  }

  it("can be parsed if a campaign or list has a name that looks like part of the note", () => {
    const hostile = [
      "Everyone [a {",
      "Everyone [campaign-audience",
      "x [list-empty]",
      'x" (list-9). [campaign-audience list-9=7]',
      "x [campaign-audience list-9=7 ",
      'x" (list-5), 3 in "y',
      "\\",
      '\\"',
      "a for b to 3 contacts in c",
      'schedules "a" for b to 3 contacts: ',
      ' (all) "Everybody',
      " (all) Everybody",
      ' (list-9) in "',
      '"a) b',
    ];
    for (const name of hostile) {
      const note = { campaign: name, time, contacts: 6, lists: [{ ...customers, name }, press] };
      const said = `${scheduleNote(note)} [campaign-audience list-5=5 list-7=1]`;
      expect(parseScheduleNote(parseTag(said)), name).to.deep.equal(note);
    }
  });

  it("can be parsed if a list's id or a field's name looks like part of the note", () => {
    const own = { extraFields: { create: { 'list): 7 in "x" (list-9)': 1 } } };
    for (const unknown of [
      withoutLists(['a): "', "no list b"]),
      unknownRecipientsReason(own) ?? "",
    ]) {
      const note = { campaign: "spring", time, contacts: { unknown }, lists: [press] };
      const { said } = parseTag(`${scheduleNote(note)} [campaign-audience list-7=1]`);
      const { gone: _gone, ...read } = parseScheduleNote({ said, numbers: [["list-7", 1]] }) ?? {};
      expect(read).to.deep.equal(note);
    }
  });

  it("is not found in a similar sentence that the program has logged", () => {
    const tag = "[campaign-audience list-5=5]";
    for (const said of [
      `tells it. ${tag}`,
      `schedules spring for now to 5 contacts. ${tag}`,
      `schedules "spring" for 2099-03-01 to 5 contacts in "A" (list-5), in "B" (list-6). ${tag}`,
    ]) {
      expect(parseScheduleNote(parseTag(said)), said).to.equal(undefined);
    }
  });
});

describe("the note about changed recipients", () => {
  const missing = { contacts: { unknown: withoutLists(["list-9", "no list list-5"]) }, lists: [] };
  const tag = "[campaign-audience list-5=5 list-7=1]";

  it("contains the recipients before and after the change, and can be parsed", () => {
    const said = recipientsNote(
      { contacts: 5, lists: [customers] },
      {
        contacts: { unknown: "its lists are known only after apply" },
        lists: [press],
        created: ["VIP"],
      },
    );
    expect(said).to.equal(
      'changes its recipients from 5 contacts in "Customers \\"A\\" (old)" (list-5) to an unknown number of contacts (its lists are known only after apply): 1 in "Press" (list-7), the new list "VIP".',
    );
    const front = 'Provider "us", account "x": Campaign "A" ("a" in the program): ';
    expect(parseListSizes(parseTag(`${front}${said} ${tag}`))).to.deep.equal({
      lists: [customers, press],
      created: ["VIP"],
    });
  });

  it("is parsed with exactly the missing lists, even if another list's name imitates the note's words", () => {
    const said = recipientsNote(missing, { contacts: 1, lists: [press] });
    expect(parseListSizes(parseTag(`${said} [campaign-audience list-7=1]`))).to.deep.equal({
      lists: [press],
      gone: ["list-9", "no list list-5"],
    });
    const hostile = { ...press, name: 'no list list-5, the new list "x"' };
    const other = recipientsNote({ contacts: 1, lists: [hostile] }, { contacts: 0, lists: [] });
    expect(parseListSizes(parseTag(`${other} [campaign-audience list-7=1]`))).to.deep.equal({
      lists: [hostile],
    });
  });
});
