import { expect } from "chai";
import { useDatedService } from "../../support/dated-service";
import { useNotices } from "../../support/notice";
import { providerProcess, type Resource } from "../../support/resource";
import { useEmulator } from "../../support/service";
import { type Held, up } from "./update";

const hourMs = 3_600_000;
const start = Date.UTC(2027, 0, 11, 12);

/** What clocks in New York show some hours from the start: it is the zone of the service. */
const date = (hours: number) =>
  new Date(start + (hours - 5) * hourMs).toISOString().slice(0, 19).replace("T", " ");
const props = (hours: number) => ({ campaignId: "campaign-2", scheduledAt: date(hours) });

/** The date of most cases, and when each is judged: it is ahead, past in New York and not in Pago Pago, or past everywhere. */
const due = 30;
const moments = [1, 32, 60];

const zones = {
  set: { timeZone: "America/New_York" },
  unset: {},
  wrong: { timeZone: "Pacific/Pago_Pago" },
} as const;

/** What came of the step, and how many mails the campaign has sent in the end. */
const outcomes = {
  s: "sent, 1 mail",
  T: "sent, 2 mails",
  k: "recorded, 1 mail",
  r: "refused, 1 mail",
  n: "refused, 0 mails",
} as const;

/** For the zones set, unset and wrong: what happens while the date is past nowhere, somewhere, everywhere. */
const table = {
  new: { specified: "snn snn ssn", extended: "snn ssn ssn" },
  // To the date from one that lies far ahead; the campaign was paused for it.
  changed: { specified: "snn snn ssn", extended: "snn ssn ssn" },
  // The service has the date, and its reply to the create was lost.
  unconfirmed: { specified: "srr srr sTr", extended: "kkk kkk kkk" },
  // The same of a change, and the program has another date by now.
  "unconfirmed, then moved": { specified: "srr srr sTr", extended: "srr srr srr" },
  // Its record of the date was lost with it.
  killed: { specified: "srr srr sTr", extended: "krr krr krr" },
  "killed, then moved": { specified: "sTT sTT sTT", extended: "srr srr srr" },
  renamed: { specified: "srr srr sTr", extended: "krr kkr kkr" },
  "moved after its time": { specified: "srr srr sTr", extended: "srr srr srr" },
  "renamed, with a new date": { specified: "sTT sTT sTT", extended: "srr srr srr" },
} as const;

for (const wayIn of ["dynamic", "plugin"] as const) {
  describe(`the mails of a campaign whose date may be past, in a service that publishes again (${wayIn})`, function () {
    this.timeout(30_000);
    const { now } = Date;
    let hours = 0;
    let onDate = () => {};
    const emulator = useEmulator(this, {
      clock: "real",
      onExchange: ({ method }) => void (method === "PUT" && onDate()),
    });
    const service = useDatedService(this, emulator);
    service.date = () => Date.now();
    useNotices(this, "bare");
    beforeEach("stops the clock", () => {
      Date.now = () => start + hours * hourMs;
    });
    afterEach(() => {
      Date.now = now;
    });

    const begin = () => {
      hours = 0;
      onDate = () => {};
      emulator().reset();
      const example = emulator().snapshot();
      const zone = { timezone: "America/New_York", campaign_quirks: ["publishes-again" as const] };
      emulator().seed({ ...example, account: { ...example.account, ...zone } });
    };
    const pause = () => emulator().patch("campaigns", "campaign-2", { status: "Paused" });
    const puts = () =>
      emulator()
        .requests()
        .filter(({ method }) => method === "PUT").length;
    const loseReply = () =>
      emulator().faults([{ method: "PUT", path: "/campaign/*", times: 1, kind: "html" }]);

    /** What comes before the step that is judged, and its date. */
    const cases: Record<
      keyof typeof table,
      (schedule: Resource) => Promise<readonly [Held, number]>
    > = {
      new: async () => [{}, due],
      changed: async (schedule) => [await up(schedule, {}, props(300)), due],
      async unconfirmed(schedule) {
        loseReply();
        return [await up(schedule, {}, props(due)), due];
      },
      async "unconfirmed, then moved"(schedule) {
        const before = await up(schedule, {}, props(300));
        pause();
        loseReply();
        return [await up(schedule, before, props(due)), 400];
      },
      async killed(schedule) {
        const before = await up(schedule, {}, props(300));
        pause();
        await up(schedule, before, props(due));
        return [before, due];
      },
      "killed, then moved": async (schedule) => [(await cases.killed(schedule))[0], 400],
      async renamed(schedule) {
        await up(schedule, {}, props(due));
        return [{}, due];
      },
      "moved after its time": async (schedule) => [await up(schedule, {}, props(due)), 400],
      async "renamed, with a new date"(schedule) {
        await up(schedule, {}, props(due));
        return [{}, 400];
      },
    };

    for (const [title, byOperations] of Object.entries(table)) {
      for (const [operations, byZone] of Object.entries(byOperations)) {
        it(`${title} (${operations})`, async () => {
          const expected = byZone.split(" ");
          for (const [zone, settings] of Object.values(zones).entries()) {
            const found: string[] = [];
            for (const moment of moments) {
              begin();
              const run = () =>
                providerProcess(service, { ...settings, operations }, wayIn)("CampaignSchedule");
              const [held, declared] = await cases[title as keyof typeof table](run());
              hours = moment;
              const [campaign] = emulator()
                .snapshot()
                .campaigns.filter(({ id }) => id === "campaign-2");
              // Somebody pauses what would not take another date.
              const hasDate = ["renamed", "unconfirmed", "killed"].includes(title);
              if (campaign?.status === "Scheduled" && !hasDate) pause();
              const before = puts();
              const after = await up(run(), held, props(declared));
              const isSent = puts() > before;
              hours = 2000;
              const count = emulator().snapshot().mails.length;
              const isDone = after.state !== undefined && after.inputs !== held.inputs;
              const outcome = isSent ? "sent" : isDone ? "recorded" : "refused";
              found.push(`${outcome}, ${count} mail${count === 1 ? "" : "s"}`);
            }
            const letters = [...(expected[zone] ?? "")] as (keyof typeof outcomes)[];
            expect(found).to.deep.equal(letters.map((letter) => outcomes[letter]));
          }
        });
      }
    }

    it("remembers an old date that passed while the new one was sent", async () => {
      begin();
      const { set } = zones;
      const schedule = () => providerProcess(service, set, wayIn)("CampaignSchedule");
      const before = await up(schedule(), {}, props(due));
      pause();
      hours = due - 0.1;
      onDate = () => {
        hours = due + 0.1;
      };
      const moved = await up(schedule(), before, props(400));
      expect(moved.state).to.deep.include({ ...props(400), unconfirmedTimes: [date(due)] });
      expect((await up(schedule(), moved, props(500))).state).to.deep.equal(moved.state);
    });
  });
}
