import { expect } from "chai";
import { speakWith } from "../../../provider/account/notice";
import type { Properties } from "../../../provider/input/plain";
import { useDatedService } from "../../support/dated-service";
import { useNotices } from "../../support/notice";
import { providerProcess, type Resource, type Settings } from "../../support/resource";
import { changing, sent, useEmulator } from "../../support/service";
import { type Held, up } from "./update";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const start = Date.UTC(2027, 0, 11, 12);
/** When the campaign is mailed, and when the step comes that is judged, by the service's clock. */
const mailed = start + 24 * hourMs;
const judged = mailed + 40 * minuteMs;

const text = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace("T", " ");
const props = (ms: number, campaignId = "campaign-2") => ({ campaignId, scheduledAt: text(ms) });
const due = props(mailed);
const far = props(mailed + 240 * hourMs);
const soon = props(judged + 2 * hourMs);

/** How far the machine's clock is ahead of the service's. */
const clocks = {
  "1 day behind": -24 * hourMs,
  "1 h behind": -hourMs,
  "30 s behind": -30_000,
  right: 0,
  "30 s ahead": 30_000,
  "1 h ahead": hourMs,
  "1 day ahead": 24 * hourMs,
};

const outcomes = {
  s: "sent, 1 mail",
  k: "recorded, 1 mail",
  r: "refused, 1 mail",
  n: "refused, 0 mails",
} as const;

/** What comes of a step under each clock: whatever it is, nobody gets a mail twice. */
const table = {
  moved: { specified: "rrrrrrr", extended: "rrrrrrr" },
  // A check knows the machine's clock alone; where it lets the date pass, a reading finds that the campaign was sent on it.
  renamed: { specified: "rrrrrrr", extended: "kkrrrrr" },
  replaced: { specified: "rrrrrrr", extended: "rrrrrrr" },
  "lost reply": { specified: "rrrrrrr", extended: "rrrrrrr" },
  new: { specified: "ssssssn", extended: "ssssssn" },
} as const;

for (const wayIn of ["dynamic", "plugin"] as const) {
  describe(`the date of a campaign where a clock is wrong (${wayIn})`, function () {
    this.timeout(60_000);
    const { now } = Date;
    let aheadMs = 0;
    let hours = 0;
    const emulator = useEmulator(this, { clock: new Date(start).toISOString() });
    const service = useDatedService(this, emulator);
    const told = useNotices(this, "bare");
    const time = () => start + hours * hourMs;
    beforeEach("sets the clocks", () => {
      speakWith();
      Date.now = () => time() + aheadMs;
      service.date = time;
      service.headers = {};
    });
    afterEach(() => {
      Date.now = now;
    });

    const goOn = (to: number) => {
      const ms = to - time();
      emulator().advance(ms);
      hours += ms / hourMs;
    };
    const begin = () => {
      [hours, aheadMs] = [0, 0];
      emulator().reset();
      const example = emulator().snapshot();
      const zone = { timezone: "UTC", campaign_quirks: ["publishes-again" as const] };
      emulator().seed({ ...example, account: { ...example.account, ...zone } });
    };
    const run = (settings: Settings) =>
      providerProcess(service, { timeZone: "UTC", ...settings }, wayIn)("CampaignSchedule");
    const pause = () => emulator().patch("campaigns", "campaign-2", { status: "Paused" });

    /** What comes before the step that is judged, and what is declared then. */
    const cases: Record<keyof typeof table, (schedule: Resource) => Promise<[Held, Properties]>> = {
      moved: async (schedule) => [await up(schedule, {}, due), far],
      async renamed(schedule) {
        await up(schedule, {}, due);
        return [{}, due];
      },
      async replaced(schedule) {
        await up(schedule, {}, due);
        return [{}, props(mailed, "campaign-1")];
      },
      async "lost reply"(schedule) {
        const before = await up(schedule, {}, props(mailed + 300 * hourMs));
        pause();
        emulator().faults([{ method: "PUT", path: "/campaign/*", times: 1, kind: "html" }]);
        return [await up(schedule, before, due), far];
      },
      new: async () => [{}, soon],
    };

    /** What has come of a case under these settings, and how many mails there are in the end. */
    async function outcomeOf(title: keyof typeof table, settings: Settings, clock: number) {
      begin();
      const [held, declared] = await cases[title](run(settings));
      goOn(judged);
      aheadMs = clock;
      const before = emulator().requests().length;
      const after = await up(run(settings), held, declared);
      const requests = emulator().requests().slice(before);
      goOn(judged + 2000 * hourMs);
      const count = emulator().snapshot().mails.length;
      const outcome =
        changing(requests).length > 0
          ? "sent"
          : after.refusal === undefined
            ? "recorded"
            : "refused";
      const inWords = `${outcome}, ${count} mail${count === 1 ? "" : "s"}`;
      return { inWords, refusal: after.refusal, requests: sent(requests) };
    }

    for (const [title, byOperations] of Object.entries(table)) {
      for (const [operations, letters] of Object.entries(byOperations)) {
        for (const accountDomain of ["", "acme.example"]) {
          it(`${title} (${operations}${accountDomain && ", with accountDomain"})`, async () => {
            const settings = { operations, accountDomain };
            const found: Record<string, string> = {};
            for (const [clock, ms] of Object.entries(clocks)) {
              const { inWords } = await outcomeOf(title as keyof typeof table, settings, ms);
              found[clock] = inWords;
            }
            const expected = Object.keys(clocks).map((clock, index) => [
              clock,
              outcomes[letters[index] as keyof typeof outcomes],
            ]);
            expect(found).to.deep.equal(Object.fromEntries(expected));
          });
        }
      }
    }

    const both =
      "By the service's clock it is 2027-01-12 12:40:00 UTC, and by this machine's 2027-01-11 12:40:00 UTC.";
    const alreadySent =
      "can't be changed: the old time is in the past, so the campaign was already sent. For another mailing, declare another Campaign with its own CampaignSchedule. Otherwise restore the old value, or add scheduledAt to ignoreChanges.";

    it("asks for one reply before the first date, and says once how far the clocks are apart", async () => {
      const dayBehind = clocks["1 day behind"];
      const { refusal, requests } = await outcomeOf("moved", {}, dayBehind);
      expect(requests).to.deep.equal(["POST /domains/search"]);
      expect(refusal).to.equal(
        `CampaignSchedule "campaign-2": scheduledAt: ${alreadySent} ${both}`,
      );
      expect(told().filter((one) => one.includes("clock"))).to.deep.equal([
        "this machine's clock is 86400 s behind the service's clock, so no date is sent that is past by either. Set this machine's clock.",
      ]);
    });

    it("says of a date that is past by the machine's clock alone what the clocks show", async () => {
      const { refusal: checked } = await outcomeOf("new", {}, clocks["1 day ahead"]);
      expect(checked).to.equal(
        "scheduledAt: 2027-01-12 14:40:00 is in the past. Set a later time. This machine's clock shows 2027-01-13 12:40:00 UTC",
      );
      begin();
      const schedule = run({});
      goOn(judged);
      aheadMs = clocks["1 day ahead"];
      // What the check of the process before has let pass.
      const refusal = await schedule.create(soon).then(String, ({ message }: Error) => message);
      expect(refusal).to.equal(
        `CampaignSchedule "campaign-2": scheduledAt: is in the past by now, so it is not sent. Set a later time, and run pulumi up. By the service's clock it is 2027-01-12 12:40:00 UTC, and by this machine's 2027-01-13 12:40:00 UTC.`,
      );
    });

    it("goes by the machine's clock where the replies have no date of the service itself", async () => {
      for (const [date, headers] of [
        [undefined, {}],
        [time, { age: "0" }],
        [() => Number.NaN, {}],
      ] as const) {
        service.date = date ?? (() => undefined);
        service.headers = headers;
        const { inWords, requests } = await outcomeOf("moved", {}, clocks["1 h behind"]);
        expect(inWords).to.equal("sent, 2 mails");
        expect(requests).to.deep.equal(["POST /domains/search", "PUT /campaign/campaign-2"]);
      }
    });

    it("sends no date where no reply comes, and takes a refusal for one", async () => {
      for (const [fault, refusal] of [
        [{ kind: "html" as const }, /replied with a web page/],
        [{ kind: "status" as const, status: 403 }, /can't be changed: the old time is in the past/],
      ] as const) {
        begin();
        const before = await up(run({}), {}, due);
        goOn(judged);
        aheadMs = clocks["1 day behind"];
        emulator().faults([{ ...fault, path: "/domains/search", times: 1 }]);
        const after = await up(run({}), before, far);
        expect(after.refusal).to.match(refusal);
        expect(emulator().snapshot().campaigns[1]?.scheduled_at).to.equal(due.scheduledAt);
      }
    });
  });
}
