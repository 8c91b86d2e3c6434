import { expect } from "chai";
import { createSnapshots } from "../../provider/account/snapshots";
import { senders } from "../../provider/api/sender";
import { EmailMarketingError } from "../../provider/errors/error";
import { isIncompleteSearch } from "../../provider/errors/request-error";
import { services, servicesOfCampaigns } from "./hostile-replies";
import { type HostileService, held, hostileClient, keyOf } from "./hostile-service";

/** What came of a question, in a word: a row, a number of rows, or an error. */
async function outcome(
  service: HostileService,
  ask: (opened: ReturnType<typeof open>) => Promise<string>,
): Promise<string> {
  const opened = open(service);
  return `${await ask(opened).catch(wordOf)} in ${opened.count()}`;
}

function wordOf(error: unknown): string {
  if (isIncompleteSearch(error)) return "doubt";
  if (!(error instanceof EmailMarketingError)) throw error;
  return error.code === "timeout" ? "late" : "endless";
}

/** The account of a new process. */
function open(service: HostileService) {
  const { client, clock, count } = hostileClient(service);
  const notices: string[] = [];
  const snapshots = createSnapshots(client, { clock, notice: (said) => void notices.push(said) });
  return { client, count, senders: snapshots.senders, campaigns: snapshots.campaigns };
}

type Ask = Parameters<typeof outcome>[1];

/** How many rows a function gives; with "?", a warning says that there may be more. */
const searched =
  (search: string | undefined): Ask =>
  async ({ client }) => {
    const found = await senders.read(client, search === undefined ? {} : { search });
    return `${found.rows.length}${found.shortfall ? "?" : ""}`;
  };

const refreshed =
  (id: string, n: number): Ask =>
  async ({ senders }) =>
    (await senders.byId(id, keyOf(n))) ? "found" : "gone";

/** The questions of functions, and of resources. */
const functions: Readonly<Record<string, Ask>> = {
  all: searched(undefined),
  "10 match": searched("SENDER-25"),
  "1 matches": searched("sender-7@"),
  none: searched("no-such-text"),
};
const resources: Readonly<Record<string, Ask>> = {
  "create, new": async ({ senders }) =>
    (await senders.byKey("new@acme.example")) ? "found" : "absent",
  "create, exists": async ({ senders }) => ((await senders.byKey(keyOf(7))) ? "found" : "absent"),
  "create, lost": async ({ senders }) =>
    (await senders.ask("new@acme.example")) ? "found" : "absent",
  refresh: refreshed("s7", 7),
  deleted: refreshed("s999", 999),
  "refresh of 150": async ({ senders }) => {
    const wanted = held.slice(0, 150).map(({ id, sender_email }) => senders.byId(id, sender_email));
    const words = await Promise.all(
      wanted.map((one) => one.then((row) => (row ? "found" : "gone"), wordOf)),
    );
    const counted = [...new Set(words)].sort().map((word) => {
      const count = words.filter((one) => one === word).length;
      return `${count} ${word}`;
    });
    return counted.join(", ");
  },
};

/** A table of literal lines, each a name and its cells. */
function rowsOf(table: string): Map<string, string> {
  const lines = table
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .filter((cells) => cells.length > 1);
  return new Map(lines.map(([name = "", ...cells]) => [name, cells.join(" | ")]));
}

/** Compares each line with what happens. */
function expectTable(
  table: string,
  questions: Readonly<Record<string, Ask>>,
  asked: Readonly<Record<string, HostileService>>,
): void {
  const lines = rowsOf(table);
  it("has a line for every service, and a column for every question", () => {
    expect([...lines.keys()]).to.deep.equal(["the service", ...Object.keys(asked)]);
    expect(lines.get("the service")).to.equal(Object.keys(questions).join(" | "));
  });
  for (const [name, service] of Object.entries(asked)) {
    it(name, async () => {
      const cells: string[] = [];
      for (const ask of Object.values(questions)) cells.push(await outcome(service, ask));
      expect(cells.join(" | ")).to.equal(lines.get(name));
    });
  }
}

describe("what a function makes of hostile replies, and in how many requests", () => {
  expectTable(
    `
    the service                           | all          | 10 match   | 1 matches  | none
    truthful, 259 objects                 | 259 in 3     | 10 in 1    | 1 in 1     | 0 in 1
    truthful, 200 objects                 | 200 in 3     | 1 in 1     | 1 in 1     | 0 in 1
    truthful, 9 objects                   | 9 in 1       | 0 in 1     | 1 in 1     | 0 in 1
    truthful, none                        | 0 in 1       | 0 in 1     | 0 in 1     | 0 in 1
    no total                              | 259 in 3     | 10 in 1    | 1 in 1     | 0 in 1
    no total, 200 objects                 | 200 in 3     | 1 in 1     | 1 in 1     | 0 in 1
    total 0                               | 259 in 3     | 10 in 1    | 1 in 1     | 0 in 1
    total negative                        | 259 in 3     | 10 in 1    | 1 in 1     | 0 in 1
    total too small                       | 259 in 3     | 10 in 4    | 1 in 4     | 0? in 2
    total in words                        | 259 in 3     | 10 in 1    | 1 in 1     | 0 in 1
    total of the page                     | 259 in 3     | 10 in 1    | 1 in 1     | 0 in 1
    total counts 10 more                  | 259 in 8     | 10 in 4    | 1 in 4     | 0? in 2
    total of all                          | 259 in 3     | 10? in 6   | 1? in 6    | 0? in 4
    total of all, 2 objects               | 2 in 1       | 0? in 2    | 0? in 2    | 0? in 2
    total of a million                    | 259? in 20   | 10? in 6   | 1? in 6    | 0? in 4
    total of a million, for all only      | 259? in 20   | 10 in 1    | 1 in 1     | 0 in 1
    total grows                           | 259 in 4     | 10 in 1    | 1 in 1     | 0 in 1
    total shrinks                         | 259? in 6    | 10? in 4   | 1? in 4    | 0? in 2
    total differs each time               | 259? in 8    | 10? in 4   | 1? in 4    | 0? in 2
    total on page 1 only                  | 259 in 3     | 10 in 1    | 1 in 1     | 0 in 1
    every page empty                      | 0? in 4      | 0? in 2    | 0? in 2    | 0 in 1
    page 1 empty                          | 159? in 8    | 0? in 2    | 0? in 2    | 0 in 1
    page 1 empty once                     | 259 in 7     | 10 in 2    | 1 in 2     | 0 in 1
    page 2 empty                          | 159? in 8    | 10 in 1    | 1 in 1     | 0 in 1
    page 2 empty once                     | 259 in 7     | 10 in 1    | 1 in 1     | 0 in 1
    page 3 empty                          | 200? in 6    | 10 in 1    | 1 in 1     | 0 in 1
    page 3 empty once                     | 259 in 6     | 10 in 1    | 1 in 1     | 0 in 1
    pages of 50                           | 259 in 6     | 10 in 1    | 1 in 1     | 0 in 1
    pages of 50, no total                 | 50 in 1      | 10 in 1    | 1 in 1     | 0 in 1
    pages of 50, total of all             | 259 in 6     | 10? in 6   | 1? in 6    | 0? in 4
    pages of 5                            | 259 in 52    | 10 in 2    | 1 in 1     | 0 in 1
    any order                             | 259 in 8     | 10 in 1    | 1 in 1     | 0 in 1
    one is added in front meanwhile       | 259 in 4     | 10 in 1    | 1 in 1     | 0 in 1
    one is deleted in front meanwhile     | 258 in 6     | 10 in 1    | 1 in 1     | 0 in 1
    pages share a row                     | 259 in 3     | 10 in 1    | 1 in 1     | 0 in 1
    a row twice on a page                 | 257 in 8     | 10 in 1    | 1 in 1     | 0 in 1
    page 1 for ever                       | endless in 3 | 10 in 1    | 1 in 1     | 0 in 1
    9 rows for ever                       | 9 in 1       | 0 in 1     | 1 in 1     | 0 in 1
    9 of 259 rows for ever                | 9? in 6      | 0? in 2    | 1 in 1     | 0 in 1
    the last page for ever                | 259 in 3     | 10 in 1    | 1 in 1     | 0 in 1
    new rows for ever                     | late in 61   | late in 61 | late in 61 | late in 61
    ignores the text                      | 259 in 3     | 259 in 3   | 259 in 3   | 259 in 3
    matches no text, total 0              | 259 in 3     | 0 in 1     | 0 in 1     | 0 in 1
    matches no text, total right          | 259 in 3     | 0? in 2    | 0? in 2    | 0 in 1
    matches more than it shows            | 259 in 3     | 10 in 4    | 1 in 4     | 0? in 2
    searches lag behind                   | 259 in 3     | 0 in 1     | 0 in 1     | 0 in 1
    everything lags behind                | 0 in 1       | 0 in 1     | 0 in 1     | 0 in 1
    everything lags behind, but the total | 0? in 4      | 0? in 2    | 0? in 2    | 0 in 1
    all lack one                          | 258 in 3     | 10 in 1    | 1 in 1     | 0 in 1
    all lack one, which the total counts  | 258 in 8     | 10 in 1    | 1 in 1     | 0 in 1
  `,
    functions,
    services,
  );
});

describe("what a resource makes of hostile replies, and in how many requests", () => {
  expectTable(
    `
    the service                           | create, new | create, exists | create, lost | refresh     | deleted      | refresh of 150
    truthful, 259 objects                 | absent in 1 | found in 1     | absent in 1  | found in 1  | gone in 6    | 150 found in 4
    truthful, 200 objects                 | absent in 1 | found in 1     | absent in 1  | found in 1  | gone in 6    | 150 found in 3
    truthful, 9 objects                   | absent in 1 | found in 1     | absent in 1  | found in 1  | gone in 4    | 9 found, 141 gone in 144
    truthful, none                        | absent in 1 | absent in 1    | absent in 1  | gone in 4   | gone in 4    | 150 gone in 153
    no total                              | absent in 1 | found in 1     | absent in 1  | found in 1  | gone in 6    | 150 found in 3
    no total, 200 objects                 | absent in 1 | found in 1     | absent in 1  | found in 1  | gone in 6    | 150 found in 3
    total 0                               | absent in 1 | found in 1     | absent in 1  | found in 1  | gone in 6    | 150 found in 3
    total negative                        | absent in 1 | found in 1     | absent in 1  | found in 1  | gone in 6    | 150 found in 3
    total too small                       | absent in 4 | found in 1     | absent in 4  | found in 1  | gone in 8    | 150 found in 3
    total in words                        | absent in 1 | found in 1     | absent in 1  | found in 1  | gone in 6    | 150 found in 3
    total of the page                     | absent in 1 | found in 1     | absent in 1  | found in 1  | gone in 6    | 150 found in 3
    total counts 10 more                  | absent in 9 | found in 1     | absent in 9  | found in 1  | gone in 18   | 150 found in 4
    total of all                          | absent in 4 | found in 1     | absent in 4  | found in 1  | gone in 8    | 150 found in 4
    total of all, 2 objects               | absent in 2 | absent in 2    | absent in 2  | gone in 4   | gone in 4    | 2 found, 148 gone in 151
    total of a million                    | doubt in 22 | found in 1     | doubt in 22  | found in 1  | doubt in 22  | 150 found in 11
    total of a million, for all only      | absent in 1 | found in 1     | absent in 1  | found in 1  | doubt in 22  | 150 found in 11
    total grows                           | absent in 1 | found in 1     | absent in 1  | found in 1  | gone in 7    | 150 found in 4
    total shrinks                         | doubt in 8  | found in 1     | doubt in 8   | found in 1  | doubt in 8   | 150 found in 4
    total differs each time               | doubt in 10 | found in 1     | doubt in 10  | found in 1  | doubt in 10  | 150 found in 4
    total on page 1 only                  | absent in 1 | found in 1     | absent in 1  | found in 1  | gone in 6    | 150 found in 4
    every page empty                      | absent in 1 | doubt in 6     | absent in 1  | doubt in 6  | doubt in 6   | 150 doubt in 155
    page 1 empty                          | absent in 1 | doubt in 10    | absent in 1  | doubt in 10 | doubt in 10  | 100 doubt, 50 found in 109
    page 1 empty once                     | absent in 1 | found in 6     | absent in 1  | found in 6  | gone in 10   | 150 found in 6
    page 2 empty                          | absent in 1 | found in 1     | absent in 1  | found in 1  | doubt in 10  | 150 found in 59
    page 2 empty once                     | absent in 1 | found in 1     | absent in 1  | found in 1  | gone in 10   | 150 found in 8
    page 3 empty                          | absent in 1 | found in 1     | absent in 1  | found in 1  | doubt in 8   | 150 found in 4
    page 3 empty once                     | absent in 1 | found in 1     | absent in 1  | found in 1  | gone in 9    | 150 found in 4
    pages of 50                           | absent in 1 | found in 1     | absent in 1  | found in 1  | gone in 9    | 150 found in 4
    pages of 50, no total                 | absent in 1 | found in 1     | absent in 1  | found in 1  | gone in 4    | 150 found in 102
    pages of 50, total of all             | absent in 7 | found in 1     | absent in 7  | found in 1  | gone in 14   | 150 found in 4
    pages of 5                            | absent in 1 | found in 1     | absent in 1  | found in 1  | gone in 55   | 150 found in 31
    any order                             | absent in 1 | found in 1     | absent in 1  | found in 1  | gone in 11   | 150 found in 8
    one is added in front meanwhile       | absent in 1 | found in 1     | absent in 1  | found in 1  | gone in 6    | 150 found in 4
    one is deleted in front meanwhile     | absent in 1 | found in 1     | absent in 1  | found in 1  | gone in 6    | 150 found in 5
    pages share a row                     | absent in 1 | found in 1     | absent in 1  | found in 1  | gone in 6    | 150 found in 4
    a row twice on a page                 | absent in 1 | found in 1     | absent in 1  | found in 1  | gone in 11   | 150 found in 10
    page 1 for ever                       | absent in 1 | found in 1     | absent in 1  | found in 1  | endless in 4 | 50 endless, 100 found in 4
    9 rows for ever                       | absent in 1 | found in 1     | absent in 1  | found in 1  | gone in 4    | 9 found, 141 gone in 144
    9 of 259 rows for ever                | absent in 1 | found in 1     | absent in 1  | found in 1  | doubt in 8   | 141 doubt, 9 found in 148
    the last page for ever                | absent in 1 | found in 1     | absent in 1  | found in 1  | gone in 6    | 150 found in 4
    new rows for ever                     | late in 61  | late in 61     | late in 61   | late in 61  | late in 61   | 150 late in 61
    ignores the text                      | absent in 3 | found in 3     | absent in 3  | found in 3  | gone in 12   | 150 found in 6
    matches no text, total 0              | absent in 1 | absent in 1    | absent in 1  | found in 2  | gone in 6    | 150 found in 4
    matches no text, total right          | absent in 1 | found in 2     | absent in 1  | found in 2  | gone in 6    | 150 found in 4
    matches more than it shows            | absent in 4 | found in 1     | absent in 4  | found in 1  | gone in 8    | 150 found in 4
    searches lag behind                   | absent in 1 | absent in 1    | absent in 1  | found in 2  | gone in 6    | 150 found in 4
    everything lags behind                | absent in 1 | absent in 1    | absent in 1  | found in 4  | gone in 4    | 150 found in 153
    everything lags behind, but the total | absent in 1 | doubt in 6     | absent in 1  | doubt in 6  | doubt in 6   | 55 doubt, 95 found in 155
    all lack one                          | absent in 1 | found in 1     | absent in 1  | found in 1  | gone in 6    | 150 found in 5
    all lack one, which the total counts  | absent in 1 | found in 1     | absent in 1  | found in 1  | gone in 11   | 150 found in 10
  `,
    resources,
    services,
  );
});

const campaigns: Readonly<Record<string, Ask>> = {
  all: async ({ campaigns: list }) => `${(await list.all()).length}`,
  named: async ({ campaigns: list }) => `${(await list.named(keyOf(7))).length}`,
  seen: async ({ campaigns: list }) => {
    list.manage("s7", keyOf(7));
    const sight = await list.seen("s7");
    return typeof sight === "string" ? sight : "found";
  },
  "seen, deleted": async ({ campaigns: list }) => {
    list.manage("s999", keyOf(999));
    const sight = await list.seen("s999");
    return typeof sight === "string" ? sight : "found";
  },
  "looked at, deleted": async ({ campaigns: list }) => {
    const sight = await list.look("s999");
    return typeof sight === "string" ? sight : "found";
  },
};

describe("what is made of hostile lists of campaigns, and in how many requests", () => {
  expectTable(
    `
    the service                           | all       | named  | seen       | seen, deleted | looked at, deleted
    truthful                              | 259 in 3  | 1 in 1 | found in 1 | missing in 6  | missing in 3
    no total                              | 259 in 8  | 1 in 1 | found in 1 | missing in 11 | missing in 8
    no total, 200 campaigns               | 200 in 6  | 1 in 1 | found in 1 | missing in 9  | missing in 6
    no total, pages of 50                 | 259 in 14 | 1 in 1 | found in 1 | missing in 17 | missing in 14
    no total, another row lacks each time | 259 in 8  | 1 in 1 | found in 1 | unread in 10  | doubt in 8
    no total, page 1 for ever             | 100 in 2  | 1 in 1 | found in 1 | endless in 3  | endless in 2
    no total, the last page for ever      | 259 in 8  | 1 in 1 | found in 1 | missing in 11 | missing in 8
    no total, everything lags behind      | 0 in 2    | 0 in 1 | found in 5 | missing in 5  | missing in 2
  `,
    campaigns,
    servicesOfCampaigns,
  );
});
