import { EventEmitter, once } from "node:events";
import { setImmediate as nextTick } from "node:timers/promises";
import { expect } from "chai";
import { type Cache, createCache } from "../../provider/account/cache";
import { senders as collection, type SenderRow } from "../../provider/api/collections";
import type { Clock } from "../../provider/client/api-state";
import type { FetchPage, Page } from "../../provider/client/pagination";
import {
  EmailMarketingError,
  type ErrorCode,
  isIncompleteSearch,
} from "../../provider/errors/error";
import { createFakeClock } from "../support/clock";
import { rejection } from "../support/rejection";

const address = (n: number) => `sender-${n}@acme.example`;

function sender(n: number): SenderRow {
  const createdDate = new Date(Date.UTC(2025, 0, 1) + n * 1000).toISOString();
  return {
    id: `s${n}`,
    sender_email: address(n),
    sender_name: `Sender ${n}`,
    createdDate: createdDate.slice(0, 19).replace("T", " "),
    status: "verified",
  };
}
const senders = (count: number) => Array.from({ length: count }, (_, n) => sender(n));

/** A request for a page of a search, with the age of the process. */
interface Asked {
  readonly page: number;
  readonly text: string;
  readonly ageMs: number;
}
type Service = (asked: Asked) => Page<SenderRow>;

const held = senders(259);
const matching = (rows: readonly SenderRow[], text: string) =>
  rows.filter(({ sender_email }) => sender_email.includes(text.toLowerCase()));

function truthful(rows: readonly SenderRow[], { page, text }: Asked) {
  const found = matching(rows, text);
  return { rows: found.slice((page - 1) * 100, page * 100), total: found.length };
}

/** The parts of the service and of the client that a test replaces. */
interface Replaced {
  readonly fetchPage: FetchPage<SenderRow>;
  readonly searchPages: (text: string) => FetchPage<SenderRow>;
  readonly fetchById: (id: string) => Promise<SenderRow | undefined>;
  readonly deadline: () => number;
  readonly clock: Clock;
}

// Without the comparison of addresses, so that keys are compared as by default.
const { compared: _compared, textOf: _textOf, ...plainCollection } = collection;

/** The cache of a new process. The test decides each response of the service, which takes 50 ms of a fake clock. */
function open(service: Service, more: Partial<Replaced> = {}) {
  const requests: (number | string)[] = [];
  const notices: string[] = [];
  let nowMs = 0;
  const slept: number[] = [];
  const clock = {
    ...createFakeClock(),
    now: () => nowMs,
    async sleep(ms: number) {
      slept.push(ms);
      nowMs += ms;
    },
  };
  const pages = (text: string) => async (page: number) => {
    requests.push(text === "" ? page : text);
    const response = service({ page, text, ageMs: nowMs });
    nowMs += 50;
    return response;
  };
  const { fetchById, fetchPage = pages(""), searchPages = pages } = more;
  const cache = createCache<SenderRow>(
    {
      ...plainCollection,
      pages: (_client, search) => (search?.search ? searchPages(search.search) : fetchPage),
      ...(fetchById && { byId: (_client, id) => fetchById(id) }),
    },
    {
      send: () => Promise.reject(new Error("no request")),
      deadline: more.deadline ?? (() => nowMs + 60_000),
    },
    { clock: more.clock ?? clock, warnOnce: (sentence) => notices.push(sentence) },
  );
  return { cache, requests, notices, slept };
}

/** Look-ups of a new object, an existing one, one after a lost response, one in the state, and a deleted one. */
const lookups: readonly ((cache: Cache<SenderRow>) => Promise<SenderRow | undefined>)[] = [
  (cache) => cache.byKey("new@acme.example"),
  (cache) => cache.byKey(address(7)),
  (cache) => cache.ask("new@acme.example"),
  (cache) => cache.byId("s7", address(7)),
  (cache) => cache.byId("s999", address(999)),
];

const services: readonly (readonly [string, Service, string])[] = [
  [
    "find only existing objects, with at most 5 requests each, if the service returns correct responses",
    (asked) => truthful(held, asked),
    "no 1 | yes 1 | no 1 | yes 1 | no 5",
  ],
  [
    "find only existing objects, with at most 6 requests each, if the service returns no total",
    (asked) => ({ rows: truthful(held, asked).rows }),
    "no 1 | yes 2 | no 1 | yes 2 | no 6",
  ],
  [
    "find only existing objects, with at most 10 requests each, if the service always returns the total of all objects",
    (asked) => ({ ...truthful(held, asked), total: 259 }),
    "no 5 | yes 6 | no 5 | yes 6 | no 10",
  ],
  [
    "find an existing object, and fail for the others, if the service wrongly returns a total of a million",
    (asked) => ({ ...truthful(held, asked), total: 1_000_000 }),
    "? 24 | yes 18 | ? 24 | yes 18 | ? 26",
  ],
  [
    "find an existing object by its id, but not by its address, if the service's search by text finds nothing",
    (asked) => (asked.text === "" ? truthful(held, asked) : { rows: [], total: 0 }),
    "no 1 | no 1 | no 1 | yes 4 | no 5",
  ],
  [
    "find an existing object by its id, but not by its address, if the service shows objects only after 3 seconds",
    (asked) => (asked.ageMs < 3000 ? { rows: [], total: 0 } : truthful(held, asked)),
    "no 1 | no 1 | no 1 | yes 3 | no 3",
  ],
  [
    "fail with the request's error if the service replies with a web page",
    () => {
      throw new EmailMarketingError("unexpected-reply", "it is a web page");
    },
    Array(5).fill("EmailMarketingError: it is a web page 1").join(" | "),
  ],
];

describe("look-ups in the object cache", () => {
  for (const [title, service, expected] of services) {
    it(title, async () => {
      const cells: string[] = [];
      for (const ask of lookups) {
        const { cache, requests } = open(service);
        const word = await ask(cache).then(
          (row) => (row === undefined ? "no" : "yes"),
          (error: unknown) => (isIncompleteSearch(error) ? "?" : String(error)),
        );
        cells.push(`${word} ${requests.length}`);
      }
      expect(cells.join(" | ")).to.equal(expected);
    });
  }
});

describe("the object cache", () => {
  const right: Service = (asked) => truthful(held, asked);

  for (const [count, wanted, most] of [
    [1, 1, 1],
    [1000, 1000, 11],
    [5000, 1, 1],
    [5000, 3, 51],
  ] as const) {
    it(`sends ${most} ${most === 1 ? "request" : "requests"} if ${wanted} of ${count} senders are looked up`, async () => {
      const rows = senders(count);
      const { cache, requests } = open((asked) => truthful(rows, asked));
      const asked = rows.slice(0, wanted);
      const found = asked.map(({ id, sender_email }) => cache.byId(id, sender_email));
      expect(await Promise.all(found)).to.deep.equal(asked);
      expect(requests).to.have.length(most);
    });
  }

  for (const [count, most] of [
    [0, 2],
    [1000, 11],
  ] as const) {
    it(`sends ${most} requests if 1,000 new senders are looked up in an account with ${count} senders`, async () => {
      const rows = senders(count);
      const { cache, requests } = open((asked) => truthful(rows, asked));
      const made = senders(count + 1000).slice(count);
      for (const found of await Promise.all(
        made.map(async (row) => {
          const before = await cache.byKey(row.sender_email);
          cache.put(row);
          return before;
        }),
      )) {
        expect(found).to.equal(undefined);
      }
      expect(await cache.byKey(address(count + 999))).to.deep.equal(sender(count + 999));
      expect(requests).to.have.length(most);
    });
  }

  it("searches separately for each sender that is missing from the list of all senders", async () => {
    const gone = ["s3", "s130", "s249"];
    const rows = senders(250).filter(({ id }) => !gone.includes(id));
    const { cache, requests } = open((asked) => truthful(rows, asked));
    const found = await Promise.all(senders(250).map(({ id }, n) => cache.byId(id, address(n))));
    expect(found.filter((row) => row !== undefined)).to.deep.equal(rows);
    expect(requests).to.have.members([address(0), 1, 2, 3, address(3), address(130), address(249)]);
  });

  it("reports a failed read of all objects to the waiting callers, but not to a later caller", async () => {
    const failures = [new EmailMarketingError("validation", "not now")];
    const { cache } = open((asked) => {
      const failure = asked.text === "" && failures.pop();
      if (failure) throw failure;
      return right(asked);
    });
    await cache.byId("s1", address(1));
    const waiting = [102, 103].map((n) => rejection(cache.byId(`s${n}`, address(n))));
    expect(await Promise.all(waiting)).to.deep.equal(["not now", "not now"]);
    expect((await cache.byId("s104", address(104)))?.id).to.equal("s104");
  });

  it("warns once, with the returned number and the service's total, if several searches are incomplete", async () => {
    const { cache, notices } = open(() => ({ rows: [], total: 260 }));
    const sentence =
      /^the search for .* is incomplete: the service reports 260, but returned 0, even when read a second time\. .* It is not known whether the object exists, so nothing was changed\./;
    for (const n of [1, 2])
      expect(await rejection(cache.byId(`s${n}`, address(n)))).to.match(sentence);
    expect(notices).to.deep.equal([
      "the search for senders is incomplete: the service reports 260, but returned 0, even when read a second time. Run " +
        "the command again; if it happens again, ask the service why the search returns fewer rows than its total.",
    ]);
  });

  it("finds an object by a separate search if the read of all objects was incomplete", async () => {
    const { cache } = open((asked) =>
      asked.text === "" ? { rows: [], total: 259 } : truthful(held, asked),
    );
    await cache.byKey(address(1));
    expect((await cache.byId("s7", address(7)))?.id).to.equal("s7");
    expect(await cache.byKey("new@acme.example")).to.equal(undefined);
    expect(await rejection(cache.byId("s999", address(999)))).to.include("returned 0");
  });

  it("fails for callers that need a complete result if the search may have omitted objects", async () => {
    let total = 3;
    const lacking: Service = ({ page }) => {
      total += 1;
      return { rows: page === 1 ? [sender(1)] : [], total };
    };
    const { cache } = open(lacking);
    expect((await cache.byKey(address(1)))?.id).to.equal("s1");
    expect(await cache.all()).to.have.length(1);
    for (const asked of [cache.complete(), cache.withKey(address(1))])
      expect(await rejection(asked)).to.include("is incomplete");
  });

  it("uses one deadline for all requests of a look-up", async () => {
    const untils: (number | undefined)[] = [];
    let deadlines = 0;
    const { cache } = open(right, {
      deadline: () => {
        deadlines += 1;
        return 60_000 + deadlines;
      },
      searchPages: () => async (page, _limit, until) => {
        untils.push(until);
        return { rows: [], total: page === 1 ? 1 : 0 };
      },
      fetchPage: async (_page, _limit, until) => {
        untils.push(until);
        return { rows: [], total: 1 };
      },
    });
    await rejection(cache.byKey("new@acme.example"));
    expect(new Set(untils)).to.have.length(1);
  });

  it("keeps newly read objects if an older read then fails", async () => {
    let fail = () => {};
    let asked = 0;
    const { cache } = open(right, {
      fetchPage: (page) => {
        asked += 1;
        if (asked > 1) return Promise.resolve({ rows: page === 1 ? [sender(1)] : [], total: 1 });
        return new Promise((_, reject) => {
          fail = () => reject(new Error("late"));
        });
      },
    });
    const before = rejection(cache.all());
    cache.discard();
    await cache.all();
    const asBefore = asked;
    fail();
    expect(await before).to.equal("late");
    await cache.all();
    expect(asked).to.equal(asBefore);
  });

  it("waits 5 seconds only once if two missing objects are reported as gone", async () => {
    const { cache, slept } = open(right);
    await cache.all();
    for (const n of [997, 998]) expect(await cache.byId(`s${n}`, address(n))).to.equal(undefined);
    expect(slept).to.deep.equal([5000]);
  });

  it("doesn't report a missing object as gone if less than 5 seconds remain before the deadline", async () => {
    const { cache, slept } = open(right, { deadline: () => 3000 });
    expect(await rejection(cache.byId("s999", address(999)))).to.equal(
      "the search for senders did not end within the deadline, so it is not known whether the object exists. Try again " +
        "later, or raise emailmarketing:deadlineSeconds.",
    );
    expect(slept).to.deep.equal([]);
  });

  it("searches once for several callers that need the same object, and again after the cache is discarded", async () => {
    const rows = senders(1);
    const { cache, requests } = open((asked) => truthful(rows, asked));
    const find = () => cache.byKey(address(1));
    expect([...(await Promise.all([find(), find()])), await find()]).to.deep.equal(
      Array(3).fill(undefined),
    );
    expect(requests).to.deep.equal([address(1)]);
    rows.push(sender(1));
    cache.discard();
    expect((await find())?.id).to.equal("s1");
  });

  it("sends a new search for each call of ask() even if the cache has the object", async () => {
    const rows = senders(2);
    const { cache } = open((asked) => truthful(rows, asked));
    await cache.all();
    rows.push(sender(9));
    expect((await cache.ask("SENDER-9@acme.example"))?.id).to.equal("s9");
    rows.splice(0);
    expect(await cache.ask(address(9))).to.equal(undefined);
    expect(await cache.ask("sender")).to.equal(undefined);
  });

  it("reads all objects again for a call of ask() if an earlier read is still running", async () => {
    let end = () => {};
    let readings = 0;
    let total = 0;
    const { cache } = open(right, {
      fetchPage: async () => {
        readings += 1;
        if (readings > 1) return { rows: [sender(9)], total: 1 };
        await new Promise<void>((resolve) => {
          end = resolve;
        });
        return { rows: [], total: 0 };
      },
      searchPages: () => async () => {
        total += 1;
        return { rows: [], total };
      },
      clock: { ...createFakeClock(), now: () => readings },
    });
    const before = cache.all();
    const asked = cache.ask(address(9));
    end();
    await before;
    expect((await asked)?.id).to.equal("s9");
  });

  it("reads all objects only once if several simultaneous searches are incomplete", async () => {
    let total = 0;
    const { cache, requests } = open(({ text, ...asked }) => {
      if (text === "") return truthful(held, { text, ...asked });
      total += 1;
      return { rows: [], total };
    });
    const asked = [1, 2, 3, 4, 5].map((n) => cache.ask(address(n)));
    expect((await Promise.all(asked)).map((row) => row?.id)).to.deep.equal([
      ...["s1", "s2", "s3", "s4", "s5"],
    ]);
    expect(requests.filter((one) => one === 1)).to.have.length(1);
  });

  it("returns every matching object if several objects have the requested key", async () => {
    const another = { ...sender(3), id: "s3b", sender_name: "Another" };
    const { cache } = open((asked) => truthful([...held, another], asked));
    const named = (name: string) => (row: SenderRow) => row.sender_name === name;
    expect((await cache.withKey("SENDER-3@acme.example")).map(({ id }) => id)).to.deep.equal([
      "s3",
      "s3b",
    ]);
    expect((await cache.byKey(address(3), named("Another")))?.id).to.equal("s3b");
    expect(await cache.byKey(address(3), named("Nobody"))).to.equal(undefined);
  });

  it("waits before it returns known objects if a search is still running", async () => {
    const replied = new EventEmitter();
    const { cache } = open(() => ({ rows: [], total: 0 }), {
      searchPages: () => async () => {
        await once(replied, "reply");
        return { rows: [sender(7)], total: 1 };
      },
    });
    const found = cache.byKey(address(7));
    const known = cache.knownWithKey(address(7));
    // Wait longer than a caller that only lets other callers go first.
    await nextTick().then(() => nextTick());
    replied.emit("reply");
    expect(await known).to.deep.equal([sender(7)]);
    expect(await found).to.deep.equal(sender(7));
  });

  it("waits for the latest search if several searches are running", async () => {
    const replied = new EventEmitter();
    const { cache } = open(() => ({ rows: [], total: 0 }), {
      searchPages: (text) => async () => {
        await once(replied, text);
        return { rows: [sender(text === address(7) ? 7 : 8)], total: 1 };
      },
    });
    const first = cache.byKey(address(7));
    const knownToFirst = cache.knownWithKey(address(7));
    await nextTick().then(() => nextTick());
    const second = cache.ask(address(8));
    const knownToSecond = cache.knownWithKey(address(8));
    replied.emit(address(7));
    await Promise.all([first, knownToFirst]);
    replied.emit(address(8));
    await second;
    expect(await knownToSecond).to.deep.equal([sender(8)]);
  });

  for (const when of ["before", "while", "after"] as const) {
    it(`includes this process's own changes if they happen ${when} ${when === "while" ? "the cache reads" : "the read of"} all objects`, async () => {
      const moved = { ...sender(1), sender_email: "moved@acme.example" };
      const write = () => {
        cache.put(sender(9));
        cache.put(moved);
        cache.drop("s2");
      };
      const { cache } = open((asked) => {
        if (when === "while") write();
        return truthful(senders(3), asked);
      });
      if (when === "before") write();
      await cache.all();
      if (when === "after") write();
      expect(await cache.all()).to.have.deep.members([sender(0), moved, sender(9)]);
      expect(await cache.byKey("MOVED@acme.example")).to.equal(moved);
      expect(await cache.withKey(address(1))).to.deep.equal([]);
      expect(await cache.byId("s1", address(1))).to.equal(moved);
      expect(await cache.byId("s2", address(2))).to.equal(undefined);
      expect(await cache.ask(address(1))).to.equal(undefined);
      expect(await cache.ask(address(2))).to.equal(undefined);
      expect((await cache.ask(address(9)))?.id).to.equal("s9");
    });
  }
});

describe("an object cache that can read objects by id", () => {
  function openById(code?: ErrorCode) {
    const refusal = code && new EmailMarketingError(code, "no search");
    const opened = open(
      (asked) => {
        if (refusal) throw refusal;
        return truthful(senders(3), asked);
      },
      {
        fetchById: async (id) => {
          opened.requests.push(id);
          return senders(3).find((row) => row.id === id);
        },
      },
    );
    return opened;
  }

  it("sends only one request if several callers ask for the same first object", async () => {
    for (const [id, found] of [
      ["s1", sender(1)],
      ["s9", undefined],
    ] as const) {
      const { cache, requests } = openById();
      const find = () => cache.byId(id);
      expect([...(await Promise.all([find(), find()])), await find()]).to.deep.equal(
        Array(3).fill(found),
      );
      expect(requests).to.deep.equal([id]);
    }
  });

  it("reads all objects if a second object is requested", async () => {
    const { cache, requests } = openById();
    for (const id of ["s0", "s1", "s2", "s9", "s9"]) await cache.byId(id);
    expect(requests).to.deep.equal(["s0", 1, "s9"]);
  });

  for (const code of ["validation", "not-found", "unexpected-reply", "server"] as const) {
    it(`reads each object by id if the search fails with the code ${code}`, async () => {
      const { cache, requests } = openById(code);
      await cache.byId("s0");
      const found = await Promise.all(["s1", "s2", "s9"].map((id) => cache.byId(id)));
      expect([...found, await cache.byId("s1")]).to.deep.equal([
        sender(1),
        sender(2),
        undefined,
        sender(1),
      ]);
      expect(requests).to.have.members(["s0", 1, "s1", "s2", "s9"]);
      // A refused search must not look like an empty account.
      expect(await rejection(cache.all())).to.equal("no search");
    });
  }

  for (const code of ["auth", "rate-limit", "network", "config"] as const) {
    it(`fails if the search fails with the code ${code}`, async () => {
      const { cache } = openById(code);
      await cache.byId("s0");
      expect(await rejection(cache.byId("s1"))).to.equal("no search");
    });
  }
});
