import { expect } from "chai";
import { sendWindow } from "../../provider/settings/parse";

const problem =
  'must be days and hours such as "Mon-Fri 08:00-18:00", several of them separated by ";"';

describe("sendWindow", () => {
  for (const [text, spans] of [
    ["Mon 08:00-18:00", [{ from: 480, to: 1080 }]],
    ["mon 8:00 - 18:00", [{ from: 480, to: 1080 }]],
    ["Sun 22:00-02:00", [{ from: 9960, to: 10_200 }]],
    ["Mon 00:00-24:00", [{ from: 0, to: 1440 }]],
    [
      " Mon - Tue 08:00-18:00 ; Sat 10:00-14:30; ",
      [
        { from: 480, to: 1080 },
        { from: 1920, to: 2520 },
        { from: 7800, to: 8070 },
      ],
    ],
    [
      "Sun-Mon 09:00-10:00",
      [
        { from: 9180, to: 9240 },
        { from: 540, to: 600 },
      ],
    ],
  ] as const) {
    it(`reads ${JSON.stringify(text)}`, () => {
      expect(sendWindow(text)).to.deep.equal({ value: spans });
    });
  }

  it("takes the hours of every day where no day is named", () => {
    const parsed = sendWindow("22:00-02:00");
    expect("value" in parsed && parsed.value.map(({ from }) => from)).to.deep.equal([
      1320, 2760, 4200, 5640, 7080, 8520, 9960,
    ]);
  });

  it("takes Fri-Mon for four days", () => {
    const parsed = sendWindow("Fri-Mon 09:00-10:00");
    expect("value" in parsed && parsed.value.map(({ from }) => from)).to.deep.equal([
      6300, 7740, 9180, 540,
    ]);
  });

  for (const text of [
    ";",
    "Mon-Fri",
    "08:00",
    "Monday 08:00-18:00",
    "Foo 08:00-18:00",
    "Mon,Tue 08:00-18:00",
    "Mon 08:00-25:00",
    "Mon 08:60-18:00",
    "Mon 24:00-02:00",
    "Mon 08:00-08:00",
    "Mon 08.00-18.00",
    "Mon 08:00-18:00, Tue 08:00-18:00",
  ]) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(sendWindow(text)).to.deep.equal({ problem });
    });
  }
});
