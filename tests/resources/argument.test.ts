import { expect } from "chai";
import { sentenceOf } from "../../provider/input/finding";
import { checkInputs } from "../../provider/input/validation";
import type { AnyDataSource } from "../../provider/lifecycle/data-source";
import { functions } from "../../provider/resources";
import { faces, letters } from "../support/field-rule";

type FunctionName = keyof typeof functions;

/** Values just inside and just outside the limits of an argument. */
type Limit = readonly [inside: readonly unknown[], outside: readonly unknown[]];

const id: Limit = [["i"], [""]];
const day: Limit = [["2028-02-29"], ["2027-02-29", "2027-2-1"]];
const whole: Limit = [[1], [0, 1.5]];
const searched: Limit = [
  ["", letters(255), faces(255)],
  [letters(256), faces(256)],
];
const sought: Limit = [
  [letters(1), faces(255)],
  ["", faces(256)],
];
const word = (...words: readonly string[]): Limit => [words, ["other"]];
const order = word("asc", "desc");
const report = {
  ...{ campaignId: id, maxRows: whole, dateFrom: day },
  dateTo: [day[0], [...day[1], "2028-02-28"]] as const,
};

/** The limits of the arguments, set by the specification or by this package. */
const limits: { readonly [Name in FunctionName]?: Readonly<Record<string, Limit>> } = {
  getCampaign: { id },
  getCampaigns: {
    ...{ search: searched, from: day, to: day },
    status: word("draft", "scheduled", "processing", "paused", "finished", "aborted"),
  },
  getDomains: {
    ...{ search: searched, sortField: word("createdAt", "domain"), sortOrder: order },
    status: word("verified", "not_verified", "failed"),
  },
  getDomain: { domain: sought, id },
  getLists: { search: searched },
  getList: { name: sought, id },
  getReplyTos: { search: searched },
  getReplyTo: { email: sought },
  getSenders: {
    ...{ search: searched, sortField: word("email", "name", "createdAt"), sortOrder: order },
  },
  getSender: {
    email: sought,
    name: [
      ["A", letters(100)],
      ["", letters(101)],
    ],
  },
  getContact: { id, email: [["a@b.c"], ["a@b"]] },
  getCampaignOpens: report,
  getCampaignUnsubscribes: report,
  getInboxPlacement: {
    ...{ campaignId: id, dateFrom: day, dateTo: report.dateTo },
    provider: word("gmail", "yahoo", "outlook", "others"),
  },
  getFileVerification: {
    fileId: id,
    wait: [
      [{ timeoutSeconds: 1, finished: ["done"] }],
      [{ timeoutSeconds: 0 }, { timeoutSeconds: 1.5 }, { finished: [""] }],
    ],
  },
};

/** The other arguments that a function requires besides the tested one. */
const beside: { readonly [Name in FunctionName]?: object } = {
  getSender: { email: "hello@acme.example" },
  getCampaignOpens: { campaignId: "campaign-1", dateFrom: "2028-02-29" },
  getCampaignUnsubscribes: { campaignId: "campaign-1", dateFrom: "2028-02-29" },
  getInboxPlacement: { dateFrom: "2028-02-29", dateTo: "2028-02-29" },
  getFileVerification: { fileId: "file-1" },
};

/** The problems that a function reports about its arguments before any request. */
function problems(name: FunctionName, args: object): string[] {
  const { inputs, rules }: AnyDataSource = functions[name]();
  const found = checkInputs({ ...inputs }, { ...args });
  return (found.length > 0 ? found : (rules?.(args) ?? [])).map(sentenceOf);
}

describe("the check of a function's arguments", () => {
  for (const [of, one, other] of [
    ["getContact", "id", "email"],
    ["getDomain", "domain", "id"],
    ["getList", "id", "name"],
  ] as const) {
    it(`fails for ${of} if neither or both of ${one} and ${other} are set`, () => {
      const problem = `set exactly one of ${one}, ${other}`;
      expect(problems(of, {})).to.deep.equal([problem]);
      expect(problems(of, { [one]: "a@b.c", [other]: "a@b.c" })).to.deep.equal([problem]);
    });
  }

  for (const [of, args] of Object.entries(limits) as [FunctionName, Record<string, Limit>][]) {
    for (const [argument, [inside, outside]] of Object.entries(args)) {
      it(`fails for ${of}, with the argument's name in the error, only if the argument "${argument}" is invalid`, () => {
        const said = (value: unknown) => problems(of, { ...beside[of], [argument]: value });
        for (const value of inside) expect(said(value)).to.deep.equal([]);
        for (const value of outside) {
          expect(said(value), String(value)).to.have.length(1);
          expect(said(value)[0]).to.match(new RegExp(`^${argument}[.:]`));
        }
      });
    }
  }
});
