import { expect } from "chai";
import { validateExchange } from "../support/exchange";
import { bodies, type FieldRule, limits, rule } from "../support/field-rule";

const { paging, campaign, sender, days } = bodies;

const property = { name: "plan", type: "text" };
const reports = ["POST /campaign/c/opens", "POST /campaign/c/unsubs"];
const times = ["2030-12-31 23:59:59", "2030-01-01 00:00:00"];
const noTimes = [
  ...["2030-12-31T23:59:59", "2030-13-01 00:00:00", "2030-01-01 24:00:00", "2030-01-01"],
];

/** Rules for fields that aren't in the table of limits. word.test.ts tests the allowed values of strings. */
const rules: readonly FieldRule[] = [
  rule("POST /campaign", campaign, "name", ["News"], [undefined]),
  rule("POST /campaign", campaign, "subject", ["News"], [undefined]),
  rule("POST /contact/property", property, "name", ["Plan"], [undefined]),
  ...reports.flatMap((route) =>
    ["date_from", "date_to"].map((field) =>
      rule(route, paging, field, ["2028-02-29"], ["2026-02-29", "2026-01-01 00:00:00", ""]),
    ),
  ),
  rule(
    "PUT /campaign/c",
    {},
    "list_ids",
    [[], Array(150).fill("list-1")],
    [Array(151).fill("list-1"), "list-1", [1]],
  ),
  rule("POST /campaign", campaign, "scheduled_at", times, noTimes),
  rule("PUT /campaign/c", {}, "scheduled_at", times, noTimes),
  rule("POST /campaign", campaign, "reply_email", ["hello@acme.example"], ["", "hello"]),
  rule("PUT /campaign/c", {}, "reply_email", ["hello@acme.example", ""], ["hello"]),
  rule(
    "POST /campaign",
    campaign,
    "sender",
    [sender],
    [
      { ...sender, sender_email: "news" },
      { sender_name: "Acme" },
      { sender_email: "news@acme.example" },
      { ...sender, id: "sender-1" },
      undefined,
    ],
  ),
  ...["date_from", "date_to"].map((field) =>
    rule(
      "POST /inbox-tracking",
      days,
      field,
      ["2028-02-29"],
      ["2026-02-29", "2026-1-1", "01.01.2026", undefined],
    ),
  ),
  rule("POST /webhooks/toggle/w", {}, "status", ["0", "1"], ["2", "", 1, 0, true, undefined]),
];

/** The deviations of a request, whatever its response. */
function requestFaults(route: string, requestBody: unknown): string[] {
  const [method = "", path = ""] = route.split(" ");
  return validateExchange({ method, path, requestBody, status: 400 })
    .filter(({ on }) => on === "request")
    .map(({ message }) => message);
}

/** Defines two tests for each rule: one with accepted values, and one with refused values. */
function itHolds(rules: readonly FieldRule[]): void {
  for (const { route, body, field, inside, outside } of rules) {
    it(`accepts ${route} if ${field} is ${shownAll(inside)}`, () => {
      const faults = inside.flatMap((value) => requestFaults(route, { ...body, [field]: value }));
      expect(faults).to.deep.equal([]);
    });

    it(`refuses ${route} if ${field} is ${shownAll(outside)}`, () => {
      const taken = outside.filter((value) => {
        const sent = { ...body, [field]: value };
        return requestFaults(route, JSON.parse(JSON.stringify(sent))).length === 0;
      });
      expect(taken).to.deep.equal([]);
    });
  }
}

/** The values as a list with "or". */
function shownAll(values: readonly unknown[]): string {
  const texts = values.map(shown);
  const [last = ""] = texts.splice(-1);
  return texts.length === 0 ? last : `${texts.join(", ")} or ${last}`;
}

function shown(value: unknown): string {
  if (value === undefined) return "missing";
  const characters = typeof value === "string" ? [...value] : [];
  if (characters.length > (new Set(characters).size === 1 ? 9 : 40)) {
    return `"${characters.slice(0, 3).join("")}..." (${characters.length} characters)`;
  }
  if (Array.isArray(value) && value.length > 2) return `an array of ${value.length} elements`;
  return JSON.stringify(value);
}

describe("the contract's request schema", () => {
  itHolds(limits);
  itHolds(rules);

  it("refuses POST /campaign if the content is missing or empty, or if the request names neither lists nor a segment", () => {
    const { html, list_ids, ...rest } = campaign;
    expect(requestFaults("POST /campaign", { ...rest, list_ids })).not.to.be.empty;
    expect(requestFaults("POST /campaign", { ...rest, html })).not.to.be.empty;
    expect(requestFaults("POST /campaign", { ...campaign, html: "" })).not.to.be.empty;
    expect(requestFaults("POST /campaign", { ...campaign, list_ids: [] })).not.to.be.empty;
    const other = { plain_text: "Hello", segment_id: "seg_1" };
    expect(requestFaults("POST /campaign", { ...rest, ...other })).to.be.empty;
  });
});
