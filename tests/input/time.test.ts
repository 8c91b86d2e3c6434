import { expect } from "chai";
import { day, instantMs, instantOf, isFarFrom, time } from "../../provider/input/time";

describe("the check of a time", () => {
  for (const text of [
    "2028-02-29 00:00:00",
    "2026-12-31 23:59:59",
    "2028-02-29T00:00:00Z",
    "2026-12-31T23:59:59.999-05:00",
    "2026-12-31T23:59+14:00",
  ]) {
    it(`accepts "${text}"`, () => expect(time(text, "at")).to.deep.equal([]));
  }
  for (const [text, why] of [
    ["2027-02-29 00:00:00", "the day doesn't exist"],
    ["2026-06-31 10:00:00", "the day doesn't exist"],
    ["2026-06-15 24:00:00", "the hour doesn't exist"],
    ["2026-06-15 10:60:00", "the minute doesn't exist"],
    ["2026-06-15T10:00:00", "a time with T needs an offset or a zone"],
    ["2026-06-15 10:00", "the seconds are missing"],
    ["2026-6-15 10:00:00", "the month has one digit"],
    ["15.06.2026 10:00:00", "the year doesn't come first"],
    ["2027-02-29T00:00:00Z", "the day doesn't exist"],
    ["2026-06-15T24:00:00Z", "the hour doesn't exist"],
    ["2026-06-15 10:00:00[Europe/Berlin]", "a time with a zone needs a T"],
    ["2026-06-15T10:00:00[u-ca=iso8601]", "the brackets contain no time zone"],
    ["2026-06-15 10:00:00Z", "a time with an offset needs a T"],
    ["", "the text is empty"],
  ] as const) {
    // The problem quotes only values that look like dates, because others may be addresses or keys.
    const got = /^$|\[/.test(text) ? "" : ` (got "${text}")`;
    it(`refuses "${text}", because ${why}`, () =>
      expect(time(text, "at")).to.deep.equal([
        {
          path: "at",
          problem: `must be an existing time in the form YYYY-MM-DD HH:MM:SS, or with an offset or a time zone, such as 2027-03-01T09:00:00-05:00 or 2027-03-01T09:00:00[America/New_York]${got}`,
        },
      ]));
  }
});

describe("a number in place of a time", () => {
  it("is refused with an example of a valid time", () =>
    expect(time(1_900_000_000, "at")).to.deep.equal([
      {
        path: "at",
        problem:
          "must be a time as a string, such as 2027-03-01T09:00:00-05:00 (got a number, which says neither its unit nor a time zone)",
      },
    ]));
});

describe("a UTC offset", () => {
  const at = (offset: string) => `2099-03-01T09:00:00${offset}`;

  it("is accepted if the offset is from -12:00 to +14:00", () => {
    for (const offset of ["-12:00", "-00:00", "+00:00", "+05:45", "+12:45", "+14:00"]) {
      expect(time(at(offset), "at"), offset).to.deep.equal([]);
      expect(time(at(`[${offset}]`), "at"), offset).to.deep.equal([]);
    }
    expect(instantMs(at("+14:00"))).to.equal(Date.parse("2099-02-28T19:00:00Z"));
  });

  for (const offset of ["+19:00", "+14:01", "+14:30", "-12:01", "-12:30", "+23:59", "-23:00"]) {
    it(`of ${offset} is refused, because offsets are from -12:00 to +14:00`, () => {
      const problem = `the offset ${offset} is that of no place: offsets are from -12:00 to +14:00`;
      const forms = [offset, `${offset}[Europe/Berlin]`, `[${offset}]`];
      for (const text of [...forms, `[${offset.replace(":", "")}]`].map(at)) {
        expect(time(text, "at"), text).to.deep.equal([{ path: "at", problem }]);
        expect(instantMs(text), text).to.equal(undefined);
      }
    });
  }

  it("is refused if the offset has more than 23 hours or 59 minutes", () => {
    for (const offset of ["+05:60", "+25:00", "-99:99"]) {
      expect(time(at(offset), "at"), offset).to.have.length(1);
    }
  });
});

describe("a time with a time zone in brackets", () => {
  for (const [text, why, problem] of [
    [
      "2027-03-02T09:00:00[Berlin]",
      "the zone is not an IANA name",
      'the time zone "Berlin" is not known (did you mean "Europe/Berlin"?). Use an IANA name, such as Europe/Berlin',
    ],
    [
      "2027-03-02T09:00:00[Europe/Berlni]",
      "the zone is misspelt",
      'the time zone "Europe/Berlni" is not known (did you mean "Europe/Berlin"?). Use an IANA name, such as Europe/Berlin',
    ],
    [
      "2027-03-02T09:00:00+02:00[Europe/Berlin]",
      "the offset is not that of the zone",
      "the offset +02:00 is not that of Europe/Berlin at this time, +01:00. Correct or remove it",
    ],
    [
      "2027-03-28T02:30:00[Europe/Berlin]",
      "the clocks skip the time",
      "does not exist in Europe/Berlin: the clocks go forward and skip it. Set another time; by the clocks before and after the change, it would be one of 2027-03-28T00:30:00Z and 2027-03-28T01:30:00Z",
    ],
    [
      "2027-10-31T02:30:00[Europe/Berlin]",
      "the clocks repeat the time",
      "happens twice in Europe/Berlin, at 2027-10-31T00:30:00Z and 2027-10-31T01:30:00Z: the clocks go back and repeat this hour. Set a time outside this hour",
    ],
  ] as const) {
    it(`is refused if ${why}: ${text}`, () =>
      expect(time(text, "at")).to.deep.equal([{ path: "at", problem }]));
  }

  // The zones, and how often the clocks of each change in a year.
  for (const [zone, count] of [
    ["Europe/Berlin", 2],
    ["America/New_York", 2],
    ["America/St_Johns", 2],
    ["America/Santiago", 2],
    ["Australia/Lord_Howe", 2],
    ["Africa/Casablanca", 2],
    ["Pacific/Kiritimati", 0],
    ["Asia/Kolkata", 0],
    ["UTC", 0],
    ["+05:45", 0],
  ] as const) {
    it(`is read as by JavaScript's Temporal if the zone is ${zone}`, async () => {
      const { Temporal } = await import("temporal-polyfill");
      const start = Temporal.ZonedDateTime.from(`2027-01-01T00:00[${zone}]`);
      const changes = [start];
      for (let at = start.getTimeZoneTransition("next"); at !== null && at.year < 2028; ) {
        changes.push(at);
        at = at.getTimeZoneTransition("next");
      }
      let rows = 0;
      for (const change of changes) {
        for (let minutes = -26 * 60; minutes <= 26 * 60; minutes += 30) {
          const near = Math.abs(minutes) <= 180 || minutes % 360 === 0;
          if (!near) continue;
          const local = change
            .toPlainDateTime()
            .add({ minutes })
            .toString({ smallestUnit: "second" });
          const offsets = ["", "Z", "+01:00", "+02:00", "-05:00", "-02:30", "+10:30", "+05:45"];
          const own = change.add({ minutes }).offset;
          for (const text of [
            ...[...offsets, own].map((offset) => `${local}${offset}[${zone}]`),
            `${local.slice(0, 16)}${own}[!${zone}]`,
            `${local}.25${own}[${zone}]`,
            change.add({ minutes }).toString(),
          ]) {
            const options = { disambiguation: "reject", offset: "reject" } as const;
            let expected: number | undefined;
            try {
              const { epochMilliseconds } = Temporal.ZonedDateTime.from(text, options);
              expected = Math.floor(epochMilliseconds / 1000) * 1000;
            } catch (error) {
              expect(error).to.be.an.instanceof(RangeError);
            }
            expect(instantMs(text), text).to.equal(expected);
            expect(time(text, "at").length, text).to.equal(expected === undefined ? 1 : 0);
            rows += 1;
          }
        }
      }
      // 12 forms of each of 21 times, around the start of the year and each clock change.
      expect(rows).to.equal(12 * 21 * (1 + count));
    });
  }
});

describe("the check of a day", () => {
  it("accepts a date that exists", () => expect(day("2028-02-29", "on")).to.deep.equal([]));
  for (const [text, got] of [
    ["2027-02-29", ' (got "2027-02-29")'],
    ["2026-06-15 00:00:00", ' (got "2026-06-15 00:00:00")'],
    ["2026-6-1", ' (got "2026-6-1")'],
    ["tomorrow", ' (got "tomorrow")'],
    ["March 1st, 2030", ' (got "March 1st, 2030")'],
    ["an invalid Date", ' (got "an invalid Date")'],
    ["a1b2c3d4e5f6", ""],
    ["ada@acme.example", ""],
  ] as const) {
    it(`refuses the invalid day "${text}"`, () =>
      expect(day(text, "on")).to.deep.equal([
        { path: "on", problem: `must be an existing date in the form YYYY-MM-DD${got}` },
      ]));
  }
});

describe("the conversion of a time to milliseconds", () => {
  it("drops fractions of a second, and returns undefined for a local time", () => {
    expect(instantMs("1970-01-01T00:01:00.9Z")).to.equal(60_000);
    expect(instantMs("1970-01-01T02:00-01:30")).to.equal(12_600_000);
    expect(instantMs("1970-01-01 00:01:00")).to.equal(undefined);
  });
});

describe("the conversion of a JavaScript Date to a time in UTC", () => {
  it('drops fractions of a second, and returns "an invalid Date" for an invalid Date', () => {
    expect(instantOf(new Date(60_999))).to.equal("1970-01-01T00:01:00Z");
    expect(instantOf(new Date("never"))).to.equal("an invalid Date");
  });
});

describe("the declared time 2098-03-01 09:00:00", () => {
  const declared = "2098-03-01 09:00:00";
  for (const [read, isFar] of [
    ["2098-03-02 11:00:00", false],
    ["2098-03-02 11:00:01", true],
    ["2098-03-05T10:00:00.000Z", true],
    ["05.03.2098 10:00", false],
    ["Mar 5, 2098 10:00", false],
    ["2098-03-99 10:00:00", false],
  ] as const) {
    it(`counts as ${isFar ? "different from" : "possibly equal to"} the service's ${read} if the time zone is unknown`, () => {
      expect(isFarFrom(declared, read)).to.equal(isFar);
    });
  }
});
