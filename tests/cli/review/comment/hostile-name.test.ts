import { expect } from "chai";
import fc from "fast-check";
import { marked } from "marked";
import { renderComment } from "../../../../cli/review/comment";
import { recipientsNote, scheduleNote, sizeNumbers } from "../../../../provider/email/recipients";
import { finding, withTag } from "../../../../provider/input/finding";
import { previewOf } from "../../../support/preview";
import { unknown, urnOf } from "../../../support/preview-fixtures";

/** Parts of hostile names of lists and campaigns, and of subjects, which could make the comment show a wrong row. */
const parts = [
  ...[" ", " ", "a", "Everybody", '"', "\\", "(", ")", " (all) ", ": ", ", ", ".", "]", "[", "=", "{"],
  ...[' in "Team" (list-9)', ' (all) "', '" (list-1), 7 in "Team', " (list-2)", " to 9 contacts", "no list list-1"],
  ...['the new list "VIP"', ' "VIP"', 'schedules "spring" for 2099-01-01 to 9 contacts', " for ", "a campaign"],
  ...["[campaign-audience list-1=9]", "[campaign-audience ", " [list-empty]", "an unknown number of contacts ("],
  ...["https://evil.example", "_https://", "1www.evil.example", "_www.", "ftp://", "mailto:a", "xmpp:b", "://"],
  ...["|", "<b>", "<a href=x>", "&lt;", "`", "**", "_", "~~", "![x](y)", "[x](y)", "#12", "$x$", ":tada:", "GH-1"],
  ...["[secret]", "→", "-->", "<!--", "\u200b", "\u202e", "\u0007", "\n", "\u2028", "é", "名", "👩"],
]; // biome-ignore format: a table
const some = fc
  .array(fc.constantFrom(...parts), { maxLength: 5 })
  .map((all) => [...all.join("")].slice(0, 45).join(""));

/** Distinct names of lists, short enough to be shown completely. */
const names = (count: number) =>
  fc
    .array(fc.tuple(some, some), { minLength: count, maxLength: count })
    .map((all) => all.map(([front, end], at) => `${front}x${at}y${end}`));

const list = fc.record({ number: fc.nat(9), contacts: fc.nat(3_000_000) });
const row = fc.record({
  kind: fc.constantFrom("new", "new, named by the note", "not in the preview", "other recipients"),
  day: fc.integer({ min: 1, max: 28 }),
  lists: fc.uniqueArray(list, { minLength: 1, maxLength: 4, selector: ({ number }) => number }),
  before: fc.uniqueArray(list, { minLength: 1, maxLength: 2, selector: ({ number }) => number }),
});
const mails = fc
  .array(row, { minLength: 1, maxLength: 10 })
  .chain((rows) => fc.tuple(fc.constant(rows), names(10), names(rows.length), names(rows.length)));
type Row = (typeof row extends fc.Arbitrary<infer Value> ? Value : never) & {
  readonly campaign: string;
  readonly subject: string;
  readonly at: number;
};

/** The visible text of a name: without line breaks and invisible characters, and with single spaces. */
const seen = (name: string) =>
  name
    .replace(/\p{Cc}|\u2028/gu, " ")
    .replace(/[\u200b\u202e]/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** The number of contacts of each list. All rows must show the same number for a list. */
const contactsOf = (rows: readonly Row[]) =>
  new Map(
    rows
      .flatMap(({ lists, before }) => [...before, ...lists])
      .map((one) => [one.number, one.contacts]),
  );

const timeOf = ({ at, day }: Row) =>
  `2098-${String((at % 12) + 1).padStart(2, "0")}-${String(day).padStart(2, "0")} 09:00:00`;

/** The engine's steps and diagnostics that lead to a row. */
function previewOfRow(
  one: Row,
  listNames: readonly string[],
  contacts: ReadonlyMap<number, number>,
) {
  const { kind, campaign, subject, at, lists, before } = one;
  const sized = (some: Row["lists"]) =>
    some.map(({ number }) => ({
      id: `list-${number}`,
      name: listNames[number] ?? "",
      contacts: contacts.get(number) ?? 0,
    }));
  const reachOf = (some: Row["lists"]) => {
    const all = sized(some);
    return { lists: all, contacts: all.reduce((sum, { contacts: number }) => sum + number, 0) };
  };
  const idsOf = (some: Row["lists"]) => some.map(({ number }) => `list-${number}`);
  const [id, now] = [`campaign-${at}`, reachOf(lists)];
  const note = { campaign, time: timeOf(one), zone: "UTC", ...now };
  const said = (urn: string, sentence: string, sizes: ReturnType<typeof sizeNumbers>) => ({
    ...{ urn, severity: "info" },
    message: `${withTag(finding("info", "campaign-audience", sentence, { numbers: sizes }))}\n`,
  });
  const schedule = urnOf("CampaignSchedule", `date-${at}`);
  const create = (campaignId: string, more: object = {}) => ({
    ...{ op: "create", urn: schedule },
    newState: { inputs: { campaignId, scheduledAt: timeOf(one) }, ...more },
  });
  const noted = said(schedule, scheduleNote(note), sizeNumbers(note));
  const urn = urnOf("Campaign", campaign);
  const inputs = { name: campaign, subject, listIds: idsOf(lists) };
  if (kind === "not in the preview") return { steps: [create(id)], diagnostics: [noted] };
  if (kind === "other recipients") {
    const date = { inputs: { campaignId: id, scheduledAt: timeOf(one) } };
    // Use a different old subject for each email, because emails that differ less share one row.
    const old = { id, inputs: { ...inputs, subject: `Old ${at}`, listIds: idsOf(before) } };
    const changes = recipientsNote(reachOf(before), now);
    return {
      steps: [
        { op: "update", urn, oldState: old, newState: { inputs }, diffReasons: ["listIds"] },
        { op: "same", urn: schedule, oldState: { id, ...date }, newState: date },
      ],
      diagnostics: [said(urn, changes, sizeNumbers(reachOf(before), now))],
    };
  }
  const from = kind === "new" ? { propertyDependencies: { campaignId: [urn] } } : {};
  const steps = [{ op: "create", urn, newState: { inputs } }, create(unknown, from)];
  return { steps, diagnostics: [noted] };
}

/** The expected cells of a row. */
function cellsOf(
  one: Row,
  listNames: readonly string[],
  contacts: ReadonlyMap<number, number>,
): string[] {
  const { kind, campaign, subject, lists, before } = one;
  const number = ({ number: own }: { readonly number: number }) => contacts.get(own) ?? 0;
  const named = (some: Row["lists"]) =>
    some
      .map((own) => `${seen(listNames[own.number] ?? "")} (${number(own).toLocaleString("en-US")})`)
      .join(", ");
  const sum = lists.reduce((all, own) => all + number(own), 0);
  const total = `${lists.length > 1 ? "up to " : ""}${sum.toLocaleString("en-US")} contact${sum === 1 ? "" : "s"}`;
  const time = timeOf(one);
  const weekday = new Date(`${time.slice(0, 10)}T00:00:00Z`).toUTCString().slice(0, 3);
  const date = `${weekday} ${time.slice(0, 16)} UTC (09:00 UTC)`;
  const isOther = kind === "other recipients";
  const isSame =
    isOther &&
    new Set([...lists, ...before].map((own) => own.number)).size === lists.length &&
    before.length === lists.length;
  const to =
    isOther && !isSame
      ? `${named(before)} → ${total}: ${named(lists)}`
      : `${total}: ${named(lists)}`;
  return [
    isOther ? (isSame ? "content changes" : "other recipients") : "new",
    seen(campaign),
    kind === "not in the preview" ? kind : `${isOther ? `Old ${one.at} → ` : ""}${seen(subject)}`,
    isOther ? `content changes, still sent on ${date} (when it was last read)` : date,
    to,
  ];
}

/** The rows of the first table in a comment's HTML. Fails if the table contains a tag that no row may contain. */
function tableIn(markdown: string): string[][] {
  const html = marked.parse(markdown, { async: false });
  const [table = ""] = /<tbody>.*?<\/tbody>/s.exec(html) ?? [];
  const own = ["tbody", "tr", "td", "strong", "span"].flatMap((tag) => [`<${tag}>`, `</${tag}>`]);
  expect((table.match(/<[^<>]*>/g) ?? []).filter((tag) => !own.includes(tag))).to.deep.equal([]);
  const entities: Readonly<Record<string, string>> = {
    lt: "<",
    gt: ">",
    quot: '"',
    "#39": "'",
    amp: "&",
  };
  const text = (cell: string) =>
    cell
      .replace(/<[^<>]*>/g, "")
      .replace(/&(\w+|#39);/g, (whole, name: string) => entities[name] ?? whole)
      .replace(/[\u200b\u200e]/g, "")
      .replace(/\s+/g, " ")
      .trim();
  return [...table.matchAll(/<tr>.*?<\/tr>/gs)].map(([line]) =>
    [...line.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell = ""]) => text(cell)),
  );
}

describe("the comment's row of an email", () => {
  it("keeps campaign, subject, date, lists and numbers readable if names contain hostile characters", () => {
    const numRuns = Number(process.env.HOSTILE_COMMENTS ?? 60);
    let count = 0;
    fc.assert(
      fc.property(mails, ([rows, listNames, campaigns, subjects]) => {
        const own = rows.map(
          (one, at): Row => ({
            ...one,
            at,
            campaign: campaigns[at] ?? "",
            subject: subjects[at] ?? "",
          }),
        );
        const contacts = contactsOf(own);
        const previews = own.map((one) => previewOfRow(one, listNames, contacts));
        const model = previewOf(
          {
            config: { "emailmarketing:timeZone": "UTC" },
            steps: previews.flatMap(({ steps }) => steps),
            diagnostics: previews.flatMap(({ diagnostics }) => diagnostics),
          },
          [],
        );
        const expected = own.map((one) => cellsOf(one, listNames, contacts));
        const bySubject = (cells: readonly string[][]) =>
          cells.map((one) => one.join(" ¦ ")).toSorted();
        expect(bySubject(tableIn(renderComment(model)))).to.deep.equal(bySubject(expected));
        count += rows.length;
      }),
      { numRuns, seed: 72 },
    );
    if (process.env.HOSTILE_COMMENTS !== undefined) process.stdout.write(`      ${count} rows\n`);
  });
});
