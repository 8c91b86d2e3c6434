import { faces, id, type Limited, letters, type Row, word } from "./limited-input";

const searchText: Row = {
  input: "search",
  inside: ["", letters(255), faces(255)],
  outside: [
    [letters(256), "search: must be at most 255 characters long (got 256)"],
    [faces(256), "search: must be at most 255 characters long (got 256)"],
  ],
};
const soughtText = (input: string): Row => ({
  input,
  inside: [letters(1), faces(255)],
  outside: [
    ["", `${input}: must be 1 to 255 characters long (got 0)`],
    [faces(256), `${input}: must be 1 to 255 characters long (got 256)`],
  ],
});
const dates = (input: string): Row => ({
  input,
  inside: ["2028-02-29"],
  outside: [
    ["2027-02-29", `${input}: must be an existing date in the form YYYY-MM-DD`],
    ["2027-2-1", `${input}: must be an existing date in the form YYYY-MM-DD`],
  ],
});
const sortOrder = word("sortOrder", ["asc", "desc"], 'sortOrder: must be one of "asc", "desc"');
const report: Limited = {
  needs: () => ({ campaignId: "campaign-1" }),
  rows: [
    id("campaignId"),
    {
      input: "maxRows",
      inside: [1],
      outside: [
        [0, "maxRows: must be a whole number, at least 1"],
        [1.5, "maxRows: must be a whole number, at least 1"],
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
        'status: must be one of "verified", "not_verified", "failed"',
      ),
      word("sortField", ["createdAt", "domain"], 'sortField: must be one of "createdAt", "domain"'),
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
        'sortField: must be one of "email", "name", "createdAt"',
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
          ["", "name: must be 1 to 100 characters long (got 0)"],
          [letters(101), "name: must be 1 to 100 characters long (got 101)"],
        ],
      },
    ],
  },
  getContact: {
    needs: () => ({}),
    rows: [
      id("id"),
      {
        input: "email",
        inside: ["a@b.c"],
        outside: [["a@b", "email: must be an email address, such as news@example.com"]],
      },
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
        'provider: must be one of "gmail", "yahoo", "outlook", "others"',
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
          [{ timeoutSeconds: 0 }, "wait.timeoutSeconds: must be a whole number, at least 1"],
          [{ timeoutSeconds: 1.5 }, "wait.timeoutSeconds: must be a whole number, at least 1"],
          [{ finished: [""] }, "wait.finished[0]: must not be empty"],
        ],
      },
    ],
  },
};
