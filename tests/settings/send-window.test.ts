import { expect } from "chai";
import { sendWindow } from "../../provider/settings/table";

const problem =
  'must be days and hours such as "Mon-Fri 08:00-18:00", several of them separated by ";"';

describe("the setting sendWindow", () => {
  // The spans are in minutes since Monday 00:00.
  for (const [text, ...spans] of [
    ["Mon 08:00-18:00", "480 to 1080"],
    ["mon 8:00 - 18:00", "480 to 1080"],
    ["Sun 22:00-02:00", "9960 to 10200"],
    ["Mon 00:00-24:00", "0 to 1440"],
    [" Mon - Tue 08:00-18:00 ; Sat 10:00-14:30; ", "480 to 1080", "1920 to 2520", "7800 to 8070"],
    ["Sun-Mon 09:00-10:00", "9180 to 9240", "540 to 600"],
    ["Fri-Mon 09:00-10:00", "6300 to 6360", "7740 to 7800", "9180 to 9240", "540 to 600"],
    // Hours without days apply to every day.
    [
      "22:00-02:00",
      "1320 to 1560",
      "2760 to 3000",
      "4200 to 4440",
      "5640 to 5880",
      "7080 to 7320",
      "8520 to 8760",
      "9960 to 10200",
    ],
  ] as const) {
    it(`converts the value ${JSON.stringify(text)} to spans in minutes of the week`, () => {
      const parsed = sendWindow(text);
      const found = "value" in parsed && parsed.value.map(({ from, to }) => `${from} to ${to}`);
      expect(found).to.deep.equal(spans);
    });
  }

  for (const [text, why] of [
    [";", "no window is given"],
    ["Mon-Fri", "the hours are missing"],
    ["08:00", "the end is missing"],
    ["Monday 08:00-18:00", "the day's name is written out"],
    ["Foo 08:00-18:00", "the day is unknown"],
    ["Mon,Tue 08:00-18:00", "a comma separates days"],
    ["Mon 08:00-25:00", "the hour is over 24"],
    ["Mon 08:60-18:00", "the minute is over 59"],
    ["Mon 24:00-02:00", "the window begins at 24:00"],
    ["Mon 08:00-08:00", "begin and end are equal"],
    ["Mon 08.00-18.00", "dots separate hours and minutes"],
    ["Mon 08:00-18:00, Tue 08:00-18:00", "a comma separates windows"],
  ] as const) {
    it(`refuses the value ${JSON.stringify(text)}, because ${why}`, () => {
      expect(sendWindow(text)).to.deep.equal({ problem });
    });
  }
});
