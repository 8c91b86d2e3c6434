import { expect } from "chai";
import { renderComment } from "../../../../cli/review/comment";
import { commentOf, mailedIn, previewOf } from "../../../support/preview";
import {
  step as newCampaign,
  schedule as newDate,
  onDate,
  urnOf,
} from "../../../support/preview-fixtures";

const sixty = Array.from({ length: 60 }, (_, at) => at + 1);

/** The date of an issue of the newsletter, which appears every six days, or a date some days later. */
function dateOf(issue: number, daysLater = 0): string {
  const day = new Date(Date.UTC(2098, 0, 1 + issue * 6 + daysLater));
  return `${day.toISOString().slice(0, 10)} 09:00:00`;
}

const inputsOf = (issue: number, more: object = {}) => ({
  name: `Issue ${issue}`,
  subject: `Issue ${issue}`,
  html: "<p>old footer</p>",
  listIds: ["list-1"],
  ...more,
});

/** The step of a campaign. As in the engine's output, only the old state has the id. */
function campaign(issue: number, now: object = {}, { op = "update", old = {} } = {}): object {
  return {
    op,
    urn: urnOf("Campaign", `issue-${issue}`),
    oldState: { id: `campaign-${issue}`, inputs: inputsOf(issue, old) },
    newState: { inputs: inputsOf(issue, now) },
    diffReasons: op === "same" ? [] : Object.keys(now),
  };
}

const unchanged = { op: "same" };

function schedule(issue: number, now: string | undefined = dateOf(issue), op = "same"): object {
  const date = op === "delete" ? undefined : now;
  return onDate(op, dateOf(issue), date, `issue-${issue}`, `campaign-${issue}`);
}

/** The steps that create a campaign and its schedule. */
function fresh(issue: number, listId = "list-1"): object[] {
  const name = `issue-${issue}`;
  const newState = { inputs: inputsOf(issue, { listIds: [listId] }) };
  return [{ op: "create", urn: urnOf("Campaign", name), newState }, newDate(name, dateOf(issue))];
}

/** The diagnostic for a message of a dynamic resource, which has no URN. */
const step = (message: string) => ({ urn: "", severity: "info#err", message: `${message}\n` });

const rowsOf = (preview: object) => mailedIn(commentOf(preview));

const footer = { html: "<p>new footer</p>" };

describe("the comment on several changed emails", () => {
  const goesToAll = {
    steps: sixty.flatMap((issue) => [
      campaign(issue, issue === 52 ? { ...footer, listIds: ["list-2"] } : footer),
      schedule(issue, undefined, issue === 55 ? "delete" : "same"),
    ]),
    diagnostics: [
      step(
        'Campaign "Issue 52": changes its recipients from 5 contacts in "Team" (list-1) to 48210 contacts in "All customers" (list-2). [campaign-audience list-1=5 list-2=48210]',
      ),
    ],
  };

  it("shows rare kinds of change first, and 58 equal changes in one row", () => {
    expect(rowsOf(goesToAll)).to.deep.equal([
      "| removed | **issue-55** | Issue 55 | content changes, **is still sent** on Thu 2098-11-27 09:00 Europe/Berlin (08:00 UTC) (when it was last read) | **5** contacts: Team (5) |",
      "| other recipients | **issue-52** | Issue 52 | content changes, still sent on Sun 2098-11-09 09:00 Europe/Berlin (08:00 UTC) (when it was last read) | Team (5) → **48,210** contacts: All customers (48,210) |",
      "| content changes | **58 mails**: issue-1, issue-2 and 56 more |  | content changes, still sent, Tue 2098-01-07 09:00 to Sat 2098-12-27 09:00 Europe/Berlin (when it was last read) | **5** contacts: Team (5) |",
    ]);
  });

  it("shows the number of recipients only in the table, not below the table", () => {
    const lines = commentOf(goesToAll);
    expect(lines.filter((line) => line.includes("48"))).to.have.lengthOf(2);
    expect(lines.join("\n")).to.not.include("campaign-audience");
  });

  it("lists every changed campaign in the same order even if the preview's order differs", () => {
    const changesOf = (steps: object[]) => {
      const lines = commentOf({ ...goesToAll, steps });
      return lines.slice(lines.indexOf("**Changes**") + 2);
    };
    const changes = changesOf(goesToAll.steps);
    expect(changes.slice(0, 4).map((line) => line.split("**")[1])).to.deep.equal([
      "issue-55",
      "issue-1",
      "issue-2",
      "issue-3",
    ]);
    expect(changes).to.have.lengthOf(61);
    expect(changesOf(goesToAll.steps.toReversed())).to.deep.equal(changes);
  });

  it("has one row for emails whose dates move by the same number of days", () => {
    const steps = [1, 2, 3, 4].flatMap((issue) => [
      campaign(issue, {}, unchanged),
      schedule(issue, dateOf(issue, issue === 4 ? 2 : 1), "update"),
    ]);
    expect(rowsOf({ steps }).map((row) => row.split(" | ").slice(0, 4))).to.deep.equal([
      [
        "| moved",
        "**3 mails**: issue-1, issue-2 and 1 more",
        "",
        "Tue 2098-01-07 09:00 to Sun 2098-01-19 09:00 Europe/Berlin (when it was last read) → Wed 2098-01-08 09:00 to Mon 2098-01-20 09:00 Europe/Berlin",
      ],
      [
        "| moved",
        "**issue-4**",
        "Issue 4",
        "Sat 2098-01-25 09:00 Europe/Berlin (08:00 UTC) (when it was last read) → Mon 2098-01-27 09:00 Europe/Berlin (08:00 UTC)",
      ],
    ]);
  });

  it("has a row for each email if subjects change or recipients are secret", () => {
    const secret = { listIds: ["[secret]"] };
    for (const [old, now] of [
      [{}, { subject: "Another" }],
      [secret, { ...secret, ...footer }],
    ] as const) {
      const steps = [1, 2].flatMap((issue) => [campaign(issue, now, { old }), schedule(issue)]);
      expect(rowsOf({ steps })).to.have.lengthOf(2);
    }
  });

  it("has one row per list for 365 new emails, but one row per email for 30", () => {
    const year = Array.from({ length: 365 }, (_, at) => at + 1);
    expect(rowsOf({ steps: sixty.slice(0, 30).flatMap((issue) => fresh(issue)) })).to.have.lengthOf(
      30,
    );
    const steps = year.flatMap((issue) => fresh(issue, issue % 7 === 0 ? "list-2" : "list-1"));
    const lines = commentOf({ steps });
    const rows = rowsOf({ steps });
    expect(rows).to.have.lengthOf(2);
    expect(rows[0]).to.equal(
      "| new | **313 mails**: issue-1, issue-2 and 311 more |  | Tue 2098-01-07 09:00 to Tue 2104-01-01 09:00 Europe/Berlin | contacts not known (preflight did not report them): list-1 |",
    );
    expect(rows[1]).to.include("| **52 mails**: issue-7, issue-14 and 50 more |");
    expect(lines.join("\n").length).to.be.below(65_024);
  });

  it("shows 30 emails, and counts the others by kind of change, if 62 emails change", () => {
    const others = sixty
      .slice(0, 29)
      .flatMap((issue) => [campaign(issue, { listIds: [`list-${issue + 1}`] }), schedule(issue)]);
    const subjects = sixty
      .slice(29)
      .flatMap((issue) => [campaign(issue, { subject: `Better ${issue}` }), schedule(issue)]);
    const removed = [campaign(99, {}, unchanged), schedule(99, undefined, "delete")];
    const rows = rowsOf({ steps: [...subjects, ...others, ...removed, ...fresh(98)] });
    expect(rows).to.have.lengthOf(31);
    expect(rows.slice(0, 30).map((row) => row.split(" | ")[0])).to.deep.equal([
      "| removed",
      ...Array(29).fill("| other recipients"),
    ]);
    expect(rows[30]).to.equal("... and 32 more: 1 new and 31 with other content.");
  });
});

describe("the comment on 300 new emails", () => {
  it("reads each finding fewer than 20 times on average, not once for each email", () => {
    const names = Array.from({ length: 300 }, (_, at) => `issue-${at}`);
    const model = previewOf(
      {
        config: {},
        steps: names.flatMap((name) => [
          newCampaign("create", name, {}),
          newDate(name, "2098-03-01 09:00:00"),
        ]),
        diagnostics: names.map((name) => ({
          urn: urnOf("Campaign", name),
          severity: "info",
          message: "the email has no plain-text part. [plain-text-missing plainText]\n",
        })),
      },
      [],
    );
    let reads = 0;
    const findings = model.findings.map(({ urn, ...finding }) => ({
      ...finding,
      get urn() {
        reads += 1;
        return urn;
      },
    }));
    expect(findings).to.have.length(300);
    const comment = renderComment({ ...model, findings } as unknown as typeof model);
    expect(comment).to.include("600 to create");
    expect(reads / findings.length).to.be.below(20);
  });
});
