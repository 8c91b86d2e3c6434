import { expect } from "chai";
import type { Properties } from "../../../provider/input/plain";
import { useNotices } from "../../support/notice";
import { useEmulator } from "../../support/service";
import { type KindProvider, providerProcess } from "../provider-process";

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

/** A state and its inputs, as the engine has them; nothing before a create. */
interface Held {
  readonly state?: Properties | undefined;
  readonly inputs?: Properties;
}

const refused = "refused, 1 mail";
const recorded = "recorded, 1 mail";
const unmailed = "refused, 0 mails";
const sent = "sent, 1 mail";
const twice = "sent, 2 mails";

/** By operations, then by zone: what happens while the date is past nowhere, somewhere, everywhere. */
const table = {
  new: {
    specified: {
      set: [sent, unmailed, unmailed],
      unset: [sent, unmailed, unmailed],
      wrong: [sent, sent, unmailed],
    },
    extended: {
      set: [sent, unmailed, unmailed],
      unset: [sent, sent, unmailed],
      wrong: [sent, sent, unmailed],
    },
  },
  // To the date from one that lies far ahead; the campaign was paused for it.
  changed: {
    specified: {
      set: [sent, unmailed, unmailed],
      unset: [sent, unmailed, unmailed],
      wrong: [sent, sent, unmailed],
    },
    extended: {
      set: [sent, unmailed, unmailed],
      unset: [sent, sent, unmailed],
      wrong: [sent, sent, unmailed],
    },
  },
  // The service has the date, and its reply to the create was lost.
  unconfirmed: {
    specified: {
      set: [sent, refused, refused],
      unset: [sent, refused, refused],
      wrong: [sent, twice, refused],
    },
    extended: {
      set: [recorded, recorded, recorded],
      unset: [recorded, recorded, recorded],
      wrong: [recorded, recorded, recorded],
    },
  },
  // The same of a change, and the program has another date by now.
  "unconfirmed, then moved": {
    specified: {
      set: [sent, refused, refused],
      unset: [sent, refused, refused],
      wrong: [sent, twice, refused],
    },
    extended: {
      set: [sent, refused, refused],
      unset: [sent, refused, refused],
      wrong: [sent, refused, refused],
    },
  },
  // Its record of the date was lost with it.
  killed: {
    specified: {
      set: [sent, refused, refused],
      unset: [sent, refused, refused],
      wrong: [sent, twice, refused],
    },
    extended: {
      set: [recorded, refused, refused],
      unset: [recorded, refused, refused],
      wrong: [recorded, refused, refused],
    },
  },
  "killed, then moved": {
    specified: {
      set: [sent, twice, twice],
      unset: [sent, twice, twice],
      wrong: [sent, twice, twice],
    },
    extended: {
      set: [sent, refused, refused],
      unset: [sent, refused, refused],
      wrong: [sent, refused, refused],
    },
  },
  renamed: {
    specified: {
      set: [sent, refused, refused],
      unset: [sent, refused, refused],
      wrong: [sent, twice, refused],
    },
    extended: {
      set: [recorded, refused, refused],
      unset: [recorded, recorded, refused],
      wrong: [recorded, recorded, refused],
    },
  },
  "moved after its time": {
    specified: {
      set: [sent, refused, refused],
      unset: [sent, refused, refused],
      wrong: [sent, twice, refused],
    },
    extended: {
      set: [sent, refused, refused],
      unset: [sent, refused, refused],
      wrong: [sent, refused, refused],
    },
  },
  "renamed, with a new date": {
    specified: {
      set: [sent, twice, twice],
      unset: [sent, twice, twice],
      wrong: [sent, twice, twice],
    },
    extended: {
      set: [sent, refused, refused],
      unset: [sent, refused, refused],
      wrong: [sent, refused, refused],
    },
  },
} as const;

for (const wayIn of ["dynamic", "plugin"] as const) {
  describe(`the mails of a campaign whose date may be past, in a service that publishes again (${wayIn})`, function () {
    this.timeout(30_000);
    const { now } = Date;
    let hours = 0;
    let onRequest = () => {};
    const emulator = useEmulator(this, { clock: "real", onExchange: () => onRequest() });
    useNotices(this, "bare");
    beforeEach("stops the clock", () => {
      Date.now = () => start + hours * hourMs;
    });
    afterEach(() => {
      Date.now = now;
    });

    const begin = () => {
      hours = 0;
      onRequest = () => {};
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

    /** What an update does, as the engine has its steps: nothing in the state changes where a step is refused. */
    async function up(schedule: KindProvider, { state, inputs = {} }: Held, declared: Properties) {
      const { failures = [] } = await schedule.check(inputs, declared);
      if (failures.length > 0) return { state, inputs };
      try {
        if (state !== undefined) await schedule.diff("campaign-2", state, declared);
        const { outs } = await (state === undefined
          ? schedule.create(declared)
          : schedule.update("campaign-2", state, declared));
        return { state: outs as Properties, inputs: declared };
      } catch (error) {
        const { properties } = error as { properties?: Properties };
        return properties ? { state: properties, inputs: declared } : { state, inputs };
      }
    }

    /** What comes before the step that is judged, and its date. */
    const cases: Record<
      keyof typeof table,
      (schedule: KindProvider) => Promise<readonly [Held, number]>
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
          const found: Record<string, string[]> = {};
          for (const [zone, settings] of Object.entries(zones)) {
            found[zone] = [];
            for (const moment of moments) {
              begin();
              const run = () => providerProcess(emulator(), { ...settings, operations, wayIn });
              const [held, declared] = await cases[title as keyof typeof table](
                run()("CampaignSchedule"),
              );
              hours = moment;
              const [campaign] = emulator()
                .snapshot()
                .campaigns.filter(({ id }) => id === "campaign-2");
              // Somebody pauses what would not take another date.
              const hasDate = ["renamed", "unconfirmed", "killed"].includes(title);
              if (campaign?.status === "Scheduled" && !hasDate) pause();
              const before = puts();
              const after = await up(run()("CampaignSchedule"), held, props(declared));
              const isSent = puts() > before;
              hours = 2000;
              const count = emulator().snapshot().mails.length;
              const isDone = after.state !== undefined && after.inputs !== held.inputs;
              const outcome = isSent ? "sent" : isDone ? "recorded" : "refused";
              found[zone].push(`${outcome}, ${count} mail${count === 1 ? "" : "s"}`);
            }
          }
          expect(found).to.deep.equal(byZone);
        });
      }
    }

    it("remembers an old date that passed while the new one was sent", async () => {
      begin();
      const { set } = zones;
      const schedule = () => providerProcess(emulator(), { ...set, wayIn })("CampaignSchedule");
      const before = await up(schedule(), {}, props(due));
      pause();
      hours = due - 0.1;
      onRequest = () => {
        hours = due + 0.1;
      };
      const moved = await up(schedule(), before, props(400));
      expect(moved.state).to.deep.include({ ...props(400), unconfirmedTimes: [date(due)] });
      expect(await up(schedule(), moved, props(500))).to.deep.equal(moved);
    });
  });
}
