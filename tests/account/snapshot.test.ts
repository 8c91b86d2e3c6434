import { expect } from "chai";
import { type Emulator, startEmulator } from "email-marketing-emulator";
import { createSnapshot, type Snapshot } from "../../provider/account/snapshot";
import { type SenderRow, senders as senderCollection } from "../../provider/api/sender";
import { type Clock, monotonicClock } from "../../provider/client/clock";
import type { Page } from "../../provider/client/pages";
import { clientOf, noPace } from "../support/client";
import { rejection } from "../support/rejection";
import { createSkippingClock } from "../support/skipping-clock";

/** The n-th sender of the tests, as an account holds it. */
function sender(n: number) {
  const second = String(n % 60).padStart(2, "0");
  return {
    id: `s${n}`,
    sender_email: `sender-${n}@acme.example`,
    sender_name: `Sender ${n}`,
    createdDate: `2025-01-01 10:${String(Math.floor(n / 60) % 60).padStart(2, "0")}:${second}`,
  };
}

function senders(count: number) {
  return Array.from({ length: count }, (_, n) => sender(n));
}

/** A row that a write of ours has made. */
function added(n: number): SenderRow {
  return { ...sender(n), status: "verified" };
}

/** What every snapshot needs: time that a second look does not wait for, and somebody to talk to. */
function common(clock: Clock = createSkippingClock()) {
  return {
    of: senderCollection,
    deadline: () => clock.now() + 60_000,
    clock,
    notice: (sentence: string) => void notices.push(sentence),
  };
}
const notices: string[] = [];

describe("createSnapshot on the service", function () {
  this.timeout(30_000);
  let emulator: Emulator;

  before(async () => {
    emulator = await startEmulator({ apiKey: "canary-main-key" });
  });
  after(() => emulator.close());

  /** A snapshot of an account with so many senders. */
  function snapshotOf(count: number, clock?: Clock): Snapshot<SenderRow> {
    emulator.reset();
    emulator.seed({ senders: senders(count) });
    const client = clientOf(emulator.baseUrl, { pace: noPace });
    return createSnapshot({
      ...common(clock),
      searchPages: (text) => senderCollection.pages(client, { search: text }),
      fetchPage: senderCollection.pages(client, senderCollection.all()),
    });
  }

  /** For each request whether it searched for one (`one`) or read a page of all (`all`). */
  function requests(): string[] {
    return emulator
      .requests()
      .map(({ fields = [] }) => (fields.includes("search") ? "one" : "all"));
  }

  /** Looks up by their ids, all at the same time, the senders up to a number; gives how many were found. */
  async function refresh(snapshot: Snapshot<SenderRow>, count: number, from = 0): Promise<number> {
    const wanted = senders(count).slice(from);
    const found = await Promise.all(
      wanted.map(({ id, sender_email }) => snapshot.byId(id, sender_email)),
    );
    return found.filter((row) => row !== undefined).length;
  }

  it("searches for the one that is wanted first, by its own address", async () => {
    const snapshot = snapshotOf(250);
    const row = await snapshot.byId("s7", "sender-7@acme.example");
    expect(row?.sender_name).to.equal("Sender 7");
    expect(requests()).to.deep.equal(["one"]);
  });

  it("searches once for all who want the same first one", async () => {
    const snapshot = snapshotOf(250);
    const find = () => snapshot.byKey("Sender-7@acme.example");
    const rows = [...(await Promise.all([find(), find()])), await find()];
    expect(rows.map((row) => row?.id)).to.deep.equal(["s7", "s7", "s7"]);
    expect(requests()).to.deep.equal(["one"]);
  });

  it("finds our own write at an address that was searched for in vain", async () => {
    const snapshot = snapshotOf(3);
    expect(await snapshot.byKey("sender-9@acme.example")).to.equal(undefined);
    snapshot.put(added(9));
    expect((await snapshot.byKey("sender-9@acme.example"))?.id).to.equal("s9");
    expect(requests()).to.deep.equal(["one"]);
  });

  it("searches anew for the same one after it was discarded", async () => {
    const snapshot = snapshotOf(1);
    expect(await snapshot.byKey("sender-1@acme.example")).to.equal(undefined);
    emulator.seed({ senders: [sender(1)] });
    snapshot.discard();
    expect((await snapshot.byKey("sender-1@acme.example"))?.id).to.equal("s1");
  });

  it("reads everything for an id without its address", async () => {
    const snapshot = snapshotOf(150);
    expect((await snapshot.byId("s149"))?.sender_name).to.equal("Sender 149");
    expect(await snapshot.byId("s150")).to.equal(undefined);
    expect(requests()).to.deep.equal(["all", "all"]);
  });

  it("gives all rows with an address, whichever page they stand on", async () => {
    const snapshot = snapshotOf(0);
    const another = { ...sender(3), id: "s3b", sender_name: "Another" };
    emulator.seed({ senders: [...senders(150), another] });
    await snapshot.byId("s0");
    const rows = await snapshot.withKey("SENDER-3@acme.example");
    expect(rows.map(({ id }) => id)).to.have.members(["s3", "s3b"]);
  });

  it("reads everything for the second, once for all who ask", async () => {
    const snapshot = snapshotOf(250);
    await snapshot.byId("s7", "sender-7@acme.example");
    const rows = await Promise.all([
      snapshot.byKey("SENDER-9@acme.example"),
      snapshot.byKey("sender-240@acme.example"),
      snapshot.byId("s100", "sender-100@acme.example"),
    ]);
    expect(rows.map((row) => row?.id)).to.deep.equal(["s9", "s240", "s100"]);
    expect(requests()).to.deep.equal(["one", "all", "all", "all"]);
  });

  for (const [count, most] of [
    [1, 1],
    [2, 2],
    [99, 2],
    [100, 2],
    [101, 3],
    [1000, 11],
    [2000, 21],
  ] as const) {
    it(`finds all of ${count} senders with at most ${most} requests`, async () => {
      const snapshot = snapshotOf(count);
      expect(await refresh(snapshot, count)).to.equal(count);
      expect(emulator.requests().length).to.be.at.most(most);
    });
  }

  it("needs one request more for each that is missing, and one reading more for all of them", async () => {
    const snapshot = snapshotOf(250, monotonicClock);
    for (const id of ["s3", "s130", "s249"]) emulator.remove("senders", id);
    expect(await refresh(snapshot, 250)).to.equal(247);
    expect(requests().filter((kind) => kind === "all")).to.have.length(6);
    expect(requests().filter((kind) => kind === "one")).to.have.length(4);
  });

  it("says that the only one is gone after everything and two later searches", async () => {
    const snapshot = snapshotOf(1);
    expect(await snapshot.byId("s9", "sender-9@acme.example")).to.equal(undefined);
    expect(requests()).to.deep.equal(["one", "all", "one", "one"]);
  });

  it("looks 1,000 new addresses up with two requests, and knows each once it is made", async () => {
    const snapshot = snapshotOf(0);
    for (let n = 0; n < 1000; n += 1) {
      expect(await snapshot.byKey(`sender-${n}@acme.example`)).to.equal(undefined);
      snapshot.put(added(n));
    }
    expect(requests()).to.deep.equal(["one", "all"]);
    expect((await snapshot.byKey("sender-999@acme.example"))?.id).to.equal("s999");
    expect((await snapshot.byId("s500", "sender-500@acme.example"))?.id).to.equal("s500");
    expect(requests()).to.have.length(2);
  });

  it("looks 1,000 new addresses up beside 1,000 others with at most 20 requests", async () => {
    const snapshot = snapshotOf(1000);
    const lookUps = Array.from({ length: 1000 }, async (_, n) => {
      expect(await snapshot.byKey(`sender-${1000 + n}@acme.example`)).to.equal(undefined);
      snapshot.put(added(1000 + n));
    });
    await Promise.all(lookUps);
    expect(requests().length).to.be.at.most(20);
  });

  it("tells senders with the same address apart by what fits", async () => {
    const snapshot = snapshotOf(3);
    snapshot.put({ ...added(1), id: "s1b", sender_name: "Another" });
    const named = (name: string) => (row: SenderRow) => row.sender_name === name;
    const find = (name: string) => snapshot.byKey("sender-1@acme.example", named(name));
    expect((await find("Sender 1"))?.id).to.equal("s1");
    expect((await find("Another"))?.id).to.equal("s1b");
    expect(await find("Nobody")).to.equal(undefined);
  });

  it("searches for each when only a few are wanted of very many", async () => {
    const snapshot = snapshotOf(5000);
    for (const n of [4000, 17, 2500]) {
      expect((await snapshot.byId(`s${n}`, `sender-${n}@acme.example`))?.id).to.equal(`s${n}`);
    }
    expect(requests()).to.deep.equal(["one", "all", "one", "one"]);
  });

  it("reads everything of very many once a tenth as many as pages are wanted", async () => {
    const snapshot = snapshotOf(2500);
    expect(await refresh(snapshot, 2500, 2000)).to.equal(500);
    expect(requests().filter((kind) => kind === "all")).to.have.length(25);
    expect(requests().length).to.be.at.most(26);
  });

  it("reads everything anew after it was discarded", async () => {
    const snapshot = snapshotOf(50);
    await refresh(snapshot, 50);
    snapshot.discard();
    await snapshot.byId("s1", "sender-1@acme.example");
    expect(requests().sort()).to.deep.equal(["all", "all", "one"]);
  });

  it("tells a failure to all who wait, and reads anew for the next", async () => {
    const snapshot = snapshotOf(150);
    await snapshot.byId("s1", "sender-1@acme.example");
    emulator.faults([{ path: "/senders/search", times: 1, kind: "status", status: 400, skip: 1 }]);
    const waiting = ["s102", "s103"].map((id) =>
      rejection(snapshot.byId(id, `${id}@acme.example`)),
    );
    for (const message of await Promise.all(waiting)) {
      expect(message).to.include("(400, POST /senders/search)");
    }
    expect((await snapshot.byId("s104", "sender-104@acme.example"))?.id).to.equal("s104");
  });

  for (const kind of ["html", "bad-json", "error-in-200", "status"] as const) {
    it(`never calls a sender gone because of a reply of the kind ${kind}`, async () => {
      const snapshot = snapshotOf(1);
      const fault = kind === "status" ? { kind, status: 400 } : { kind };
      emulator.faults([{ path: "/senders/search", times: 100, ...fault }]);
      const failed = await rejection(snapshot.byId("s9", "sender-9@acme.example"));
      emulator.faults([]);
      expect(failed).to.include("POST /senders/search");
    });
  }

  it("finds the rows that moved between the pages while it read them", async () => {
    const snapshot = snapshotOf(350);
    await snapshot.byId("s0", "sender-0@acme.example");
    emulator.faults([{ path: "/senders/search", times: 3, kind: "moved-rows", skip: 1 }]);
    for (const n of [99, 100, 101, 200, 201, 300]) {
      const row = await snapshot.byKey(`sender-${n}@acme.example`);
      expect(row?.id, `sender ${n}`).to.equal(`s${n}`);
    }
  });

  it("counts a row once that stands on two pages", async () => {
    const snapshot = snapshotOf(250);
    emulator.faults([{ path: "/senders/search", times: 100, kind: "duplicate-rows", skip: 1 }]);
    expect(await refresh(snapshot, 250)).to.equal(250);
    emulator.faults([]);
  });
});

describe("createSnapshot", () => {
  const row = (n: number): SenderRow => added(n);

  /** A snapshot of rows, whose total is stated by a function, with the searches that it makes. */
  function snapshotOf(rows: () => SenderRow[], stated: (page: number) => number | undefined) {
    const asked: (number | string)[] = [];
    const snapshot = createSnapshot<SenderRow>({
      ...common(),
      searchPages: (text) => async () => {
        asked.push(text);
        const isIt = ({ sender_email }: SenderRow) => sender_email.includes(text.toLowerCase());
        return { rows: rows().filter(isIt) };
      },
      fetchPage: async (page, limit): Promise<Page<SenderRow>> => {
        asked.push(page);
        const total = stated(page);
        const onPage = rows().slice((page - 1) * limit, page * limit);
        return { rows: onPage, ...(total === undefined ? {} : { total }) };
      },
    });
    return { snapshot, asked };
  }
  const many = Array.from({ length: 250 }, (_, n) => row(n));

  it("gives what a page shows before those behind it are in", async () => {
    const { promise: secondPage, resolve: answer } = withResolvers<Page<SenderRow>>();
    const snapshot = createSnapshot<SenderRow>({
      ...common(),
      searchPages: () => async () => ({ rows: [] }),
      fetchPage: async (page, limit) =>
        page === 1 ? { rows: many.slice(0, limit), total: 150 } : secondPage,
    });
    await snapshot.byKey("first@acme.example");
    let isBehindIn = false;
    const behind = snapshot.byId("s120", "sender-120@acme.example").then((found) => {
      isBehindIn = true;
      return found;
    });
    expect((await snapshot.byId("s3", "sender-3@acme.example"))?.id).to.equal("s3");
    expect((await snapshot.byKey("sender-4@acme.example"))?.id).to.equal("s4");
    expect(isBehindIn).to.equal(false);
    answer({ rows: many.slice(100, 150), total: 150 });
    expect((await behind)?.id).to.equal("s120");
  });

  it("reads no page behind the one that shows it where no total is stated", async () => {
    const { snapshot, asked } = snapshotOf(
      () => many,
      () => undefined,
    );
    await snapshot.byKey("sender-1@acme.example");
    expect((await snapshot.byKey("sender-3@acme.example"))?.id).to.equal("s3");
    expect(asked).to.deep.equal(["sender-1@acme.example", 1]);
  });

  it("counts our own write, which the total may state before a page shows it", async () => {
    const { snapshot, asked } = snapshotOf(
      () => many.slice(0, 50),
      () => 51,
    );
    await snapshot.byKey("sender-1@acme.example");
    snapshot.put(row(60));
    expect(await snapshot.byKey("nobody@acme.example")).to.equal(undefined);
    expect(asked).to.deep.equal(["sender-1@acme.example", 1, 2]);
  });

  it("keeps what our own writes made while it was reading", async () => {
    const { promise: page, resolve: answer } = withResolvers<Page<SenderRow>>();
    const snapshot = createSnapshot<SenderRow>({
      ...common(),
      searchPages: () => async () => ({ rows: [] }),
      fetchPage: () => page,
    });
    await snapshot.byKey("first@acme.example");
    const waiting = snapshot.byKey("sender-7@acme.example");
    snapshot.put(row(7));
    answer({ rows: [row(1)], total: 1 });
    expect((await waiting)?.id).to.equal("s7");
  });

  it("shows what our own writes have changed and removed in all that it gives", async () => {
    const { snapshot } = snapshotOf(
      () => [row(1), row(2)],
      () => 2,
    );
    await snapshot.byKey("first@acme.example");
    await snapshot.byId("s1", "sender-1@acme.example");
    const moved = { ...row(1), sender_email: "moved@acme.example" };
    snapshot.put(moved);
    snapshot.drop("s2");
    expect(await snapshot.all()).to.deep.equal([moved]);
    expect(await snapshot.find(({ id }) => id === "s2")).to.equal(undefined);
    expect(await snapshot.byKey("MOVED@acme.example")).to.equal(moved);
    expect(await snapshot.withKey("sender-1@acme.example")).to.deep.equal([]);
    expect(await snapshot.byId("s1", "sender-1@acme.example")).to.equal(moved);
    expect(await snapshot.ask("sender-1@acme.example")).to.equal(undefined);
    expect(await snapshot.ask("sender-2@acme.example")).to.equal(undefined);
    snapshot.put(row(2));
    expect(await snapshot.byId("s2", "sender-2@acme.example")).to.deep.equal(row(2));
  });

  it("asks the service anew when told to, whatever it knows", async () => {
    const rows = many.slice(0, 2);
    const { snapshot } = snapshotOf(
      () => rows,
      () => rows.length,
    );
    await snapshot.byKey("sender-0@acme.example");
    await snapshot.byKey("sender-1@acme.example");
    rows.push(row(9));
    expect((await snapshot.ask("SENDER-9@acme.example"))?.id).to.equal("s9");
  });
});

function withResolvers<Value>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
