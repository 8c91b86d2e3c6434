import { expect } from "chai";
import { useLog } from "../../../provider/account/step";
import type { Properties } from "../../../provider/plain/value";
import { currentForm, olderForms, useDatedService } from "../../support/dated-service";
import { providerProcess, type Resource, type Settings } from "../../support/resource";
import { currentRuntime } from "../../support/runtime";
import { changingRequests, sent, useEmulator } from "../../support/service";
import { useWarnings } from "../../support/warnings";

/** The state and inputs that the engine has of a resource; empty before a create. */
interface Held {
  readonly state?: Properties | undefined;
  readonly inputs?: Properties;
}

/** Runs an update as the engine does. If a step is refused, the engine's state stays as it was. */
async function up(
  schedule: Resource,
  { state, inputs = {} }: Held,
  declared: Properties,
): Promise<Held & { readonly refusal?: string }> {
  const [refusal] = await schedule.faults(declared, inputs);
  if (refusal !== undefined) return { state, inputs, refusal };
  try {
    if (state !== undefined) await schedule.diff("campaign-2", state, declared);
    const { outs } = await (state === undefined
      ? schedule.create(declared)
      : schedule.update("campaign-2", state, declared));
    return { state: outs, inputs: declared };
  } catch (error) {
    const { properties, message } = error as Error & { properties?: Properties };
    if (properties) return { state: properties, inputs: declared };
    return { state, inputs, refusal: message };
  }
}

const hourMs = 3_600_000;
const start = Date.UTC(2027, 0, 11, 12);

/** The result of a step, and how often the campaign was sent in the end. */
const outcomes = {
  s: "sent, 1 mail",
  T: "sent, 2 mails",
  k: "recorded, 1 mail",
  r: "refused, 1 mail",
  n: "refused, 0 mails",
} as const;
const inWords = (letters: string) =>
  [...letters].map((letter) => outcomes[letter as keyof typeof outcomes]);

/** A time zone of the service, and the hours that its clocks are behind UTC. */
const newYork = { timezone: "America/New_York", behind: 5 };
const utc = { timezone: "UTC", behind: 0 };

/** The program's settings: the time zone of the service, no time zone, or a wrong one. */
const zones = [{ timeZone: "America/New_York" }, {}, { timeZone: "Pacific/Pago_Pago" }] as const;
/** The hours of a step with a date at hour 30: not past, past in New York but not in Pago Pago, or past everywhere. */
const instants = [1, 32, 60];

/** The results for each of `zones`, one letter of `outcomes` for each of `instants`. */
const byZone = {
  new: { specified: "snn snn ssn", extended: "snn ssn ssn" },
  // The date changes from one far in the future. The campaign was paused for the change.
  changed: { specified: "snn snn ssn", extended: "snn ssn ssn" },
  // The service has the date, and its response to the create was lost.
  unconfirmed: { specified: "srr srr sTr", extended: "kkk kkk kkk" },
  // The response to a change of the date was lost, and the program now declares another date.
  "unconfirmed, then moved": { specified: "srr srr sTr", extended: "srr srr srr" },
  // The update was killed after it had sent the date, so the state lacks the date.
  killed: { specified: "srr srr sTr", extended: "krr krr krr" },
  "killed, then moved": { specified: "sTT sTT sTT", extended: "srr srr srr" },
  renamed: { specified: "srr srr sTr", extended: "krr kkr kkr" },
  "moved after its time": { specified: "srr srr sTr", extended: "srr srr srr" },
  "renamed, with a new date": { specified: "sTT sTT sTT", extended: "srr srr srr" },
} as const;

/** How far the machine's clock is ahead of the service's: from a day behind to a day ahead. */
const clocks = [-24 * hourMs, -hourMs, -30_000, 0, 30_000, hourMs, 24 * hourMs];
const [dayBehind = 0, hourBehind = 0, dayAhead = 0] = [clocks[0], clocks[1], clocks[6]];
/** The hours by the service's clock when the campaign is sent, and when the step runs. */
const mailed = 24;
const judged = mailed + 40 / 60;
const soon = judged + 2;

/** The results of a step, one letter for each of `clocks`. None of them sends the campaign twice. */
const byClock = {
  "moved after its time": { specified: "rrrrrrr", extended: "rrrrrrr" },
  // A check has only this machine's clock. If the check accepts the date, a read shows that the campaign was sent.
  renamed: { specified: "rrrrrrr", extended: "kkrrrrr" },
  replaced: { specified: "rrrrrrr", extended: "rrrrrrr" },
  "unconfirmed, then moved": { specified: "rrrrrrr", extended: "rrrrrrr" },
  new: { specified: "ssssssn", extended: "ssssssn" },
} as const;

type Title = keyof typeof byZone | keyof typeof byClock;

/** The condition of each case, as a part of the test's name. */
const conditions: Readonly<Record<Title, string>> = {
  new: "a new CampaignSchedule sets the date",
  changed: "an update changes the date of the paused campaign",
  unconfirmed: "the create got no valid response and an update follows",
  "unconfirmed, then moved": "an update changes a date whose request got no valid response",
  killed: "an update follows one that was killed after sending the date",
  "killed, then moved": "an update changes a date that a killed update has sent",
  renamed: "the CampaignSchedule gets another logical name",
  "moved after its time": "an update changes a date that may be past",
  "renamed, with a new date": "the CampaignSchedule gets another logical name and date",
  replaced: "another campaign then gets the same date",
};

/** How often the campaign is sent, as a part of the test's name. */
const timesSent = (letters: string) =>
  letters.includes("T")
    ? `is sent twice in ${letters.split("T").length - 1} of 9 cases`
    : "is sent at most once";

/** The settings, the service's time zone and the time of a step. */
interface World {
  readonly settings: Settings;
  readonly zone: typeof newYork;
  /** The hours from `start` of the declared date (`due`), and of the step (`at`). */
  readonly due: number;
  readonly at: number;
  /** How far this machine's clock is ahead of the service's during the step. */
  readonly aheadMs?: number;
}

const runtime = currentRuntime();
describe("a scheduled campaign", function () {
  this.timeout(30_000);
  const { now } = Date;
  let [hours, aheadMs] = [0, 0];
  let onDate = () => {};
  const emulator = useEmulator(this, {
    clock: new Date(start).toISOString(),
    onExchange: ({ method }) => void (method === "PUT" && onDate()),
  });
  const service = useDatedService(this, emulator);
  const warnings = useWarnings(this, "bare");
  const time = () => start + hours * hourMs;
  beforeEach("sets the clocks", () => {
    useLog();
    Date.now = () => time() + aheadMs;
    service.date = time;
    service.form = currentForm;
    service.headers = {};
  });
  afterEach(() => {
    Date.now = now;
  });

  const goOn = (to: number) => {
    emulator().advance((to - hours) * hourMs);
    hours = to;
  };
  const begin = ({ timezone }: World["zone"]) => {
    [hours, aheadMs] = [0, 0];
    onDate = () => {};
    emulator().reset();
    const example = emulator().snapshot();
    const more = { timezone, campaign_quirks: ["publishes-again" as const] };
    emulator().seed({ ...example, account: { ...example.account, ...more } });
  };
  const run = (settings: Settings) =>
    providerProcess(service, settings, runtime)("CampaignSchedule");
  const props = (at: number, { behind }: World["zone"], campaignId = "campaign-2") => ({
    campaignId,
    scheduledAt: new Date(start + (at - behind) * hourMs)
      .toISOString()
      .slice(0, 19)
      .replace("T", " "),
  });
  const pause = () => emulator().patch("campaigns", "campaign-2", { status: "Paused" });
  const loseResponse = () =>
    emulator().faults([{ method: "PUT", path: "/campaign/*", times: 1, kind: "html" }]);

  /** Runs the steps before the tested step. Returns what the engine has then, and the inputs of the tested step. */
  async function before(
    title: Title,
    schedule: Resource,
    { due, zone }: World,
  ): Promise<readonly [Held, Properties]> {
    const dated = (held: Held, at: number) => up(schedule, held, props(at, zone));
    const [own, other] = [props(due, zone), props(400, zone)];
    /** Sends an earlier date first, pauses the campaign, and changes the date to `due`. */
    const changed = async (fails = () => {}) => {
      const held = await dated({}, 300);
      pause();
      fails();
      return [held, await dated(held, due)] as const;
    };
    switch (title) {
      case "new":
        return [{}, own];
      case "changed":
        return [await dated({}, 300), own];
      case "unconfirmed":
        loseResponse();
        return [await dated({}, due), own];
      case "unconfirmed, then moved":
        return [(await changed(loseResponse))[1], other];
      case "killed":
        return [(await changed())[0], own];
      case "killed, then moved":
        return [(await changed())[0], other];
      case "moved after its time":
        return [await dated({}, due), other];
      case "replaced":
        await dated({}, due);
        return [{}, props(due, zone, "campaign-1")];
      case "renamed":
        await dated({}, due);
        return [{}, own];
      case "renamed, with a new date":
        await dated({}, due);
        return [{}, other];
    }
  }

  async function outcomeOf(title: Title, world: World) {
    const { settings, zone, at } = world;
    begin(zone);
    const [held, declared] = await before(title, run(settings), world);
    goOn(at);
    aheadMs = world.aheadMs ?? 0;
    // Somebody pauses the campaign, because the service changes a date only then.
    const hasDate = ["renamed", "unconfirmed", "killed"].includes(title);
    const isScheduled = emulator().snapshot().campaigns[1]?.status === "Scheduled";
    if (isScheduled && !hasDate) pause();
    const known = emulator().requests().length;
    const after = await up(run(settings), held, declared);
    const requests = emulator().requests().slice(known);
    goOn(at + 2000);
    const count = emulator().snapshot().mails.length;
    const isSent = changingRequests(requests).length > 0;
    const outcome = isSent ? "sent" : after.refusal === undefined ? "recorded" : "refused";
    const words = `${outcome}, ${count} mail${count === 1 ? "" : "s"}`;
    return { words, refusal: after.refusal, requests: sent(requests) };
  }

  for (const [title, byOperations] of Object.entries(byZone)) {
    for (const [operations, expected] of Object.entries(byOperations)) {
      it(`${timesSent(expected)} if ${conditions[title as Title]} (operations=${operations})`, async () => {
        for (const [index, letters] of expected.split(" ").entries()) {
          const found: string[] = [];
          for (const at of instants) {
            const settings = { ...zones[index], operations };
            const world = { settings, zone: newYork, due: 30, at };
            found.push((await outcomeOf(title as Title, world)).words);
          }
          expect(found).to.deep.equal(inWords(letters));
        }
      });
    }
  }

  /** Runs the step of a case while this machine's clock is wrong. */
  const underClock = (title: Title, clock: number, settings: Settings = {}) =>
    outcomeOf(title, {
      settings: { timeZone: "UTC", ...settings },
      ...{ zone: utc, due: title === "new" ? soon : mailed, at: judged, aheadMs: clock },
    });

  for (const [title, byOperations] of Object.entries(byClock)) {
    for (const [operations, letters] of Object.entries(byOperations)) {
      for (const accountDomain of ["", "acme.example"]) {
        it(`is sent at most once despite a wrong local clock if ${conditions[title as Title]} (operations=${operations}${accountDomain && ", with accountDomain"})`, async () => {
          const found: string[] = [];
          for (const clock of clocks) {
            const settings = { operations, accountDomain };
            found.push((await underClock(title as Title, clock, settings)).words);
          }
          expect(found).to.deep.equal(inWords(letters));
        });
      }
    }
  }

  it("keeps the old date as unconfirmed in the state if that date passes during the update", async () => {
    begin(newYork);
    const settings = zones[0];
    const first = await up(run(settings), {}, props(30, newYork));
    pause();
    goOn(29.9);
    onDate = () => {
      hours = 30.1;
    };
    const moved = await up(run(settings), first, props(400, newYork));
    const { scheduledAt } = props(30, newYork);
    expect(moved.state).to.deep.include({
      ...props(400, newYork),
      unconfirmedTimes: [scheduledAt],
    });
    expect((await up(run(settings), moved, props(500, newYork))).state).to.deep.equal(moved.state);
  });

  const both =
    "By the service's clock it is 2027-01-12 12:40:00 UTC, and by this machine's 2027-01-11 12:40:00 UTC. [conflict]";
  const alreadySent =
    "can't be changed: the old time is in the past, so the campaign was already sent. For another mailing, declare another Campaign with its own CampaignSchedule. Otherwise restore the old value, or add scheduledAt to ignoreChanges.";

  it("gets no new date, with one warning, if the local clock is a day behind", async () => {
    const { refusal, requests } = await underClock("moved after its time", dayBehind);
    expect(requests).to.deep.equal(["POST /domains/search"]);
    expect(refusal).to.equal(`CampaignSchedule "campaign-2": scheduledAt: ${alreadySent} ${both}`);
    expect(warnings().filter((one) => one.includes("clock"))).to.deep.equal([
      "this machine's clock is 86400 s behind the service's clock, so no date is sent that is past by either. Set this machine's clock.",
    ]);
  });

  it("gets no date if the date is past by the local clock, but not by the service's", async () => {
    const { refusal: checked } = await underClock("new", dayAhead);
    expect(checked).to.equal(
      "scheduledAt: 2027-01-12 14:40:00 is in the past. Set a later time. This machine's clock shows 2027-01-13 12:40:00 UTC [validation scheduledAt]",
    );
    begin(utc);
    const schedule = run({ timeZone: "UTC" });
    goOn(judged);
    aheadMs = dayAhead;
    // Runs no check, because the check of an earlier process may have accepted the date.
    const created = schedule.create(props(soon, utc));
    const refusal = await created.then(String, ({ message }: Error) => message);
    expect(refusal).to.equal(
      `CampaignSchedule "campaign-2": scheduledAt: is in the past by now, so it is not sent. Set a later time, and run pulumi up. By the service's clock it is 2027-01-12 12:40:00 UTC, and by this machine's 2027-01-13 12:40:00 UTC. [conflict]`,
    );
  });

  for (const [title, form, headers] of [
    ["the Date header of a response with Age: 0", currentForm, { age: "0" }],
    ["an RFC 850 Date header", olderForms["RFC 850"], {}],
    ["an asctime Date header", olderForms.asctime, { age: "0" }],
    ["the Date header of a response with Age: 3600", currentForm, { age: "3600" }],
  ] as const) {
    it(`gets no new date if ${title} shows that the old date is past`, async () => {
      if (form) service.form = form;
      service.headers = headers;
      const { words, requests } = await underClock("moved after its time", dayBehind);
      expect(words).to.equal("refused, 1 mail");
      expect(requests).to.deep.equal(["POST /domains/search"]);
    });
  }

  it("is sent twice if no response shows the service's time and the local clock is slow", async () => {
    const hourAgo = () => time() - 3_600_000;
    for (const [date, headers] of [
      [() => undefined, {}],
      [hourAgo, { age: "3600" }],
      [() => Number.NaN, {}],
    ] as const) {
      warnings().splice(0);
      useLog();
      service.date = date;
      service.headers = headers;
      const { words, requests } = await underClock("moved after its time", hourBehind);
      expect(words).to.equal("sent, 2 mails");
      expect(requests).to.deep.equal(["POST /domains/search", "PUT /campaign/campaign-2"]);
      expect(warnings().filter((one) => one.includes("clock"))).to.deep.equal([
        "no response of the service has shown its time, so dates are judged by this machine's clock alone. If this machine's clock is slow, a campaign could be emailed twice. Check this machine's clock.",
      ]);
    }
  });

  it("gets no new date if the response about the service's time is HTML or has status 403", async () => {
    for (const [fault, refusal] of [
      [{ kind: "html" as const }, /replied with a web page/],
      [{ kind: "status" as const, status: 403 }, /can't be changed: the old time is in the past/],
    ] as const) {
      begin(utc);
      const settings = { timeZone: "UTC" };
      const held = await up(run(settings), {}, props(mailed, utc));
      goOn(judged);
      aheadMs = dayBehind;
      emulator().faults([{ ...fault, path: "/domains/search", times: 1 }]);
      const after = await up(run(settings), held, props(400, utc));
      expect(after.refusal).to.match(refusal);
      expect(emulator().snapshot().campaigns[1]?.scheduled_at).to.equal(
        props(mailed, utc).scheduledAt,
      );
    }
  });
});
