import { expect } from "chai";
import { type Emulator, type Fault, startEmulator } from "email-marketing-emulator";
import { createSnapshots } from "../../provider/account/snapshots";
import { monotonicClock } from "../../provider/client/clock";
import { clientOf, noPace } from "../support/client";
import { rejection } from "../support/rejection";
import { createSkippingClock, type SkippingClock } from "../support/skipping-clock";

const senders = Array.from({ length: 260 }, (_, n) => ({
  id: `s${n}`,
  sender_email: `sender-${n}@acme.example`,
  sender_name: `Sender ${n}`,
  createdDate: `2025-01-01 10:${String(Math.floor(n / 60)).padStart(2, "0")}:${String(n % 60).padStart(2, "0")}`,
}));
const address = (n: number) => `sender-${n}@acme.example`;
const path = "/senders/search";
const times = 1000;
const emptyPages: Fault = { path, times, kind: "empty-page" };

describe("a snapshot of a service whose searches lack rows", function () {
  this.timeout(30_000);
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator({ apiKey: "canary-main-key" });
  });
  after(() => emulator.close());

  /** The senders of an account, as a new process sees them; what happens in a wait is up to the test. */
  function open(faults: readonly Fault[], clock: SkippingClock = createSkippingClock()) {
    emulator.reset();
    emulator.seed({ senders });
    emulator.faults(faults);
    const notices: string[] = [];
    const client = clientOf(emulator.baseUrl, { pace: noPace, deadlineMs: 20_000, clock });
    const snapshots = createSnapshots(client, { clock, notice: (said) => void notices.push(said) });
    return { senders: snapshots.senders, clock, notices };
  }

  /** For each request whether it searched for one (`one`) or read a page of all (`all`). */
  const requests = () =>
    emulator.requests().map(({ fields = [] }) => (fields.includes("search") ? "one" : "all"));
  const count = (kind: string) => requests().filter((one) => one === kind).length;

  it("says of none that it is gone while every page is empty, and names both numbers", async () => {
    const { senders: snapshot, notices } = open([{ path, times, kind: "empty-page" }]);
    const asked = [1, 100, 259].map((n) => rejection(snapshot.byId(`s${n}`, address(n))));
    for (const message of await Promise.all(asked)) {
      expect(message).to.match(
        /^nothing was changed, because it is not known whether it exists: .*the service reports \d+, but returned 0\)/,
      );
      expect(message).to.include("Run the command again.");
      expect(message).to.include("--exclude");
      expect(message).to.include("ask the service");
    }
    expect(notices).to.deep.equal([
      "the search for senders is incomplete: the service reports 260, but returned 0, even when read a second time. Run " +
        "the command again; if it happens again, ask the service why the search returns fewer rows than its total.",
    ]);
  });

  it("says of none that it is absent, and so to be created, while every page is empty", async () => {
    const { senders: snapshot } = open([{ path, times, kind: "empty-page" }]);
    const asked = [1, 259].map((n) => rejection(snapshot.byKey(address(n))));
    for (const message of await Promise.all(asked)) {
      expect(message).to.match(/^nothing was changed, because it is not known whether it exists: /);
    }
    expect(await rejection(snapshot.ask(address(1)))).to.match(
      /^nothing was changed, because it is not known whether it exists/,
    );
  });

  it("says that one is gone by a second reading 5 seconds later where its own search states more than it brings", async () => {
    const { senders: snapshot, clock } = open([]);
    expect(await snapshot.all()).to.have.length(260);
    emulator.faults([{ path, times, kind: "wrong-total", total: 150 }]);
    expect(await snapshot.byId("s999", "gone@acme.example")).to.equal(undefined);
    expect(requests()).to.deep.equal(["all", "all", "all", "one", "all", "all", "all"]);
    expect(clock.slept).to.have.length(1);
    expect(clock.slept[0]).to.be.within(4000, 5000);
  });

  it("says so of the next one without a third reading", async () => {
    const { senders: snapshot, clock } = open([{ path, times, kind: "wrong-total", total: 150 }]);
    const gone = ["s997", "s998", "s999"];
    for (const id of gone) {
      expect(await snapshot.byId(id, "gone@acme.example")).to.equal(undefined);
    }
    expect([count("all"), clock.slept.length]).to.deep.equal([6, 1]);
  });

  it("finds in the second reading what its own search and the first one lack", async () => {
    const lacking = senders.filter(({ id }) => id !== "s7");
    const clock = createSkippingClock(() => emulator.seed({ senders }));
    const { senders: snapshot } = open([{ path, times, kind: "wrong-total", total: 150 }], clock);
    emulator.reset();
    emulator.seed({ senders: lacking });
    emulator.faults([{ path, times, kind: "wrong-total", total: 150 }]);
    expect((await snapshot.byId("s7", address(7)))?.id).to.equal("s7");
  });

  it("says of none that it is gone where the second reading is incomplete", async () => {
    const clock = createSkippingClock(() => emulator.faults([emptyPages]));
    const { senders: snapshot } = open([{ path, times, kind: "wrong-total", total: 150 }], clock);
    expect(await rejection(snapshot.byId("s999", "gone@acme.example"))).to.include(
      "the service reports 260, but returned 0",
    );
  });

  it("finds what is among the rows, and what its own search has, while one page is empty", async () => {
    // The first searches for itself; of everything, pages 2 stay empty.
    const { senders: snapshot } = open([]);
    await snapshot.byId("s0", address(0));
    emulator.faults([
      { path, times: 1, kind: "empty-page", skip: 1 },
      { path, times: 1, kind: "empty-page", skip: 3 },
    ]);
    const found = await Promise.all([5, 105, 205].map((n) => snapshot.byId(`s${n}`, address(n))));
    expect(found.map((row) => row?.id)).to.deep.equal(["s5", "s105", "s205"]);
  });

  it("says that one is absent, by a clear search of its own, while everything is incomplete", async () => {
    const { senders: snapshot } = open([]);
    await snapshot.byId("s0", address(0));
    emulator.faults([
      { path, times: 1, kind: "empty-page", skip: 1 },
      { path, times: 1, kind: "empty-page", skip: 4 },
    ]);
    expect(await snapshot.byKey("new@acme.example")).to.equal(undefined);
    // Gone takes a complete reading, too.
    expect(await rejection(snapshot.byId("s999", "new@acme.example"))).to.include(
      "the service reports 260, but returned 160",
    );
  });

  it("makes nothing of a search of its own that states more than it brings", async () => {
    const { senders: snapshot } = open([{ ...emptyPages, times: 1 }]);
    expect((await snapshot.byKey(address(7)))?.id).to.equal("s7");
    expect(requests()).to.deep.equal(["one", "all"]);
  });

  it("decides by readings of everything where the service always states the total of all", async () => {
    const { senders: snapshot } = open([{ path, times, kind: "wrong-total", total: 260 }]);
    expect(await snapshot.byKey("new@acme.example")).to.equal(undefined);
    expect(requests()).to.deep.equal(["one", "all", "all", "all"]);
    expect(await snapshot.byId("s999", "gone@acme.example")).to.equal(undefined);
    expect([count("one"), count("all")]).to.deep.equal([2, 6]);
    expect(await snapshot.ask("new@acme.example")).to.equal(undefined);
    expect([count("one"), count("all")]).to.deep.equal([3, 9]);
  });

  it("takes no empty page for clear because the account has as few objects as the search has matches", async () => {
    const { senders: snapshot } = open([]);
    emulator.seed({ senders: senders.slice(0, 1) });
    expect(await snapshot.all()).to.have.length(1);
    emulator.seed({ senders: [...senders.slice(0, 1), ...senders.slice(7, 8)] });
    emulator.faults([{ ...emptyPages, times: 4 }]);
    expect(await rejection(snapshot.byId("s7", address(7)))).to.include(
      "the service reports 2, but returned 0",
    );
  });

  it("finds, 5 seconds later, what an empty page of its own search hid", async () => {
    const { senders: snapshot } = open([]);
    emulator.seed({ senders: senders.slice(0, 1) });
    expect(await snapshot.all()).to.have.length(1);
    emulator.seed({ senders: [...senders.slice(0, 1), ...senders.slice(7, 8)] });
    emulator.faults([{ ...emptyPages, times: 1 }]);
    expect((await snapshot.byId("s7", address(7)))?.id).to.equal("s7");
  });

  it("decides by readings of everything in a small account, too", async () => {
    const { senders: snapshot } = open([{ path, times, kind: "wrong-total", total: 2 }]);
    emulator.seed({ senders: senders.slice(0, 2) });
    expect(await snapshot.byId("s999", "gone@acme.example")).to.equal(undefined);
    expect(await snapshot.byKey("new@acme.example")).to.equal(undefined);
  });

  it("sends one request for the one that is there where the total is that of all", async () => {
    const { senders: snapshot } = open([{ path, times, kind: "wrong-total", total: 260 }]);
    expect((await snapshot.byId("s7", address(7)))?.id).to.equal("s7");
    expect(requests()).to.deep.equal(["one"]);
  });

  it("reads a few pages of a total of 1,000,000 and decides nothing by them", async () => {
    const { senders: snapshot } = open([{ path, times, kind: "wrong-total", total: 1_000_000 }]);
    expect(await rejection(snapshot.byId("s999", "gone@acme.example"))).to.include(
      "the service reports 1000000, but returned",
    );
    expect(requests().length).to.be.below(30);
  });

  it("looks up 168, one after another, with few requests where the total is 1,000,000", async () => {
    const { senders: snapshot } = open([{ path, times, kind: "wrong-total", total: 1_000_000 }]);
    for (let n = 0; n < 168; n += 1) {
      expect((await snapshot.byId(`s${n}`, address(n)))?.id).to.equal(`s${n}`);
    }
    expect(count("one")).to.equal(20);
    expect(requests().length).to.be.below(40);
  });

  it("finds, 5 seconds later, the only one that a search was too far behind to show", async () => {
    const { senders: snapshot, clock } = open(
      [emptySearches],
      createSkippingClock(() => emulator.faults([])),
    );
    expect((await snapshot.byId("s7", address(7)))?.id).to.equal("s7");
    expect(clock.slept).to.have.length(1);
    expect(clock.slept[0]).to.be.within(4000, 5000);
  });

  it("looks at everything once more where several are missing, and at nothing again after that", async () => {
    // Those who are missing wait for each other, so the time is real.
    const slept: number[] = [];
    const sleep = (ms: number) => {
      slept.push(ms);
      return monotonicClock.sleep(ms);
    };
    const { senders: snapshot } = open([], { ...monotonicClock, sleep, slept });
    for (const n of [3, 4, 250]) emulator.remove("senders", `s${n}`);
    const found = await Promise.all([3, 4, 5].map((n) => snapshot.byId(`s${n}`, address(n))));
    expect(found.map((row) => row?.id)).to.deep.equal([undefined, undefined, "s5"]);
    expect([count("all"), slept.length]).to.deep.equal([6, 1]);
    expect(await snapshot.byId("s250", address(250))).to.equal(undefined);
    expect([count("all"), slept.length]).to.deep.equal([6, 1]);
  });

  it("waits for no second look that would come after the deadline", async () => {
    const { senders: snapshot, clock } = open([]);
    const short = clientOf(emulator.baseUrl, { pace: noPace, deadlineMs: 3000, clock });
    const hurried = createSnapshots(short, { clock }).senders;
    expect(await snapshot.byKey("gone@acme.example")).to.equal(undefined);
    expect(await rejection(hurried.byId("s999", "gone@acme.example"))).to.equal(
      "the search for senders did not end within the deadline, so it is not known whether the object exists. Try again " +
        "later, or raise emailmarketing:deadlineSeconds.",
    );
    expect(clock.slept).to.deep.equal([]);
  });

  it("reads a list a second time before it is gone, once for all that are missing", async () => {
    emulator.reset();
    const clock = createSkippingClock();
    const client = clientOf(emulator.baseUrl, { pace: noPace, deadlineMs: 20_000, clock });
    const { lists } = createSnapshots(client, { clock });
    const answers = [undefined, { id: "l1" }, undefined, undefined] as const;
    let looks = 0;
    const look = async () => {
      looks += 1;
      return answers[looks - 1] as never;
    };
    expect(await lists.lookTwice(look)).to.deep.equal({ id: "l1" });
    expect(await lists.lookTwice(look)).to.equal(undefined);
    expect([looks, clock.slept.length]).to.deep.equal([3, 1]);
  });
});

/** A service whose searches know nothing of the account yet, neither rows nor a total. */
const emptySearches: Fault = {
  path,
  times,
  kind: "status",
  status: 200,
  body: { count: 0, data: [] },
};
