import { expect } from "chai";
import { checkInputs } from "../../provider/input/check";
import { sentenceOf } from "../../provider/input/finding";
import type { AnyDataSource } from "../../provider/lifecycle/data-source";
import { functions } from "../../provider/nouns";
import { faces, letters } from "../support/field-rule";

type FunctionName = keyof typeof functions;

/** One argument, the values at its edges, and what is said of those outside, behind its name. */
interface Limit {
  readonly of: FunctionName;
  readonly argument: string;
  /** What else the function needs. */
  readonly beside?: object;
  readonly inside: readonly unknown[];
  readonly outside: readonly (readonly [value: unknown, problem: string])[];
}

const id = (of: FunctionName, argument: string, beside = {}): Limit => ({
  ...{ of, argument, beside },
  inside: ["i"],
  outside: [["", ": must not be empty"]],
});
const word = (
  of: FunctionName,
  argument: string,
  words: readonly string[],
  beside = {},
): Limit => ({
  ...{ of, argument, beside },
  inside: words,
  outside: [["other", `: must be one of ${words.map((one) => `"${one}"`).join(", ")}`]],
});
const date = (of: FunctionName, argument: string, beside = {}): Limit => ({
  ...{ of, argument, beside },
  inside: ["2028-02-29"],
  outside: [
    ["2027-02-29", ': must be an existing date in the form YYYY-MM-DD (got "2027-02-29")'],
    ["2027-2-1", ': must be an existing date in the form YYYY-MM-DD (got "2027-2-1")'],
  ],
});
const notBefore = (of: FunctionName, argument: string, beside: object): Limit => ({
  ...{ of, argument, beside },
  inside: ["2028-02-29"],
  outside: [["2028-02-28", ": 2028-02-28 is before dateFrom, 2028-02-29"]],
});
const searched = (of: FunctionName): Limit => ({
  ...{ of, argument: "search" },
  inside: ["", letters(255), faces(255)],
  outside: [
    [letters(256), ": must be at most 255 characters long (got 256)"],
    [faces(256), ": must be at most 255 characters long (got 256)"],
  ],
});
const sought = (of: FunctionName, argument: string): Limit => ({
  ...{ of, argument },
  inside: [letters(1), faces(255)],
  outside: [
    ["", ": must be 1 to 255 characters long (got 0)"],
    [faces(256), ": must be 1 to 255 characters long (got 256)"],
  ],
});
const campaign = { campaignId: "campaign-1" };
const report = (of: FunctionName): Limit[] => [
  id(of, "campaignId"),
  {
    ...{ of, argument: "maxRows", beside: campaign },
    inside: [1],
    outside: [
      [0, ": must be a whole number, at least 1"],
      [1.5, ": must be a whole number, at least 1"],
    ],
  },
  date(of, "dateFrom", campaign),
  date(of, "dateTo", campaign),
  notBefore(of, "dateTo", { ...campaign, dateFrom: "2028-02-29" }),
];
const days = { dateFrom: "2028-02-29", dateTo: "2028-02-29" };

/** The specification's limits, and this package's own. */
const limits: readonly Limit[] = [
  id("getCampaign", "id"),
  searched("getCampaigns"),
  word("getCampaigns", "status", [
    ...["draft", "scheduled", "processing", "paused", "finished", "aborted"],
  ]),
  date("getCampaigns", "from"),
  date("getCampaigns", "to"),
  searched("getDomains"),
  word("getDomains", "status", ["verified", "not_verified", "failed"]),
  word("getDomains", "sortField", ["createdAt", "domain"]),
  word("getDomains", "sortOrder", ["asc", "desc"]),
  sought("getDomain", "domain"),
  id("getDomain", "id"),
  searched("getLists"),
  sought("getList", "name"),
  id("getList", "id"),
  searched("getReplyTos"),
  sought("getReplyTo", "email"),
  searched("getSenders"),
  word("getSenders", "sortField", ["email", "name", "createdAt"]),
  word("getSenders", "sortOrder", ["asc", "desc"]),
  sought("getSender", "email"),
  {
    ...{ of: "getSender", argument: "name", beside: { email: "hello@acme.example" } },
    inside: ["A", letters(100)],
    outside: [
      ["", ": must be 1 to 100 characters long (got 0)"],
      [letters(101), ": must be 1 to 100 characters long (got 101)"],
    ],
  },
  id("getContact", "id"),
  {
    ...{ of: "getContact", argument: "email" },
    inside: ["a@b.c"],
    outside: [["a@b", ": must be an email address, such as news@example.com"]],
  },
  ...report("getCampaignOpens"),
  ...report("getCampaignUnsubscribes"),
  id("getInboxPlacement", "campaignId", days),
  date("getInboxPlacement", "dateFrom", days),
  date("getInboxPlacement", "dateTo", days),
  word("getInboxPlacement", "provider", ["gmail", "yahoo", "outlook", "others"], days),
  notBefore("getInboxPlacement", "dateTo", days),
  id("getFileVerification", "fileId"),
  {
    ...{ of: "getFileVerification", argument: "wait", beside: { fileId: "file-1" } },
    inside: [{ timeoutSeconds: 1, finished: ["done"] }],
    outside: [
      [{ timeoutSeconds: 0 }, ".timeoutSeconds: must be a whole number, at least 1"],
      [{ timeoutSeconds: 1.5 }, ".timeoutSeconds: must be a whole number, at least 1"],
      [{ finished: [""] }, ".finished[0]: must not be empty"],
    ],
  },
];

/** What is said of the arguments of a function before anything is asked. */
function problems(name: FunctionName, args: object): string[] {
  const { inputs, rules }: AnyDataSource = functions[name]();
  const found = checkInputs(inputs, { ...args });
  return (found.length > 0 ? found : (rules?.(args) ?? [])).map(sentenceOf);
}

/** The functions that find one object, each by one of these arguments. */
const alternatives: readonly (readonly [FunctionName, string, string])[] = [
  ["getContact", "id", "email"],
  ["getDomain", "domain", "id"],
  ["getList", "id", "name"],
];

describe("the arguments of a function", () => {
  for (const [of, one, other] of alternatives) {
    it(`must be exactly one of two: ${of}`, () => {
      const problem = `set exactly one of ${one}, ${other}`;
      expect(problems(of, {})).to.deep.equal([problem]);
      expect(problems(of, { [one]: "a@b.c", [other]: "a@b.c" })).to.deep.equal([problem]);
    });
  }

  for (const { of, argument, beside, inside, outside } of limits) {
    it(`have limits: ${of}, ${argument}`, () => {
      for (const value of inside) {
        expect(problems(of, { ...beside, [argument]: value })).to.deep.equal([]);
      }
      for (const [value, problem] of outside) {
        expect(problems(of, { ...beside, [argument]: value })).to.deep.equal([
          `${argument}${problem}`,
        ]);
      }
    });
  }
});
