import { expect } from "chai";
import { withTag } from "../../provider/input/finding";
import { judgeSendWindow } from "../../provider/lifecycle/preflight";
import { unknownValue } from "../../provider/plain/value";
import { argumentSettings } from "../../provider/settings/settings";

/** The findings about a date. */
const judge = (scheduledAt: string, sendWindow: string, timeZone = "") =>
  judgeSendWindow(scheduledAt, argumentSettings({ sendWindow, timeZone })).map(withTag);

const withDay = (time: string) =>
  `${new Date(`${time.replace(" ", "T")}Z`).toUTCString().slice(0, 3)} ${time}`;

describe("the guard sendWindow", () => {
  it("refuses a date outside the window, with the weekday and time in the error", () => {
    expect(judge("2098-03-08 20:00:00", "Mon-Fri 08:00-18:00", "Europe/Berlin")).to.deep.equal([
      'scheduledAt: Sat 2098-03-08 20:00:00 (Europe/Berlin) is outside the setting sendWindow, "Mon-Fri 08:00-18:00" (argument sendWindow of the explicit Provider). Set a time within it. [validation]',
    ]);
  });

  it("compares a local time as declared, and a time with an offset after conversion to timeZone", () => {
    const window = "Mon-Fri 08:00-18:00";
    expect(judge("2098-03-03T23:00:00Z", window, "America/New_York")).to.deep.equal([]);
    expect(judge("2098-03-03T12:00:00Z", window, "America/New_York")).to.have.length(1);
    expect(judge("2098-03-03 08:00:00", window)).to.deep.equal([]);
    expect(judge("2098-03-03 07:00:00", window)).to.deep.equal([
      'scheduledAt: Mon 2098-03-03 07:00:00 is outside the setting sendWindow, "Mon-Fri 08:00-18:00" (argument sendWindow of the explicit Provider). Set a time within it. [validation]',
    ]);
  });

  for (const [window, inside, outside] of [
    ["Mon 08:00-18:00", ["2098-03-03 08:00:00", "2098-03-03 18:00:00"], ["2098-03-03 18:00:01"]],
    ["Mon 08:00-18:00", [], ["2098-03-03 07:59:59"]],
    ["Mon 08:00-24:00", ["2098-03-04 00:00:00"], []],
    ["Mon 22:00-02:00", ["2098-03-04 02:00:00"], ["2098-03-04 02:00:01"]],
    ["Sun 22:00-02:00", ["2098-03-03 02:00:00"], []],
    ["22:00-02:00", [], ["2098-03-03 21:59:00"]],
    ["Fri-Mon 09:00-10:00", ["2098-03-03 09:30:00"], ["2098-03-04 09:30:00"]],
    ["Mon-Fri 08:00-18:00; Sat 10:00-14:00", ["2098-03-08 11:00:00"], ["2098-03-08 09:00:00"]],
    ["08:00-12:00; 10:00-14:00; 16:00-17:00", [], ["2098-03-03 15:00:00"]],
  ] as const) {
    for (const time of inside) {
      it(`accepts ${withDay(time)} if the window is "${window}"`, () => {
        expect(judge(time, window)).to.deep.equal([]);
      });
    }
    for (const time of outside) {
      it(`refuses ${withDay(time)} if the window is "${window}"`, () => {
        expect(judge(time, window)).to.have.length(1);
      });
    }
  }

  it("accepts a time within the window if the clocks show this time twice", () => {
    expect(judge("2098-10-26 02:30:00", "Sun 02:00-03:00", "Europe/Berlin")).to.deep.equal([]);
  });

  it("reports nothing if the time is unknown, or has an offset and timeZone is not set", () => {
    expect(judge(unknownValue, "Mon 08:00-18:00")).to.deep.equal([]);
    expect(judge("2098-03-04T12:00:00Z", "Mon 08:00-18:00")).to.deep.equal([]);
  });

  it("reports nothing if the setting is absent", () => {
    expect(judge("2098-03-08 03:00:00", "")).to.deep.equal([]);
  });
});
