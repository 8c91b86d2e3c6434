import { expect } from "chai";
import { commentOf, mailedIn } from "../../../support/preview";
import { dated, ofStack, onDate, said, step, urnOf } from "../../../support/preview-fixtures";

const day = "2098-03-01 09:00:00";
const shownDay = "Sat 2098-03-01 09:00 Europe/Berlin (08:00 UTC)";
const table = (...of: Parameters<typeof commentOf>) => mailedIn(commentOf(...of));
const cellsOf = (steps: object[], diagnostics: object[] = []) =>
  table({ steps: [ofStack, ...steps], diagnostics }).map((row) => row.slice(2, -2).split(" | "));

/** The steps of a campaign with changed inputs, which the engine names, and of its unchanged schedule. */
const changed = (name: string, now: object, old: object) => {
  const update = step("update", name, now, old) as { oldState: object };
  return [
    {
      ...update,
      oldState: { ...update.oldState, id: `id-${name}` },
      diffReasons: Object.keys(now),
    },
    onDate("same", day, day, `date-${name}`, `id-${name}`),
  ];
};
const counted = (name: string, sentence: string, numbers: string) =>
  said("info", urnOf("Campaign", name), `${sentence} [campaign-audience ${numbers}]`);

describe("the comment's row of a changed email", () => {
  it("contains the ids of lists if two lists have equal or similar names", () => {
    const findDuplicates = counted(
      "spring",
      'changes its recipients from 9 contacts in "Twins" (list-6) to 9 contacts in "Twins" (list-7).',
      "list-6=9 list-7=9",
    );
    const lookAlike = counted(
      "fall",
      'changes its recipients from 5 contacts in "Team" (list-1) to 8 contacts: 5 in "team " (list-2), 3 in "Press" (list-3).',
      "list-1=5 list-2=5 list-3=3",
    );
    const steps = [
      ...changed("spring", { listIds: ["list-7"] }, { listIds: ["list-6"] }),
      ...changed("fall", { listIds: ["list-2", "list-3"] }, { listIds: ["list-1"] }),
    ];
    expect(cellsOf(steps, [findDuplicates, lookAlike]).map((row) => row.at(-1))).to.deep.equal([
      "Team (list-1, 5) → up to **8** contacts: team (list-2, 5), Press (3)",
      "Twins (list-6, 9) → **9** contacts: Twins (list-7, 9)",
    ]);
    const other = (id: string, name: string) => ({
      ...{ op: "same", urn: urnOf("List", id), oldState: { id, inputs: { name } } },
      newState: { inputs: { name } },
    });
    const [row] = cellsOf([
      ...changed("spring", { listIds: ["list-7"] }, { listIds: ["list-6"] }),
      ...[other("list-6", "Twins"), other("list-7", "Twins")],
    ]);
    expect(row?.at(-1)).to.match(/^Twins \(list-6\) → contacts not known .*: Twins \(list-7\)$/);
  });

  it("isn't merged with another email's row if the two emails' lists only have the same name", () => {
    const steps = ["spring", "fall"].flatMap((name, at) =>
      changed(
        name,
        { html: "new", listIds: [`list-${at}`] },
        { html: "old", listIds: [`list-${at}`] },
      ),
    );
    const list = (at: number) => ({
      ...{ op: "same", urn: urnOf("List", `l${at}`) },
      ...{
        oldState: { id: `list-${at}`, inputs: { name: "Twins" } },
        newState: { inputs: { name: "Twins" } },
      },
    });
    expect(cellsOf([...steps, list(0), list(1)]).map(([, name]) => name)).to.deep.equal([
      "**fall**",
      "**spring**",
    ]);
  });

  it("isn't merged with other emails' rows if a secret subject may have changed", () => {
    const secret = { subject: "[secret]" };
    const more = (name: string) =>
      changed(name, { ...secret, html: "new" }, { ...secret, html: "old" });
    const unnamed = changed("silent", { ...secret, preheader: "a" }, secret).map((one) =>
      "diffReasons" in one ? { ...one, diffReasons: [] } : one,
    );
    const onlyHtml = ["a", "b"].flatMap((name) =>
      more(name).map((one) => ("diffReasons" in one ? { ...one, diffReasons: ["html"] } : one)),
    );
    const cells = cellsOf([...onlyHtml, ...more("c"), ...unnamed]);
    expect(cells.map(([, name, subject]) => [name, subject])).to.deep.equal([
      ["**2 mails**: a and b", ""],
      ["**c**", "(secret, changed)"],
      ["**silent**", "(secret, may have changed)"],
    ]);
  });

  it("shows no change of recipients if an update only reorders or repeats the campaign's lists", () => {
    const order = { listIds: ["list-2", "list-1", "list-1"] };
    const before = { listIds: ["list-1", "list-2"] };
    expect(table({ steps: [ofStack, ...changed("spring", order, before)] })[0]).to.match(
      /^Nothing/,
    );
    const [row] = cellsOf(changed("spring", { ...order, html: "new" }, { ...before, html: "old" }));
    expect(row?.[0]).to.equal("content changes");
    expect(row?.at(-1)).to.match(/^contacts not known .*: list-2, list-1$/);
  });
});

describe("the comment's row of removed schedules", () => {
  const removed = (name: string, listIds: readonly string[]) => [
    {
      ...step("same", name, { listIds }, { listIds }),
      oldState: { id: name, inputs: { subject: "What is new in spring", listIds } },
    },
    onDate("delete", day, undefined, `date-${name}`, name),
  ];
  const sizes = said(
    "info",
    urnOf("Campaign", "any"),
    'changes its recipients from 5 contacts in "Team" (list-1) to 9 contacts in "All" (list-2). [campaign-audience list-1=5 list-2=9]',
  );

  it("names ten of 11 emails to the same list, and counts the rest", () => {
    const names = Array.from({ length: 12 }, (_, at) => `k${String(at + 1).padStart(2, "0")}`);
    const steps = names.flatMap((name) => removed(name, [name === "k12" ? "list-2" : "list-1"]));
    expect(cellsOf(steps, [sizes]).map((row) => row.slice(0, 4))).to.deep.equal([
      [
        "removed",
        "**k12**",
        "What is new in spring",
        `**is still sent** on ${shownDay} (when it was last read)`,
      ],
      [
        "removed",
        "**11 mails**: k01, k02, k03, k04, k05, k06, k07, k08, k09, k10 and 1 more",
        "",
        `**are still sent**, ${shownDay.replace(" (08:00 UTC)", "")} (when it was last read)`,
      ],
    ]);
  });
});

describe("the comment's row of a schedule with a new Provider", () => {
  const providerOf = (name: string) =>
    `urn:pulumi:prod::mail::pulumi:providers:emailmarketing::${name}`;
  const provider = (name: string, timeZone: string) => ({
    ...{ op: "same", urn: providerOf(name) },
    newState: { inputs: { timeZone } },
  });
  const [east, west] = [provider("east", "Europe/Berlin"), provider("west", "America/New_York")];
  const under = (state: object, name: string) => ({
    ...state,
    provider: `${providerOf(name)}::id-1`,
  });
  const schedule = (op: string, date: string, more: object = {}) => ({
    ...{ op, urn: urnOf("CampaignSchedule", "date") },
    oldState: under(
      { ...dated(date), outputs: { ...dated(date).outputs, sentTime: date } },
      "east",
    ),
    newState: under({ inputs: { ...dated(date).inputs, ...more } }, "west"),
  });
  const local = "2098-03-31 09:00:00";

  it("is marked as moved if the new Provider's time zone shifts the date", () => {
    for (const steps of [
      [schedule("same", local)],
      [schedule("update", local, { ignoreChecks: [] })],
      [...changed("spring", { html: "new" }, { html: "old" }).slice(0, 1), schedule("same", local)],
    ]) {
      const [[sign, , , date] = [], ...others] = cellsOf([east, west, ...steps]);
      expect(sign).to.equal("moved");
      expect(date).to.match(
        /Mon 2098-03-31 09:00 Europe\/Berlin \(07:00 UTC\) \(when it was last read\) → Mon 2098-03-31 09:00 America\/New\\_York \(13:00 UTC\)$/,
      );
      expect(others).to.deep.equal([]);
    }
  });

  it("is absent if the new Provider's time zone doesn't shift the date", () => {
    const same = provider("west", "Europe/Paris");
    expect(table({ steps: [ofStack, east, same, schedule("same", local)] })[0]).to.match(
      /^Nothing/,
    );
  });
});
