import { expect } from "chai";
import { commentOf, mailedIn } from "../../../support/preview";
import {
  dated,
  ofStack,
  onDate,
  said,
  schedule,
  step,
  unknown,
  urnOf,
} from "../../../support/preview-fixtures";

const noted = (message: string, name = "date") =>
  said("info", urnOf("CampaignSchedule", name), message);

const table = (...of: Parameters<typeof commentOf>) => mailedIn(commentOf(...of));
const rowsOf = (...steps: object[]) => table({ steps });
const rowOf = (...steps: object[]) => rowsOf(...steps)[0];
/** The cells of each row: sign, campaign, subject, date, recipients. */
const cellsOf = (...steps: object[]) =>
  rowsOf(...steps).map((row) => row.slice(2, -2).split(" | "));
/** Two cells of the first row: the sign of the change, and the date. */
const signAndDate = (...steps: object[]) => {
  const [[sign, , , date] = []] = cellsOf(...steps);
  return [sign, date];
};

const [day, next] = ["2098-03-01 09:00:00", "2098-03-02 09:00:00"];
const shownDay = "Sat 2098-03-01 09:00 Europe/Berlin (08:00 UTC)";
const keptDay = `${shownDay} (when it was last read)`;
const shownNext = "Sun 2098-03-02 09:00 Europe/Berlin (08:00 UTC)";
const same = onDate("same", day, day);
const created = onDate("create", undefined, day);
const removed = onDate("delete", day, undefined);
const kept = step("same", "spring", {}, {});
/** An update for which the engine names the changed inputs. */
const changed = (now: object, old: object = {}) => ({
  ...step("update", "spring", now, old),
  diffReasons: Object.keys(now),
});
const renewed = changed({ subject: "New" }, { subject: "Old" });
const stateOf = (id: string, inputs: object, more: object = {}) => ({ id, inputs, ...more });
/** The step of an unchanged list. */
const list = (id: string, name: string) => ({
  op: "same",
  urn: urnOf("List", name),
  oldState: stateOf(id, { name }),
  newState: { inputs: { name } },
});
const gone = (name: string, oldState: object) => ({
  op: "delete",
  urn: urnOf("Campaign", name),
  oldState,
});
const providerOf = (name: string, type = "emailmarketing") =>
  `urn:pulumi:prod::mail::pulumi:providers:${type}::${name}::id-1`;
const nothing = "Nothing: this update sends no email, and changes none that this stack schedules.";

describe("the comment's table of emails", () => {
  it("shows both dates in local time and UTC if an email moves across a clock change", () => {
    const moved = onDate("update", "2098-03-29 09:00:00", "2098-04-01 00:30:00");
    expect(rowsOf(kept, moved)).to.deep.equal([
      "| moved | **spring** | What is new in spring | Sat 2098-03-29 09:00 Europe/Berlin (08:00 UTC) (when it was last read) → Tue 2098-04-01 00:30 Europe/Berlin (Mon 2098-03-31 22:30 UTC) | contacts not known (preflight did not report them): list-1 |",
    ]);
  });

  describe("for an email to a new list", () => {
    const fresh = (name: string, provider?: string) => ({
      op: "create",
      urn: urnOf("List", name),
      newState: { inputs: { name }, ...(provider && { provider }) },
    });
    const inputs = { listIds: ["list-1", unknown] };
    const spring = step("create", "spring", inputs);
    const from = (listIds: readonly string[]) => ({
      ...spring,
      newState: { inputs, propertyDependencies: { listIds } },
    });
    const to = (campaign: object, ...lists: object[]) =>
      rowOf(...lists, campaign, schedule("spring", day))
        ?.split(": ")
        .at(-1);

    it("names the list if the engine reports that the campaign depends on the list", () => {
      const campaign = from([urnOf("List", "Fresh")]);
      expect(to(campaign, fresh("Fresh"), fresh("Other"))).to.equal("list-1, Fresh (new) |");
      expect(to(from([]), fresh("Fresh"))).to.equal("list-1, (known after apply) |");
    });

    it("names the account's only new list if the engine reports no dependency", () => {
      const far = fresh("Far", providerOf("eu"));
      expect(to(spring, fresh("Fresh"), far)).to.equal("list-1, Fresh (new) |");
      for (const lists of [
        [],
        [fresh("Fresh"), fresh("Other")],
        [far],
        [fresh("Fresh"), fresh("[secret]")],
        [fresh("[secret]")],
      ]) {
        expect(to(spring, ...lists)).to.equal("list-1, (known after apply) |");
      }
    });

    it('shows "(known after apply)" for an adopted list, and doesn\'t mark the list as new', () => {
      const adopted = {
        ...fresh("Everybody"),
        newState: { inputs: { name: "Everybody", existingId: "list-9" } },
      };
      const lists = (...names: readonly string[]) => names.map((name) => urnOf("List", name));
      const unsaid = "list-1, (known after apply) |";
      expect(to(spring, adopted)).to.equal(unsaid);
      expect(to(spring, adopted, fresh("Fresh"))).to.equal(unsaid);
      expect(to(from(lists("Everybody")), adopted)).to.equal(unsaid);
      expect(to(from(lists("Everybody")), adopted, fresh("Fresh"))).to.equal(unsaid);
      expect(to(from(lists("Fresh")), adopted, fresh("Fresh"))).to.equal("list-1, Fresh (new) |");
    });

    it("shows the number of an adopted list's contacts if preflight has reported the number", () => {
      const [team, none] = [
        { name: "Team", existingId: "list-9" },
        { name: "None", existingId: "list-8" },
      ].map((own) => ({ op: "create", urn: urnOf("List", own.name), newState: { inputs: own } }));
      const note = `schedules "spring" for ${day} to 17 contacts: 5 in "Customers" (list-1), 12 in "Team" (list-9). [campaign-audience campaignId list-1=5 list-9=12]`;
      const row = (...lists: readonly (object | undefined)[]) => {
        const steps = [...lists, spring, schedule("spring", day)];
        return table({ steps, diagnostics: [noted(note, "spring")] })[0]
          ?.split(" | ")
          .at(-1);
      };
      expect(row(team)).to.equal("up to **17** contacts: Customers (5), Team (12) |");
      expect(row(none)).to.include("contacts not known");
      expect(row(team, fresh("Fresh"))).to.include("contacts not known");
    });

    it("has separate rows for two emails if their new lists may differ", () => {
      const moved = ["spring", "fall"].flatMap((name) => [
        {
          ...step("update", name, { listIds: [unknown], subject: "Hi" }),
          oldState: stateOf(name, { listIds: ["list-1"], subject: "Hi" }),
          diffReasons: ["listIds"],
        },
        onDate("same", day, undefined, name, name),
      ]);
      const cells = cellsOf(fresh("Fresh"), fresh("Other"), ...moved);
      expect(cells.map(([, name]) => name)).to.deep.equal(["**fall**", "**spring**"]);
    });

    it("has separate rows for two emails if each goes to a new list and to a different adopted list", () => {
      const adopted = (name: string, existingId: string) => ({
        ...fresh(name),
        newState: { inputs: { name, existingId } },
      });
      const edited = (name: string, ...lists: readonly string[]) => {
        const inputs = { listIds: lists.map(() => unknown), html: "new" };
        const update = step("update", name, inputs, { ...inputs, html: "old" });
        const propertyDependencies = { listIds: lists.map((one) => urnOf("List", one)) };
        return [
          {
            ...update,
            oldState: stateOf(name, { ...inputs, html: "old" }),
            newState: { inputs, propertyDependencies },
            diffReasons: ["html"],
          },
          onDate("same", day, day, name, name),
        ];
      };
      const namesOf = (first: readonly string[], second: readonly string[]) =>
        cellsOf(
          ...[fresh("Fresh"), adopted("Team", "list-8"), adopted("Press", "list-9")],
          ...[...edited("spring", ...first), ...edited("fall", ...second)],
        ).map(([, name]) => name);
      expect(namesOf(["Fresh", "Team"], ["Fresh", "Press"])).to.deep.equal([
        "**fall**",
        "**spring**",
      ]);
      expect(namesOf(["Fresh"], ["Fresh"])).to.deep.equal(["**2 mails**: fall and spring"]);
    });
  });

  it("shows that a campaign is still sent if the schedule is removed before the date", () => {
    const spring = gone("spring", stateOf("campaign-1", { subject: "Old" }));
    const past = onDate("delete", "2020-03-01 09:00:00", undefined, "past", "campaign-2");
    expect(rowsOf(spring, removed, past)).to.deep.equal([
      "| removed | **campaign-2** | not in the preview | Sun 2020-03-01 09:00 Europe/Berlin (08:00 UTC): the campaign keeps its date, which is in the past |  |",
      `| removed | **spring** | Old | **is still sent** on ${keptDay} | contacts not known (it names no list) |`,
    ]);
  });

  it("has only one row for a campaign if the schedule is replaced or renamed", () => {
    const signs = (...steps: object[]) => cellsOf(kept, ...steps).map(([sign]) => sign);
    expect(signs(onDate("replace", day, day))).to.deep.equal(["not moved"]);
    expect(signs(onDate("replace", day, next))).to.deep.equal(["moved"]);
    const renamed = onDate("create", undefined, next, "new");
    expect(signs(renamed, onDate("replace", day, undefined, "old"))).to.deep.equal(["moved"]);
  });

  it("has a row for the removed schedule if the campaign's new schedule has a past date", () => {
    const one = dated("2020-03-21 09:00:00");
    const newState = { ...one, inputs: { ...one.inputs, ignoreChecks: ["schedule-past"] } };
    const recorded = { urn: urnOf("CampaignSchedule", "past"), newState };
    const signs = (past: object) =>
      cellsOf(kept, onDate("delete", day, undefined, "old"), past).map((row) => row.slice(0, 2));
    const stillSent = ["removed", "**spring**"];
    expect(signs({ op: "create", ...recorded })).to.deep.equal([
      stillSent,
      ["recorded", "**spring**"],
    ]);
    expect(signs({ op: "same", ...recorded, oldState: newState })).to.deep.equal([stillSent]);
  });

  it("contains a changed campaign even if the campaign's schedule doesn't change", () => {
    const spring = changed({ subject: "New", listIds: ["list-2"] }, { subject: "Old" });
    expect(rowsOf(ofStack, spring, same)).to.deep.equal([
      `| other recipients | **spring** | Old → New | content changes, still sent on ${keptDay} | list-1 → contacts not known (preflight counts them when the date or the recipients change): list-2 |`,
    ]);
    const counted = (number: number, one: object) =>
      table({ steps: [ofStack, one], changeSummary: { same: number, update: 1 } });
    expect(counted(2, spring)[0]).to.include("| may be scheduled: preview with `--show-sames` |");
    expect(counted(1, spring)).to.deep.equal([nothing]);
    const silent = { ...step("update", "spring", {}, {}), diffReasons: ["ignoreChecks", "name"] };
    expect(rowsOf(ofStack, silent)).to.deep.equal([nothing]);
  });

  it("contains a changed campaign even if the engine names no changed input", () => {
    const row = (inputs: object, old: object = {}) =>
      rowOf(ofStack, step("update", "spring", inputs, old), same);
    expect(row({ segmentId: "seg-vip" })).to.match(
      /^\| other recipients \| \*\*spring\*\* .* \| list-1 → contacts not known \(it goes to a segment\): list-1, segment seg-vip \|$/,
    );
    expect(row({ html: "<p>Surprise</p>" })).to.match(/^\| content changes \| /);
    expect(row({ ignoreChecks: ["plain-text-missing"] })).to.match(/^Nothing/);
    // A secret may have changed, and an update without a named input may change anything.
    const secret = { subject: "[secret]" };
    expect(row({ ...secret, ignoreChecks: [] }, secret)).to.match(/^\| content changes \| /);
    expect(row({})).to.match(/^\| content changes \| /);
  });

  it("contains a changed campaign that is scheduled in the service, but not by the stack", () => {
    const was = (status: string) => {
      const state = { inputs: { subject: "Old", listIds: ["list-1"] }, outputs: { status } };
      const steps = [ofStack, { ...renewed, oldState: state }];
      return table({ steps, changeSummary: { same: 1, update: 1 } })[0];
    };
    const there = "| scheduled in the service when it was last read, not by this stack |";
    expect(was("scheduled")).to.include(`| content changes | **spring** | Old → New ${there}`);
    expect(was("paused")).to.include(there.replace("scheduled", "paused"));
    expect(was("draft")).to.match(/^Nothing/);
    expect(was("finished")).to.match(/^Nothing/);
  });

  it("contains an adopted campaign, because the campaign may be scheduled in the service", () => {
    const taken = (existingId: string, changeSummary: object, ...steps: object[]) =>
      table({ steps: [step("create", "live", { existingId }), ...steps], changeSummary })[0];
    const row = (date: string) =>
      `| content changes | **live** | What is new in spring | ${date} | contacts not known (preflight counts them when the date or the recipients change): list-1 |`;
    const whole = { create: 2 };
    expect(taken("campaign-1", whole)).to.equal(row("may be scheduled in the service"));
    expect(taken(unknown, whole)).to.equal(row("may be scheduled in the service"));
    expect(taken("campaign-1", whole, same)).to.equal(
      row(`content changes, still sent on ${keptDay}`),
    );
    expect(taken("campaign-1", whole, schedule("live", day))).to.match(/^\| new \| /);
    expect(taken("campaign-1", { create: 1, same: 3 })).to.equal(
      row("may be scheduled: preview with `--show-sames`"),
    );
    expect(rowOf(step("create", "live", {}))).to.match(/^Nothing/);
  });

  it("shows that an adopted campaign is still sent if the schedule is removed", () => {
    const live = step("create", "live", { existingId: "campaign-1" });
    const still = `**is still sent** on ${keptDay}`;
    expect(rowOf(live, removed)).to.include(
      `| removed | **live** | What is new in spring | content changes, ${still} |`,
    );
    // The replaced campaign stays unchanged in the service.
    const replaced = step("replace", "live", { existingId: "campaign-7" }, { subject: "Old" });
    const rows = table({ steps: [replaced, removed], changeSummary: { replace: 1, delete: 1 } });
    expect(rows.map((row) => row.split(" | ").slice(0, 4))).to.deep.equal([
      ["| removed", "**live**", "Old", still],
      ["| content changes", "**live**", "What is new in spring", "may be scheduled in the service"],
    ]);
  });

  describe("for changed content", () => {
    const html = step("update", "spring", { html: "<p>90%</p>" }, { html: "<p>10%</p>" });
    const still = ["content changes", `content changes, still sent on ${keptDay}`];
    const renamed = [onDate("create", undefined, day, "b"), onDate("delete", day, undefined, "a")];
    const moved = onDate("update", day, next);
    const rows: Readonly<Record<string, readonly [object[], string[]]>> = {
      "shows the unchanged date if the schedule stays": [[onDate("update", day, day)], still],
      "shows the unchanged date if the schedule is renamed": [renamed, still],
      "shows the old and the new date if the schedule gets another date": [
        [moved],
        ["moved", `content changes, ${keptDay} → ${shownNext}`],
      ],
      "shows that the email is still sent if the schedule is removed": [
        [removed],
        ["removed", `content changes, **is still sent** on ${keptDay}`],
      ],
      "marks the email as new if the schedule is new": [[created], ["new", shownDay]],
    };
    for (const [title, [steps, expected]] of Object.entries(rows)) {
      it(title, () => expect(signAndDate(html, ...steps)).to.deep.equal(expected));
    }
  });

  it("shows that a campaign was aborted if the status in the state is aborted", () => {
    const was = (status: string) => {
      const { outputs, ...state } = dated(day);
      const oldState = { ...state, outputs: { ...outputs, status } };
      return rowOf(kept, { ...onDate("update", day, day), oldState });
    };
    expect(was("scheduled")).to.include("| still sent on Sat 2098-03-01 09:00 Europe/Berlin");
    expect(was("aborted")).to.include(`| ${shownDay}: the campaign was aborted |`);
  });

  it("masks secret subjects, and marks values that are known only after apply", () => {
    const secret = (now: string, old: string) => rowOf(changed({ subject: now }, { subject: old }));
    expect(secret("[secret]", "Old")).to.include("| (secret) |");
    expect(secret("New", "[secret]")).to.include("| (secret) |");
    const late = step("create", "spring", { subject: unknown });
    expect(rowOf(late, schedule("spring", unknown))).to.include(
      "| (known after apply) | a time that is secret or known only after apply |",
    );
  });

  it("marks an email as moved if the secret date may have changed", () => {
    const secret = (now: object, old: object, diffReasons: string[]) => {
      const one = dated("[secret]");
      const state = (more: object) => ({ ...one, inputs: { ...one.inputs, ...more } });
      const urn = urnOf("CampaignSchedule", "date");
      const update = { op: "update", urn, oldState: state(old), newState: state(now), diffReasons };
      return signAndDate(kept, update);
    };
    const a = { ignoreChecks: ["a"] };
    const time = "a time that is secret or known only after apply";
    expect(secret({ ignoreChecks: ["b"] }, a, ["ignoreChecks"])).to.deep.equal([
      "not moved",
      `still sent at ${time} (when it was last read)`,
    ]);
    const moved = ["moved", `${time} (when it was last read) → ${time}`];
    expect(secret(a, a, ["scheduledAt"])).to.deep.equal(moved);
    expect(secret(a, {}, [])).to.deep.equal(moved);
  });

  it("shows dates in the Provider's or the preflight note's time zone, or else in the service's", () => {
    const provider = providerOf("us");
    const urn = urnOf("CampaignSchedule", "a");
    const a = { op: "create", urn, newState: { ...dated(day, "campaign-8"), provider } };
    const newState = { inputs: { timeZone: "America/New_York" } };
    const us = { op: "same", urn: provider.replace("::id-1", ""), newState };
    expect(rowOf(us, a)).to.include(
      "| new | **campaign-8** (Provider us) | not in the preview | Sat 2098-03-01 09:00 America/New\\_York (14:00 UTC) |",
    );
    expect(rowOf(a)).to.include("| Sat 2098-03-01 09:00:00 in the service's time |");
    const note = noted(
      'schedules "x" for 2098-03-01 09:00:00 (Asia/Tokyo) to 1 contact in "A" (a). [campaign-audience a=1]',
      "a",
    );
    expect(table({ steps: [a], diagnostics: [note] })[0]).to.include(
      "| Sat 2098-03-01 09:00 Asia/Tokyo (00:00 UTC) | **1** contact: A (1) |",
    );
  });

  describe("for a DomainDnsShare", () => {
    const recipients = ["a@acme.example", "b@acme.example"];
    const urn = urnOf("DomainDnsShare", "dns");
    const shareOf = (more: object) => ({ inputs: { domainId: "domain-1", recipients, ...more } });
    const share = (now: object, old?: object, diffReasons: string[] = []) => ({
      ...{ op: old === undefined ? "create" : "update", urn, diffReasons },
      newState: shareOf(now),
      ...(old && { oldState: shareOf(old) }),
    });
    const to = (addresses: string) =>
      `| DNS records | **domain-1** |  | at once, by the update | ${addresses} |`;
    const [two, uncounted] = [
      to("2 addresses"),
      to("a number of addresses that is secret or known only after apply"),
    ];
    const triggers = (...all: unknown[]) => ({ triggers: all });
    const trigger = { triggers: "[secret]" };
    const sealed = { recipients: ["it@acme.example", "[secret]"] };
    const secrets = { recipients: ["[secret]", "[secret]", "a@acme.example"] };
    const checks = (name: string) => ({ ...sealed, ignoreChecks: [name] });
    const rows: Readonly<Record<string, readonly [object, string]>> = {
      "counts all addresses if the share is new": [share({}), two],
      "counts only the added addresses if the share's recipients change": [
        share({}, { recipients: ["a@acme.example"] }),
        to("1 address"),
      ],
      "has no row if the share doesn't change": [share({}, {}), nothing],
      "counts all addresses if triggers are added": [share(triggers("1"), {}), two],
      "counts all addresses if triggers are removed": [share({}, triggers("1")), two],
      "counts all addresses if triggers change": [share(triggers("2"), triggers("1")), two],
      "has no row if the triggers stay the same": [share(triggers("1"), triggers("1")), nothing],
      "shows no number of addresses if a secret trigger changes": [
        share(trigger, trigger, ["triggers"]),
        uncounted,
      ],
      "shows no number of addresses if a trigger is known only after apply": [
        share(triggers(unknown), triggers("1")),
        uncounted,
      ],
      "shows no number of addresses if a secret address changes": [
        share(sealed, sealed, ["recipients"]),
        uncounted,
      ],
      "shows no number of addresses if some addresses are secret": [share(secrets), uncounted],
      // If an input is added, the engine doesn't report changed secrets. If it names one changed input, it names all.
      "shows no number of addresses if an input is added and an address is secret": [
        share({ ...sealed, ignoreChecks: [] }, sealed),
        uncounted,
      ],
      "has no row if the engine names only ignoreChecks as changed": [
        share(checks("a"), checks("b"), ["ignoreChecks"]),
        nothing,
      ],
    };
    for (const [title, [one, row]] of Object.entries(rows)) {
      it(title, () => expect(rowsOf(one)).to.deep.equal([row]));
    }

    it("shows the share's row first, with the names of Provider and domain if the preview has the names", () => {
      const newState = { ...shareOf({}), provider: providerOf("us") };
      expect(rowOf(created, { op: "create", urn, newState })).to.match(
        /^\| DNS records \| \*\*domain-1\*\* \(Provider us\) \| /,
      );
      const message =
        'emails the DNS records of "acme.example" (domain-1). [share-domain domainId]';
      const diagnostics = [said("info", urn, message)];
      expect(table({ steps: [share({})], diagnostics })[0]).to.match(
        /^\| DNS records \| \*\*acme\.example\*\* \| /,
      );
    });
  });

  it("shows both possible UTC times if a local time occurs twice when clocks are put back", () => {
    for (const time of ["2098-10-26 02:30:00", "2098-10-26T02:30:00+01:00"]) {
      expect(rowOf(onDate("create", undefined, time))).to.include(
        "| Sun 2098-10-26 02:30 Europe/Berlin (00:30 or 01:30 UTC) |",
      );
    }
  });

  for (const words of ["was sent", "is being sent", "was aborted"]) {
    it(`doesn't show "still sent" if preflight reports that the campaign ${words}`, () => {
      const conflict = {
        urn: "",
        severity: "info#err",
        message: `warning: Campaign "Spring": the campaign ${words}, so it can't be changed any more. Restore the old values. [campaign-closed]\n`,
      };
      const row = (date: object) =>
        table({ steps: [renewed, date], diagnostics: [conflict] })[0] ?? "";
      expect(row(same)).to.match(/^Nothing: /);
      const later = onDate("create", undefined, next);
      for (const date of [onDate("update", day, next), removed, later]) {
        expect(row(date)).to.match(/^\| (?:not moved|removed|not sent) \| \*\*spring\*\* \|/);
        expect(row(date)).to.include(`(08:00 UTC): the campaign ${words} |`);
        expect(row(date)).to.not.include("still sent");
      }
    });
  }

  it("shows a removed schedule's date as past if the date was a minute ago in the service's time zone", () => {
    const minuteAgo = new Date(Date.now() - 60_000);
    const timeZone = "America/Los_Angeles";
    const form = { timeZone, dateStyle: "short", timeStyle: "medium" } as const;
    const time = new Intl.DateTimeFormat("sv-SE", form).format(minuteAgo);
    const preview = {
      config: { "emailmarketing:timeZone": timeZone },
      steps: [kept, onDate("delete", time, undefined)],
    };
    expect(table(preview)[0]).to.include("the campaign keeps its date, which is in the past |");
    expect(commentOf(preview).join("\n")).to.not.include("WILL");
  });

  it("shows the names and sizes of the lists of removed and changed emails", () => {
    const spring = changed({ subject: "New", listIds: ["list-1", "list-3"] });
    const fall = gone("fall", stateOf("campaign-2", { subject: "Old", listIds: ["list-1"] }));
    const ofFall = onDate("delete", next, undefined, "fall", "campaign-2");
    const flash = onDate("create", undefined, "2098-03-03 09:00:00", "flash", "campaign-3");
    const note = noted(
      'schedules "flash" for 2098-03-03 09:00:00 (Europe/Berlin) to 1200 contacts in "Customers" (list-1). [campaign-audience list-1=1200]',
      "flash",
    );
    const steps = [ofStack, list("list-3", "Friends"), spring, same, fall, ofFall, flash];
    const rows = table({ steps, diagnostics: [note] });
    expect(rows.map((row) => row.split(" | ").at(-1))).to.deep.equal([
      "**1,200** contacts: Customers (1,200) |",
      "Customers (1,200) → contacts not known (preflight counts them when the date or the recipients change): Customers (1,200), Friends |",
      "**1,200** contacts: Customers (1,200) |",
    ]);
  });

  it("shows a list's id, not the name of another account's list with that id", () => {
    const provider = providerOf("us", "pulumi-nodejs");
    const inputs = { subject: "Old", listIds: ["list-1"] };
    const us = gone("us", stateOf("campaign-8", inputs, { provider }));
    const oldState = { ...dated(day, "campaign-8"), provider };
    const ofUs = { op: "delete", urn: urnOf("CampaignSchedule", "us"), oldState };
    expect(rowOf(list("list-1", "Customers"), us, ofUs)).to.match(/: list-1 \|$/);
  });

  it("finds a schedule's campaign by the account if two accounts have campaigns with the same id", () => {
    const of = (name: string, state: object) => ({ ...state, provider: providerOf(name) });
    const campaign = (op: string, name: string, subject: string) => {
      const state = (text: string) =>
        of(name, stateOf("campaign-1", { subject: text, listIds: ["list-1"] }));
      const urn = urnOf("Campaign", `${name}-news`);
      return { op, urn, oldState: state(`${name} subject`), newState: state(subject) };
    };
    const date = (op: string, name: string, old?: string, now?: string) => ({
      op,
      urn: urnOf("CampaignSchedule", `${name}-date`),
      ...(old && { oldState: of(name, dated(old)) }),
      ...(now && { newState: of(name, dated(now)) }),
    });
    const rows = (...steps: object[]) => cellsOf(eu, ...steps).map((row) => row.slice(0, 3));
    const us = campaign("same", "us", "us subject");
    const eu = campaign("same", "eu", "eu subject");
    const away = date("delete", "eu", day);
    const ofEu = ["removed", "**eu-news** (Provider eu)", "eu subject"];
    const ofUs = (sign: string, subject: string) => [sign, "**us-news** (Provider us)", subject];
    const moved = date("update", "us", day, next);
    expect(rows(us, moved, away)).to.deep.equal([ofEu, ofUs("moved", "us subject")]);
    // A new schedule doesn't replace a removed schedule of another account.
    const fresh = date("create", "us", undefined, next);
    expect(rows(us, fresh, away)).to.deep.equal([ofEu, ofUs("new", "us subject")]);
    const stay = ["eu", "us"].map((name) => date("same", name, day, day));
    expect(rows(campaign("update", "us", "New"), ...stay)).to.deep.equal([
      ofUs("content changes", "us subject → New"),
    ]);
  });

  it("sorts emails by date, shows the first 30, and only counts the others", () => {
    const clock = (at: number) => `${23 - Math.floor(at / 10)}:${59 - (at % 10)}`;
    const steps = Array.from({ length: 140 }, (_, at) =>
      onDate("create", undefined, `2098-01-01 ${clock(at)}:00`, `s${at}`, `c-${at}`),
    );
    const rows = table({ steps });
    expect(rows).to.have.lengthOf(31);
    expect(rows[0]).to.include("**c-139**");
    expect(rows[30]).to.equal("... and 110 more: 110 new.");
    expect(table({ steps }, { pages: "https://previews.acme.example/pr-7" })[30]).to.equal(
      "[... and 110 more: 110 new](https://previews.acme.example/pr-7)",
    );
  });

  it("warns that emails may be missing from the table if the preview failed or can't be read", () => {
    const failed = (...steps: object[]) => table({ steps }, { isFailed: true });
    expect(failed(ofStack)).to.deep.equal([
      "The preview failed, so this may not be all that is mailed.",
    ]);
    expect(table({ steps: [ofStack] }, { problem: "cut" })[0]).to.equal(
      "The preview can't be read, so what is mailed is not known.",
    );
    expect(failed(created)).to.have.lengthOf(2);
  });

  it("shows only five of 150 lists, masks addresses and keys in list names, and escapes Markdown", () => {
    const name = (at: number) =>
      at === 0 ? "of ada@acme.example | <b>@team</b>\\nk-123" : `List ${at}`;
    const listIds = Array.from({ length: 150 }, (_, at) => `list-${at}`);
    const sizes = listIds.map((id, at) => `1 in "${name(at)}" (${id})`).join(", ");
    const tag = `[campaign-audience ${listIds.map((id) => `${id}=1`).join(" ")}]`;
    const sentence = `schedules "spring" for ${day} (Europe/Berlin) to 150 contacts: ${sizes}. ${tag}`;
    const steps = [step("create", "spring", { listIds }), schedule("spring", day)];
    const diagnostics = [noted(sentence, "spring")];
    const [row = ""] = table({ steps, diagnostics }, {}, ["k-123"]);
    expect(row.split(" | ").slice(4).join(" | ")).to.equal(
      "up to **150** contacts: of \\[address\\] \\| \\<b\\>@\u200bteam\\</b\\> \\[key\\] (1), List 1 (1), List 2 (1), List 3 (1), List 4 (1), 145 more |",
    );
  });
});
