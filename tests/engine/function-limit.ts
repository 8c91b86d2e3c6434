import { faces, id, type Limited, letters, type Row, word } from "./limited-input";

const searchText: Row = {
  input: "search",
  inside: ["", letters(255), faces(255)],
  outside: [
    [letters(256), "search: has 256 characters, allowed are at most 255"],
    [faces(256), "search: has 256 characters, allowed are at most 255"],
  ],
};
const soughtText = (input: string): Row => ({
  input,
  inside: [letters(1), faces(255)],
  outside: [
    ["", `${input}: is empty`],
    [faces(256), `${input}: has 256 characters, allowed are 1 to 255`],
  ],
});
const dates = (input: string): Row => ({
  input,
  inside: ["2028-02-29"],
  outside: [
    ["2027-02-29", `${input}: is not a date that exists, written YYYY-MM-DD`],
    ["2027-2-1", `${input}: is not a date that exists, written YYYY-MM-DD`],
  ],
});
const sortOrder = word("sortOrder", ["asc", "desc"], 'sortOrder: is none of "asc", "desc"');
const report: Limited = {
  needs: () => ({ campaignId: "campaign-1" }),
  rows: [
    id("campaignId"),
    {
      input: "maxRows",
      inside: [1],
      outside: [
        [0, "maxRows: is not a whole number from 1 on"],
        [1.5, "maxRows: is not a whole number from 1 on"],
      ],
    },
    dates("dateFrom"),
    dates("dateTo"),
  ],
};

/** The limited arguments of functions: the specification's limits, and this package's own. */
export const functionLimits: Readonly<Record<string, Limited>> = {
  getDomains: {
    needs: () => ({}),
    rows: [
      searchText,
      word(
        "status",
        ["verified", "not_verified", "failed"],
        'status: is none of "verified", "not_verified", "failed"',
      ),
      word("sortField", ["createdAt", "domain"], 'sortField: is none of "createdAt", "domain"'),
      sortOrder,
    ],
  },
  getDomain: { needs: () => ({}), rows: [soughtText("domain"), id("id")] },
  getLists: { needs: () => ({}), rows: [searchText] },
  getList: { needs: () => ({}), rows: [soughtText("name"), id("id")] },
  getReplyTos: { needs: () => ({}), rows: [searchText] },
  getReplyTo: { needs: () => ({}), rows: [soughtText("email")] },
  getSenders: {
    needs: () => ({}),
    rows: [
      searchText,
      word(
        "sortField",
        ["email", "name", "createdAt"],
        'sortField: is none of "email", "name", "createdAt"',
      ),
      sortOrder,
    ],
  },
  getSender: {
    needs: () => ({ email: "hello@acme.example" }),
    rows: [
      soughtText("email"),
      {
        input: "name",
        inside: ["A", letters(100)],
        outside: [
          ["", "name: is empty"],
          [letters(101), "name: has 101 characters, allowed are 1 to 100"],
        ],
      },
    ],
  },
  getContact: {
    needs: () => ({}),
    rows: [
      id("id"),
      { input: "email", inside: ["a@b.c"], outside: [["a@b", "email: is not an email address"]] },
    ],
  },
  getCampaignOpens: report,
  getCampaignUnsubscribes: report,
  getInboxPlacement: {
    needs: () => ({ dateFrom: "2028-02-29", dateTo: "2028-02-29" }),
    rows: [
      id("campaignId"),
      dates("dateFrom"),
      dates("dateTo"),
      word(
        "provider",
        ["gmail", "yahoo", "outlook", "others"],
        'provider: is none of "gmail", "yahoo", "outlook", "others"',
      ),
      {
        input: "dateTo",
        inside: ["2028-02-29"],
        outside: [["2028-02-28", "dateTo: is before dateFrom"]],
      },
    ],
  },
  getFileVerification: {
    needs: () => ({ fileId: "file-1" }),
    rows: [
      id("fileId"),
      {
        input: "wait",
        inside: [{ timeoutSeconds: 1 }],
        outside: [
          [{ timeoutSeconds: 0 }, "wait.timeoutSeconds: is not a whole number from 1 on"],
          [{ timeoutSeconds: 1.5 }, "wait.timeoutSeconds: is not a whole number from 1 on"],
          [{ finished: [""] }, "wait.finished[0]: is empty"],
        ],
      },
    ],
  },
};
