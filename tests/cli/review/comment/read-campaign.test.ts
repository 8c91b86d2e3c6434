import { expect } from "chai";
import { type CampaignFacts, readNote } from "../../../../provider/email/recipients";
import { withTag } from "../../../../provider/input/finding";
import { commentOf, mailedIn } from "../../../support/preview";
import {
  dated,
  ofStack,
  onDate,
  said,
  step,
  unknown,
  urnOf,
} from "../../../support/preview-fixtures";

const day = "2098-03-01 09:00:00";
const shownDay = "Sat 2098-03-01 09:00 Europe/Berlin (08:00 UTC)";
const lastRead = "when it was last read";
const old = { subject: "Old" };
const inputs = { subject: "New" };
const changed = { ...step("update", "spring", inputs, old), diffReasons: ["subject"] };
const otherLists = {
  ...step("update", "spring", { listIds: ["list-2"] }, {}),
  diffReasons: ["listIds"],
};
const same = onDate("same", day, day);

const noted = (facts: CampaignFacts, kind = "Campaign", name = "spring") =>
  said("info", urnOf(kind, name), withTag(readNote(facts)));
const ofDate = (facts: CampaignFacts) => noted(facts, "CampaignSchedule", "date");

/** Three cells of the first row: the kind of change, the date and the recipients. */
function cellsOf(steps: readonly object[], ...diagnostics: readonly object[]) {
  const [row = ""] = mailedIn(commentOf({ steps: [ofStack, ...steps], diagnostics }));
  const [sign, , , date, to] = row.slice(2, -2).split(" | ");
  return [sign, date, to];
}

/** The step of an unchanged schedule with this status in the state. */
const sameAs = (status: string) => {
  const state = dated(day);
  const oldState = { ...state, outputs: { ...state.outputs, status } };
  return { ...same, oldState };
};

const team = { id: "list-1", name: "Team", contacts: 5 };
const everybody = { id: "list-4", name: "Everybody", contacts: 3_000_000 };
const asDeclared: CampaignFacts = { status: "scheduled", names: ["Team"], contacts: 5 };
const toOthers: CampaignFacts = {
  ...asDeclared,
  ...{ names: ["Everybody"], contacts: 3_000_000 },
  ...{ listIds: ["list-4"], lists: [team, everybody] },
};
const moved: CampaignFacts = { status: "scheduled", isMoved: true, date: "2098-05-09 10:00:00" };

describe("the comment's row of a changed campaign", () => {
  const rows: Readonly<
    Record<string, readonly [steps: readonly object[], said: readonly object[], cells: string[]]>
  > = {
    "marks the date as last read if preflight didn't read the campaign": [
      [changed, same],
      [],
      [
        "content changes",
        `content changes, still sent on ${shownDay} (${lastRead})`,
        "contacts not known (preflight counts them when the date or the recipients change): list-1",
      ],
    ],
    "shows list names and contact counts if the campaign is unchanged in the service": [
      [changed, same],
      [noted(asDeclared), ofDate({ status: "scheduled" })],
      ["content changes", `content changes, still sent on ${shownDay}`, "**5** contacts: Team (5)"],
    ],
    'shows "up to" and the total number of contacts if the campaign has two lists': [
      [changed, same],
      [noted({ ...asDeclared, names: ["Team", "Press"], contacts: 17 })],
      [
        "content changes",
        `content changes, still sent on ${shownDay}`,
        "up to **17** contacts: Team, Press",
      ],
    ],
    "shows no number of contacts if preflight didn't report a number": [
      [changed, same],
      [noted({ status: "scheduled" })],
      [
        "content changes",
        `content changes, still sent on ${shownDay}`,
        "contacts not known (preflight counts them when the date or the recipients change): list-1",
      ],
    ],
    "shows the new date if somebody moved the campaign in the web app": [
      [changed, same],
      [noted(asDeclared), ofDate(moved)],
      [
        "content changes",
        `content changes, still sent on Fri 2098-05-09 10:00 Europe/Berlin (08:00 UTC) (${shownDay} ${lastRead})`,
        "**5** contacts: Team (5)",
      ],
    ],
    "calls the date secret or unknown if preflight reports a move without the new date": [
      [changed, same],
      [ofDate({ status: "scheduled", isMoved: true })],
      [
        "content changes",
        `content changes, still sent at a time that is secret or known only after apply (${shownDay} ${lastRead})`,
        "contacts not known (preflight counts them when the date or the recipients change): list-1",
      ],
    ],
    "shows that the campaign isn't sent if somebody paused the campaign": [
      [changed, sameAs("scheduled")],
      [noted({ ...asDeclared, status: "paused" }), ofDate({ status: "paused" })],
      [
        "content changes",
        `content changes, ${shownDay}: paused in the service, not sent unless somebody resumes it (scheduled ${lastRead})`,
        "Team (5)",
      ],
    ],
    "shows that the campaign is still sent if somebody resumed the campaign": [
      [changed, sameAs("paused")],
      [noted(asDeclared), ofDate({ status: "scheduled" })],
      [
        "content changes",
        `content changes, still sent on ${shownDay} (paused ${lastRead})`,
        "**5** contacts: Team (5)",
      ],
    ],
    "shows the last-read lists and the web app's lists if the two differ": [
      [changed, same],
      [noted(toOthers)],
      [
        "other recipients",
        `content changes, still sent on ${shownDay}`,
        `Team (5) ${lastRead} → **3,000,000** contacts: Everybody (3,000,000)`,
      ],
    ],
    "shows the web app's, the last-read and the declared lists if all differ": [
      [otherLists, same],
      [
        noted({
          ...toOthers,
          lists: [team, everybody, { ...team, id: "list-2", name: "Press" }],
        }),
      ],
      [
        "other recipients",
        `content changes, still sent on ${shownDay}`,
        `Everybody (3,000,000) (Team (5) ${lastRead}) → **5** contacts: Press (5)`,
      ],
    ],
    "shows the service's lists if only the schedule changes and preflight read the campaign": [
      [step("same", "spring", {}, {}), onDate("update", day, "2098-03-02 09:00:00")],
      [ofDate({ status: "paused", names: ["Everybody"], contacts: 3_000_000 })],
      [
        "moved",
        `${shownDay} → Sun 2098-03-02 09:00 Europe/Berlin (08:00 UTC)`,
        "**3,000,000** contacts: Everybody (3,000,000)",
      ],
    ],
    "shows only the number of contacts if only the schedule changes and preflight reported no lists":
      [
        [step("same", "spring", {}, {}), onDate("update", day, "2098-03-02 09:00:00")],
        [ofDate({ status: "paused", contacts: 3_000_000 })],
        [
          "moved",
          `${shownDay} → Sun 2098-03-02 09:00 Europe/Berlin (08:00 UTC)`,
          "up to **3,000,000** contacts",
        ],
      ],
    "shows no lists of the service if the campaign also goes to a segment": [
      [
        step("same", "spring", { segmentId: "segment-1" }, { segmentId: "segment-1" }),
        onDate("update", day, "2098-03-02 09:00:00"),
      ],
      [ofDate({ status: "paused", names: [], contacts: 0 })],
      [
        "moved",
        `${shownDay} → Sun 2098-03-02 09:00 Europe/Berlin (08:00 UTC)`,
        "contacts not known (it goes to a segment): list-1, segment segment-1",
      ],
    ],
    "shows that the campaign is missing if the service's list of campaigns doesn't contain the campaign":
      [
        [changed, sameAs("scheduled")],
        [ofDate({ status: "missing" })],
        [
          "content changes",
          `content changes, ${shownDay}: the campaign is missing from the service's list of campaigns (scheduled ${lastRead})`,
          "list-1",
        ],
      ],
    "shows the web app's and the program's dates if both are new": [
      [step("same", "spring", {}, {}), onDate("update", day, "2098-03-02 09:00:00")],
      [ofDate(moved)],
      [
        "moved",
        `Fri 2098-05-09 10:00 Europe/Berlin (08:00 UTC) (${shownDay} ${lastRead}) → Sun 2098-03-02 09:00 Europe/Berlin (08:00 UTC)`,
        "contacts not known (preflight did not report them): list-1",
      ],
    ],
  };
  for (const [what, [steps, diagnostics, cells]] of Object.entries(rows)) {
    it(what, () => expect(cellsOf(steps, ...diagnostics)).to.deep.equal(cells));
  }

  it("is absent if preflight reports that the campaign was sent", () => {
    expect(cellsOf([changed, same], noted({ status: "finished" }))[0]).to.match(/^thing: /);
  });

  it("replaces preflight's notes about the campaign in the list of findings", () => {
    const lines = commentOf({
      steps: [ofStack, changed, same],
      diagnostics: [
        noted(asDeclared),
        said(
          "info",
          urnOf("Campaign", "spring"),
          'it is so. [campaign-read {"status":1,"date":2}]',
        ),
      ],
    });
    expect(lines.filter((line) => line.startsWith("- ℹ️"))).to.deep.equal([]);
    expect(lines.filter((line) => line.includes("campaign-read"))).to.deep.equal([]);
  });
});

describe("the comment's row of an adopted campaign", () => {
  const adopted = step("create", "web", { existingId: "campaign-9", listIds: ["list-4"] });
  const facts: CampaignFacts = {
    ...{ status: "scheduled", date: day, names: ["Team"], contacts: 5 },
    ...{ isGivenOthers: true, lists: [everybody] },
  };
  const read = noted(facts, "Campaign", "web");
  const to = "Team (5) → **3,000,000** contacts: Everybody (3,000,000)";
  const schedule = (scheduledAt: string) => ({
    ...{ op: "create", urn: urnOf("CampaignSchedule", "web") },
    newState: {
      inputs: { campaignId: unknown, scheduledAt },
      propertyDependencies: { campaignId: [urnOf("Campaign", "web")] },
    },
  });

  it("shows the service's date, and the old and new recipients, if preflight has read the campaign", () => {
    expect(cellsOf([adopted], read)).to.deep.equal([
      "other recipients",
      `content changes, still sent on ${shownDay}`,
      to,
    ]);
  });

  it("shows that the campaign isn't sent if the campaign is paused in the service", () => {
    const paused = noted({ ...facts, status: "paused" }, "Campaign", "web");
    expect(cellsOf([adopted], paused)[1]).to.equal(
      `content changes, ${shownDay}: paused in the service, not sent unless somebody resumes it`,
    );
  });

  it("is marked as moved if the new schedule changes the service's date", () => {
    expect(cellsOf([adopted, schedule(day)], read)).to.deep.equal([
      "other recipients",
      `content changes, still sent on ${shownDay}`,
      to,
    ]);
    expect(cellsOf([adopted, schedule("2098-03-02 09:00:00")], read)).to.deep.equal([
      "moved, other recipients",
      `content changes, ${shownDay} → Sun 2098-03-02 09:00 Europe/Berlin (08:00 UTC)`,
      to,
    ]);
  });

  it("is marked as new if the adopted draft gets a first date", () => {
    const draft = noted({ status: "draft" }, "Campaign", "web");
    expect(cellsOf([adopted, schedule(day)], draft)[0]).to.equal("new");
  });

  it("shows no change of recipients if the lists stay the same", () => {
    const { isGivenOthers: _, ...kept } = { ...facts, lists: [{ ...everybody, contacts: 5 }] };
    expect(cellsOf([adopted], noted(kept, "Campaign", "web"))).to.deep.equal([
      "content changes",
      `content changes, still sent on ${shownDay}`,
      "**5** contacts: Everybody (5)",
    ]);
  });
});

describe("the comment about a removed schedule", () => {
  const kept = { ...step("same", "spring", {}, {}) };
  const removed = onDate("delete", day, undefined);
  const sections = (facts?: CampaignFacts) =>
    commentOf({ steps: [ofStack, kept, removed], diagnostics: facts ? [noted(facts)] : [] }).join(
      "\n",
    );

  it("says that the campaign is still sent if preflight hasn't read the campaign", () => {
    const comment = sections();
    expect(comment).to.include("**is still sent**");
    expect(comment).to.include("WILL still be sent");
  });

  it("says that the campaign isn't sent if preflight has read the campaign as paused", () => {
    const comment = sections({ status: "paused" });
    expect(comment).to.include("paused in the service, not sent unless somebody resumes it");
    expect(comment).to.include("the campaign keeps its date: paused when it was last read");
    expect(comment).to.not.match(/still (?:be )?sent/);
  });
});

describe("the comment about a paused campaign", () => {
  const [state, kept] = [dated(day), step("same", "spring", {}, {})];
  const replaced = {
    op: "replace",
    urn: urnOf("CampaignSchedule", "date"),
    oldState: state,
    newState: state,
  };
  for (const [what, schedule, sign] of [
    ["new", onDate("create", undefined, day), "not sent"],
    ["replaced", replaced, "not moved"],
  ] as const) {
    it(`says that the campaign isn't sent if a ${what} schedule declares the campaign's date`, () => {
      const [found, at] = cellsOf([kept, schedule], ofDate({ status: "paused" }));
      expect(found).to.equal(sign);
      expect(at).to.equal(
        `${shownDay}: paused in the service, not sent unless somebody resumes it`,
      );
    });
  }
});
