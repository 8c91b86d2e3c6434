import { expect } from "chai";
import { renderComment } from "../../../provider/review/comment";
import { previewOf } from "../../support/preview";
import { schedule, step, unknown, urnOf } from "../../support/shown";

const config = { "emailmarketing:timeZone": "Europe/Berlin" };
const dated = (scheduledAt: string, campaignId = "campaign-1") => ({
  id: campaignId,
  inputs: { campaignId, scheduledAt },
  outputs: { campaignId, scheduledAt, sent: true },
});
/** A real preview has the id and the outputs of a resource in its old state alone. */
const declared = (scheduledAt: string, campaignId = "campaign-1") => ({
  inputs: { campaignId, scheduledAt },
});
const onDate = (op: string, old: string | undefined, now: string | undefined, name = "date") => ({
  op,
  urn: urnOf("CampaignSchedule", name),
  ...(old && { oldState: dated(old) }),
  ...(now && { newState: declared(now) }),
});
const noted = (message: string, name = "date") => ({
  urn: urnOf("CampaignSchedule", name),
  severity: "info",
  message: `${message}\n`,
});
const stack = { op: "same", urn: "urn:pulumi:prod::mail::pulumi:pulumi:Stack::mail-prod" };

/** The lines under the words, without the head of the table. */
function table(preview: object, aside: object = {}, keys: readonly string[] = []): string[] {
  const comment = renderComment(previewOf({ config, ...preview }, keys), aside);
  // Arrows have marks of their direction.
  const lines = comment.replaceAll("\u200e→\u200e", "→").split("\n");
  const begin = lines.indexOf("**Will be mailed**");
  expect(begin).to.equal(3);
  const end = lines.findIndex((line, at) => at > begin && /^\*\*(?!Will)/.test(line));
  return lines
    .slice(begin + 1, end === -1 ? undefined : end)
    .filter((line) => line !== "" && !line.startsWith("|  |") && !line.startsWith("| ---"));
}

describe("what will be mailed", () => {
  it("has old and new of a date that moves over a change of the clocks, or to another day in UTC", () => {
    const spring = step("same", "spring", {}, {});
    const moved = onDate("update", "2098-03-29 09:00:00", "2098-04-01 00:30:00");
    expect(table({ steps: [spring, moved] })).to.deep.equal([
      "| moved | **spring** | What is new in spring | Sat 2098-03-29 09:00 Europe/Berlin (08:00 UTC) → Tue 2098-04-01 00:30 Europe/Berlin (Mon 2098-03-31 22:30 UTC) | contacts not known (preflight did not report them): list-1 |",
    ]);
  });

  describe("of a campaign that goes to a list which the update creates", () => {
    const list = (name: string, provider?: string) => ({
      op: "create",
      urn: urnOf("List", name),
      newState: { inputs: { name }, ...(provider && { provider }) },
    });
    const spring = step("create", "spring", { listIds: ["list-1", unknown] });
    const said = (campaign: object, ...lists: object[]) => {
      const steps = [...lists, campaign, schedule("spring", "2098-03-01 09:00:00")];
      return table({ steps })[0]?.split(": ").at(-1)?.replace(" |", "");
    };
    const from = (listIds: readonly string[]) => {
      const { newState } = spring as { newState?: object };
      return { ...spring, newState: { ...newState, propertyDependencies: { listIds } } };
    };

    it("names it by what the input comes from", () => {
      const campaign = from([urnOf("List", "Fresh")]);
      expect(said(campaign, list("Fresh"), list("Other"))).to.equal("list-1, Fresh (new)");
      expect(said(from([]), list("Fresh"))).to.equal("list-1, (known after apply)");
    });

    it("names it where a preview doesn't say that, and it can be no other", () => {
      const other = "urn:pulumi:prod::mail::pulumi:providers:emailmarketing::eu::1";
      expect(said(spring, list("Fresh"), list("Far", other))).to.equal("list-1, Fresh (new)");
      const others = [
        [],
        [list("Fresh"), list("Other")],
        [list("Far", other)],
        [list("Fresh"), list("[secret]")],
        [list("[secret]")],
      ];
      for (const lists of others) {
        expect(said(spring, ...lists)).to.equal("list-1, (known after apply)");
      }
    });

    it("keeps mails apart of which it isn't shown that they go to the same one", () => {
      const moved = ["spring", "fall"].flatMap((name) => [
        {
          ...step("update", name, { listIds: [unknown], subject: "Hi" }),
          oldState: { id: name, inputs: { listIds: ["list-1"], subject: "Hi" } },
          diffReasons: ["listIds"],
        },
        {
          op: "same",
          urn: urnOf("CampaignSchedule", name),
          oldState: dated("2098-03-01 09:00:00", name),
        },
      ]);
      const rows = table({ steps: [list("Fresh"), list("Other"), ...moved] });
      expect(rows.map((row) => row.split(" | ")[1])).to.deep.equal(["**fall**", "**spring**"]);
    });
  });

  it("says what removing a schedule does not do, and what becomes of a past one", () => {
    const steps = [
      {
        op: "delete",
        urn: urnOf("Campaign", "spring"),
        oldState: { id: "campaign-1", inputs: { subject: "Old" } },
      },
      onDate("delete", "2098-03-01 09:00:00", undefined),
      {
        ...onDate("delete", "2020-03-01 09:00:00", undefined, "past"),
        oldState: dated("2020-03-01 09:00:00", "campaign-2"),
      },
    ];
    expect(table({ steps })).to.deep.equal([
      "| removed | **campaign-2** | not in the preview | Sun 2020-03-01 09:00 Europe/Berlin (08:00 UTC): the campaign keeps its date, which is in the past |  |",
      "| removed | **spring** | Old | **is still sent** on Sat 2098-03-01 09:00 Europe/Berlin (08:00 UTC) | contacts not known (it names no list) |",
    ]);
  });

  it("has one row for a schedule that is replaced for the same campaign, renamed with it or not", () => {
    const rowOf = (...steps: object[]) =>
      table({ steps: [step("same", "spring", {}, {}), ...steps] }).map((row) =>
        row.replace(/ \| .*\| /, " | "),
      );
    const [first, second] = ["2098-03-01 09:00:00", "2098-03-02 09:00:00"];
    const kept = rowOf(onDate("replace", first, first));
    expect(kept).to.have.lengthOf(1);
    expect(kept[0]).to.match(/^\| not moved \|/);
    for (const steps of [
      [onDate("replace", first, second)],
      [onDate("create", undefined, second, "new"), onDate("replace", first, undefined, "old")],
    ]) {
      const moved = rowOf(...steps);
      expect(moved).to.have.lengthOf(1);
      expect(moved[0]).to.match(/^\| moved \|/);
    }
  });

  it("says that a removed mail is still sent where a past date is only recorded in its place", () => {
    const recorded = (op: string) => {
      const one = dated("2020-03-21 09:00:00");
      const newState = { ...one, inputs: { ...one.inputs, ignoreChecks: ["schedule-past"] } };
      const oldState = op === "same" ? { oldState: newState } : {};
      return { op, urn: urnOf("CampaignSchedule", "past"), newState, ...oldState };
    };
    const removed = onDate("delete", "2098-03-01 09:00:00", undefined, "old");
    const signs = (...steps: object[]) =>
      table({ steps: [step("same", "spring", {}, {}), removed, ...steps] }).map((row) =>
        row.split(" | ").slice(0, 2).join(" | "),
      );
    expect(signs(recorded("create"))).to.deep.equal([
      "| removed | **spring**",
      "| recorded | **spring**",
    ]);
    expect(signs(recorded("same"))).to.deep.equal(["| removed | **spring**"]);
  });

  it("has a campaign that changes under its schedule, or may have one", () => {
    const changed = {
      ...step("update", "spring", { subject: "New", listIds: ["list-2"] }, { subject: "Old" }),
      diffReasons: ["subject", "listIds"],
    };
    const same = onDate("same", "2098-03-01 09:00:00", "2098-03-01 09:00:00");
    expect(table({ steps: [stack, changed, same] })).to.deep.equal([
      "| other recipients | **spring** | Old → New | content changes, still sent on Sat 2098-03-01 09:00 Europe/Berlin (08:00 UTC) | list-1 → contacts not known (preflight counts them when the date or the recipients change): list-2 |",
    ]);
    expect(table({ steps: [stack, changed], changeSummary: { same: 2, update: 1 } })[0]).to.include(
      "| may be scheduled: preview with `--show-sames` |",
    );
    const nothing =
      "Nothing: this update sends no email, and changes none that this stack schedules.";
    expect(table({ steps: [stack, changed], changeSummary: { same: 1, update: 1 } })).to.deep.equal(
      [nothing],
    );
    const silent = { ...step("update", "spring", {}, {}), diffReasons: ["ignoreChecks", "name"] };
    expect(table({ steps: [stack, silent] })).to.deep.equal([nothing]);
  });

  it("has a campaign that an input is added to, of which the engine names none", () => {
    const same = onDate("same", "2098-03-01 09:00:00", "2098-03-01 09:00:00");
    const row = (inputs: object, old: object = {}) =>
      table({ steps: [stack, step("update", "spring", inputs, old), same] })[0];
    expect(row({ segmentId: "seg-vip" })).to.match(
      /^\| other recipients \| \*\*spring\*\* .* \| list-1 → contacts not known \(it goes to a segment\): list-1, segment seg-vip \|$/,
    );
    expect(row({ html: "<p>Surprise</p>" })).to.match(/^\| content changes \| /);
    expect(row({ ignoreChecks: ["plain-text-missing"] })).to.match(/^Nothing/);
    // The other secret may be another one, and an update without any reason is not known to be silent.
    const secret = { subject: "[secret]" };
    expect(row({ ...secret, ignoreChecks: [] }, secret)).to.match(/^\| content changes \| /);
    expect(row({})).to.match(/^\| content changes \| /);
  });

  it("has a campaign that changes and that the service has scheduled without the stack", () => {
    const changed = (status: string) => {
      const one = step("update", "spring", { subject: "New" }, { subject: "Old" });
      const oldState = { inputs: { subject: "Old", listIds: ["list-1"] }, outputs: { status } };
      const steps = [stack, { ...one, oldState, diffReasons: ["subject"] }];
      return table({ steps, changeSummary: { same: 1, update: 1 } })[0];
    };
    expect(changed("scheduled")).to.include(
      "| content changes | **spring** | Old → New | scheduled in the service, not by this stack |",
    );
    expect(changed("paused")).to.include("| scheduled in the service, not by this stack |");
    expect(changed("draft")).to.match(/^Nothing/);
    expect(changed("finished")).to.match(/^Nothing/);
  });

  it("has a campaign of the service that is taken over, which may be scheduled there", () => {
    const taken = (existingId: string, ...steps: object[]) =>
      table({
        steps: [step("create", "live", { existingId }), ...steps],
        changeSummary: { create: 2 },
      })[0];
    const row = (date: string) =>
      `| content changes | **live** | What is new in spring | ${date} | contacts not known (preflight counts them when the date or the recipients change): list-1 |`;
    expect(taken("campaign-1")).to.equal(row("may be scheduled in the service"));
    expect(taken(unknown)).to.equal(row("may be scheduled in the service"));
    const same = onDate("same", "2098-03-01 09:00:00", "2098-03-01 09:00:00");
    expect(taken("campaign-1", same)).to.equal(
      row("content changes, still sent on Sat 2098-03-01 09:00 Europe/Berlin (08:00 UTC)"),
    );
    expect(taken("campaign-1", schedule("live", "2098-03-01 09:00:00"))).to.match(/^\| new \| /);
    const partial = { steps: [step("create", "live", { existingId: "campaign-1" })] };
    const [left] = table({ ...partial, changeSummary: { create: 1, same: 3 } });
    expect(left).to.equal(row("may be scheduled: preview with `--show-sames`"));
    expect(table({ steps: [step("create", "live", {})] })[0]).to.match(/^Nothing/);
  });

  it("has what a takeover makes of a mail whose schedule goes, and of one in another account", () => {
    const live = step("create", "live", { existingId: "campaign-1" });
    const removed = onDate("delete", "2098-03-01 09:00:00", undefined);
    const still = "**is still sent** on Sat 2098-03-01 09:00 Europe/Berlin (08:00 UTC)";
    expect(table({ steps: [live, removed] })[0]).to.include(
      `| removed | **live** | What is new in spring | content changes, ${still} |`,
    );
    // The replaced one stays as it is.
    const replaced = step("replace", "live", { existingId: "campaign-7" }, { subject: "Old" });
    const rows = table({ steps: [replaced, removed], changeSummary: { replace: 1, delete: 1 } });
    expect(rows.map((row) => row.split(" | ").slice(0, 4))).to.deep.equal([
      ["| removed", "**live**", "Old", still],
      ["| content changes", "**live**", "What is new in spring", "may be scheduled in the service"],
    ]);
  });

  it("says that content changes beside what becomes of the schedule", () => {
    const changed = step("update", "spring", { html: "<p>90%</p>" }, { html: "<p>10%</p>" });
    const cells = (...steps: object[]) => {
      const [row = ""] = table({ steps: [changed, ...steps] });
      const [sign, , , date] = row.split(" | ");
      return [sign, date];
    };
    const day = "Sat 2098-03-01 09:00 Europe/Berlin (08:00 UTC)";
    const [same, other] = ["2098-03-01 09:00:00", "2098-03-02 09:00:00"];
    const still = ["| content changes", `content changes, still sent on ${day}`];
    expect(cells(onDate("update", same, same))).to.deep.equal(still);
    const renamed = [
      onDate("create", undefined, same, "b"),
      onDate("delete", same, undefined, "a"),
    ];
    expect(cells(...renamed)).to.deep.equal(still);
    expect(cells(onDate("update", same, other))).to.deep.equal([
      "| moved",
      `content changes, ${day} → Sun 2098-03-02 09:00 Europe/Berlin (08:00 UTC)`,
    ]);
    expect(cells(onDate("delete", same, undefined))).to.deep.equal([
      "| removed",
      `content changes, **is still sent** on ${day}`,
    ]);
    expect(cells(onDate("create", undefined, same))).to.deep.equal(["| new", day]);
  });

  it("says that no mail is sent on a date that stays, where it is over", () => {
    const kept = (status: string) => {
      const one = onDate("update", "2098-03-01 09:00:00", "2098-03-01 09:00:00");
      const oldState = { ...one.oldState, outputs: { ...one.oldState?.outputs, status } };
      return table({ steps: [step("same", "spring", {}, {}), { ...one, oldState }] })[0];
    };
    expect(kept("scheduled")).to.include("| still sent on Sat 2098-03-01 09:00 Europe/Berlin");
    expect(kept("aborted")).to.include(
      "| Sat 2098-03-01 09:00 Europe/Berlin (08:00 UTC): the campaign was aborted |",
    );
  });

  it("shows no secret subject, on neither side, and says what is known only after apply", () => {
    const secret = (now: string, old: string) =>
      table({
        steps: [
          {
            ...step("update", "spring", { subject: now }, { subject: old }),
            diffReasons: ["subject"],
          },
        ],
      })[0];
    expect(secret("[secret]", "Old")).to.include("| (secret) |");
    expect(secret("New", "[secret]")).to.include("| (secret) |");
    const late = step("create", "spring", { subject: unknown });
    expect(table({ steps: [late, schedule("spring", unknown)] })[0]).to.include(
      "| (known after apply) | a time that is secret or known only after apply |",
    );
  });

  it("takes a secret date for one that moves only where the engine does, or does not say", () => {
    const secret = (now: object, old: object, diffReasons: string[]) => {
      const state = (more: object) => {
        const one = dated("[secret]");
        return { ...one, inputs: { ...one.inputs, ...more } };
      };
      const urn = urnOf("CampaignSchedule", "date");
      const update = { op: "update", urn, oldState: state(old), newState: state(now), diffReasons };
      const [row = ""] = table({ steps: [step("same", "spring", {}, {}), update] });
      const [sign, , , date] = row.split(" | ");
      return [sign, date];
    };
    const a = { ignoreChecks: ["a"] };
    const time = "a time that is secret or known only after apply";
    expect(secret({ ignoreChecks: ["b"] }, a, ["ignoreChecks"])).to.deep.equal([
      "| not moved",
      `still sent at ${time}`,
    ]);
    const moved = ["| moved", `${time} → ${time}`];
    expect(secret(a, a, ["scheduledAt"])).to.deep.equal(moved);
    expect(secret(a, {}, [])).to.deep.equal(moved);
  });

  it("reads dates in the zone of each Provider, and says where none is known", () => {
    const provider = "urn:pulumi:prod::mail::pulumi:providers:emailmarketing::us";
    const ofProvider = (name: string, id: string) => ({
      op: "create",
      urn: urnOf("CampaignSchedule", name),
      newState: { ...dated("2098-03-01 09:00:00", id), provider: `${provider}::1` },
    });
    const us = {
      op: "same",
      urn: provider,
      newState: { inputs: { timeZone: "America/New_York" } },
    };
    expect(table({ steps: [us, ofProvider("a", "campaign-8")] })[0]).to.include(
      "| new | **campaign-8** (Provider us) | not in the preview | Sat 2098-03-01 09:00 America/New\\_York (14:00 UTC) |",
    );
    expect(table({ steps: [ofProvider("a", "campaign-8")] })[0]).to.include(
      "| Sat 2098-03-01 09:00:00 in the service's time |",
    );
    const note = noted(
      'schedules "x" for 2098-03-01 09:00:00 (Asia/Tokyo) to 1 contact in "A" (a). [campaign-audience a=1]',
      "a",
    );
    expect(table({ steps: [ofProvider("a", "campaign-8")], diagnostics: [note] })[0]).to.include(
      "| Sat 2098-03-01 09:00 Asia/Tokyo (00:00 UTC) | **1** contact: A (1) |",
    );
  });

  describe("of a DNS share", () => {
    const recipients = ["a@acme.example", "b@acme.example"];
    const urn = urnOf("DomainDnsShare", "dns");
    const stateOf = (more: object) => ({ inputs: { domainId: "domain-1", recipients, ...more } });
    const share = (now: object, old?: object, diffReasons: string[] = []) => ({
      ...{ op: old === undefined ? "create" : "update", urn, diffReasons },
      newState: stateOf(now),
      ...(old && { oldState: stateOf(old) }),
    });
    const to = (addresses: string) =>
      `| DNS records | **domain-1** |  | at once, by the update | ${addresses} |`;
    const uncounted = to("a number of addresses that is secret or known only after apply");
    const nothing =
      "Nothing: this update sends no email, and changes none that this stack schedules.";
    const triggers = (...all: unknown[]) => ({ triggers: all });
    const sealed = { recipients: ["it@acme.example", "[secret]"] };
    const checks = (name: string) => ({ ...sealed, ignoreChecks: [name] });
    const rows: Readonly<Record<string, readonly [object, string]>> = {
      "has all addresses of a new one": [share({}), to("2 addresses")],
      "has those that are added": [share({}, { recipients: ["a@acme.example"] }), to("1 address")],
      "has none where nothing changes": [share({}, {}), nothing],
      "has all where triggers come": [share(triggers("1"), {}), to("2 addresses")],
      "has all where triggers go": [share({}, triggers("1")), to("2 addresses")],
      "has all where triggers change": [share(triggers("2"), triggers("1")), to("2 addresses")],
      "has none where triggers stay": [share(triggers("1"), triggers("1")), nothing],
      "counts none where a secret trigger changes": [
        share({ triggers: "[secret]" }, { triggers: "[secret]" }, ["triggers"]),
        uncounted,
      ],
      "counts none where a trigger is not known": [
        share(triggers(unknown), triggers("1")),
        uncounted,
      ],
      "counts none where a secret address changes": [
        share(sealed, sealed, ["recipients"]),
        uncounted,
      ],
      "counts none of secret addresses": [
        share({ recipients: ["[secret]", "[secret]", "a@acme.example"] }),
        uncounted,
      ],
      // The engine says nothing of the secrets beside an input that is added, but of all inputs where it names one.
      "counts none beside an input that is added": [
        share({ ...sealed, ignoreChecks: [] }, sealed),
        uncounted,
      ],
      "has none where the engine names another input": [
        share(checks("a"), checks("b"), ["ignoreChecks"]),
        nothing,
      ],
    };
    for (const [title, [step, row]] of Object.entries(rows)) {
      it(title, () => expect(table({ steps: [step] })).to.deep.equal([row]));
    }

    it("comes before what has a date, says whose account it is, and names its domain where preflight does", () => {
      const provider = "urn:pulumi:prod::mail::pulumi:providers:emailmarketing::us::id-1";
      const message = 'emails the DNS records of "acme.example" (domain-1). [share-domain]\n';
      const one = { op: "create", urn, newState: { ...stateOf({}), provider } };
      const steps = [onDate("create", undefined, "2098-03-01 09:00:00"), one];
      expect(table({ steps })[0]).to.match(
        /^\| DNS records \| \*\*domain-1\*\* \(Provider us\) \| /,
      );
      const named = table({
        steps: [share({})],
        diagnostics: [{ urn, severity: "info", message }],
      });
      expect(named[0]).to.match(/^\| DNS records \| \*\*acme\.example\*\* \| /);
    });
  });

  it("has both moments of a time that happens twice, with an offset or without, since the service gets the time alone", () => {
    for (const time of ["2098-10-26 02:30:00", "2098-10-26T02:30:00+01:00"]) {
      expect(table({ steps: [onDate("create", undefined, time)] })[0]).to.include(
        "| Sun 2098-10-26 02:30 Europe/Berlin (00:30 or 01:30 UTC) |",
      );
    }
  });

  it("says of no mail that it is still sent where this preview has read that it isn't", () => {
    const changed = step("update", "spring", { subject: "New" }, { subject: "Old" });
    const [day, next] = ["2098-03-01 09:00:00", "2098-03-02 09:00:00"];
    const conflict = (words: string) => ({
      urn: "",
      severity: "info#err",
      message: `warning: Campaign "Spring": the campaign ${words}, so it can't be changed any more. Restore the old values. [campaign-closed]\n`,
    });
    const rows = (words: string, ...steps: object[]) =>
      table({ steps: [changed, ...steps], diagnostics: [conflict(words)] });
    for (const words of ["was sent", "is being sent", "was aborted"]) {
      expect(rows(words, onDate("same", day, day))[0]).to.match(/^Nothing: /);
      for (const date of [
        onDate("update", day, next),
        onDate("delete", day, undefined),
        onDate("create", undefined, next),
      ]) {
        const [row = ""] = rows(words, date);
        expect(row).to.match(/^\| (?:not moved|removed|not sent) \| \*\*spring\*\* \|/);
        expect(row).to.include(`(08:00 UTC): the campaign ${words} |`);
        expect(row).to.not.include("still sent");
      }
    }
  });

  it("says of a mail that was sent a minute ago, by the clocks of the service, that it is past, and nothing else", () => {
    const minuteAgo = new Date(Date.now() - 60_000);
    const form = {
      timeZone: "America/Los_Angeles",
      dateStyle: "short",
      timeStyle: "medium",
    } as const;
    const time = new Intl.DateTimeFormat("sv-SE", form).format(minuteAgo);
    const preview = {
      config: { "emailmarketing:timeZone": "America/Los_Angeles" },
      steps: [step("same", "spring", {}, {}), onDate("delete", time, undefined)],
    };
    expect(table(preview)[0]).to.include("the campaign keeps its date, which is in the past |");
    expect(renderComment(previewOf(preview, []))).to.not.include("WILL");
  });

  it("names the lists of a removed mail, and of one whose content changes, by what the program and preflight say", () => {
    const list = (id: string, name: string) => ({
      op: "same",
      urn: urnOf("List", name),
      oldState: { id, inputs: { name }, outputs: { name } },
      newState: { inputs: { name } },
    });
    const spring = {
      ...step("update", "spring", { subject: "New", listIds: ["list-1", "list-3"] }, {}),
      diffReasons: ["subject", "listIds"],
    };
    const same = onDate("same", "2098-03-01 09:00:00", "2098-03-01 09:00:00");
    const gone = {
      op: "delete",
      urn: urnOf("Campaign", "fall"),
      oldState: { id: "campaign-2", inputs: { subject: "Old", listIds: ["list-1"] } },
    };
    const removed = {
      op: "delete",
      urn: urnOf("CampaignSchedule", "fall"),
      oldState: dated("2098-03-02 09:00:00", "campaign-2"),
    };
    const other = {
      op: "create",
      urn: urnOf("CampaignSchedule", "flash"),
      newState: declared("2098-03-03 09:00:00", "campaign-3"),
    };
    const note = noted(
      'schedules "flash" for 2098-03-03 09:00:00 (Europe/Berlin) to 1200 contacts in "Customers" (list-1). [campaign-audience list-1=1200]',
      "flash",
    );
    const steps = [stack, list("list-3", "Friends"), spring, same, gone, removed, other];
    const rows = table({ steps, diagnostics: [note] });
    expect(rows.map((row) => row.split(" | ").at(-1))).to.deep.equal([
      "**1,200** contacts: Customers (1,200) |",
      "Customers (1,200) → contacts not known (preflight counts them when the date or the recipients change): Customers (1,200), Friends |",
      "**1,200** contacts: Customers (1,200) |",
    ]);
  });

  it("takes a list of another account for another one", () => {
    const provider = "urn:pulumi:prod::mail::pulumi:providers:pulumi-nodejs::us::id-1";
    const state = { ...dated("2098-03-01 09:00:00", "campaign-8"), provider };
    const gone = {
      op: "delete",
      urn: urnOf("Campaign", "us"),
      oldState: { id: "campaign-8", provider, inputs: { subject: "Old", listIds: ["list-1"] } },
    };
    const removed = { op: "delete", urn: urnOf("CampaignSchedule", "us"), oldState: state };
    const list = {
      op: "same",
      urn: urnOf("List", "Customers"),
      oldState: { id: "list-1", inputs: { name: "Customers" } },
      newState: { inputs: { name: "Customers" } },
    };
    expect(table({ steps: [list, gone, removed] })[0]).to.match(/: list-1 \|$/);
  });

  it("joins a schedule with the campaign of its own account where another one has the same id", () => {
    const [day, next] = ["2098-03-01 09:00:00", "2098-03-02 09:00:00"];
    const of = (name: string, state: object) => ({
      ...state,
      provider: `urn:pulumi:prod::mail::pulumi:providers:pulumi-nodejs::${name}::id-1`,
    });
    const campaign = (op: string, name: string, subject: string) => {
      const state = (text: string) =>
        of(name, { id: "campaign-1", inputs: { subject: text, listIds: ["list-1"] } });
      const urn = urnOf("Campaign", `${name}-news`);
      return { op, urn, oldState: state(`${name} subject`), newState: state(subject) };
    };
    const date = (op: string, name: string, old?: string, now?: string) => ({
      op,
      urn: urnOf("CampaignSchedule", `${name}-date`),
      ...(old && { oldState: of(name, dated(old)) }),
      ...(now && { newState: of(name, dated(now)) }),
    });
    const rows = (...steps: object[]) =>
      table({ steps }).map((row) => row.split(" | ").slice(0, 3).join(" | "));
    const us = campaign("same", "us", "us subject");
    const eu = campaign("same", "eu", "eu subject");
    const moved = date("update", "us", day, next);
    expect(rows(eu, us, moved, date("delete", "eu", day))).to.deep.equal([
      "| removed | **eu-news** (Provider eu) | eu subject",
      "| moved | **us-news** (Provider us) | us subject",
    ]);
    // Neither takes the place of the other.
    expect(
      rows(eu, us, date("create", "us", undefined, next), date("delete", "eu", day)),
    ).to.deep.equal([
      "| removed | **eu-news** (Provider eu) | eu subject",
      "| new | **us-news** (Provider us) | us subject",
    ]);
    const changed = campaign("update", "us", "New");
    expect(
      rows(eu, changed, date("same", "eu", day, day), date("same", "us", day, day)),
    ).to.deep.equal(["| content changes | **us-news** (Provider us) | us subject → New"]);
  });

  it("sorts by date, and counts what is behind the first 30", () => {
    const steps = Array.from({ length: 200 }, (_, at) => ({
      ...onDate("create", undefined, undefined, `s${at}`),
      newState: declared(
        `2098-01-01 ${String(23 - Math.floor(at / 10)).padStart(2, "0")}:${String(59 - (at % 10)).padStart(2, "0")}:00`,
        `c-${at}`,
      ),
    }));
    const rows = table({ steps });
    expect(rows).to.have.lengthOf(31);
    expect(rows[0]).to.include("**c-199**");
    expect(rows[30]).to.equal("... and 170 more: 170 new.");
    expect(table({ steps }, { pages: "https://previews.acme.example/pr-7" })[30]).to.equal(
      "[... and 170 more: 170 new](https://previews.acme.example/pr-7)",
    );
  });

  it("never says that nothing is mailed of a preview that failed or can't be read", () => {
    expect(table({ steps: [stack] }, { isFailed: true })).to.deep.equal([
      "The preview failed, so this may not be all that is mailed.",
    ]);
    expect(table({ steps: [stack] }, { problem: "cut" })[0]).to.equal(
      "The preview can't be read, so what is mailed is not known.",
    );
    const rows = table(
      { steps: [onDate("create", undefined, "2098-03-01 09:00:00")] },
      { isFailed: true },
    );
    expect(rows).to.have.lengthOf(2);
  });

  it("reads the numbers of 150 lists whole, and shows names without an address and without Markdown", () => {
    const name = (at: number) =>
      at === 0 ? "of ada@acme.example | <b>@team</b>\\nk-123" : `List ${at}`;
    const listIds = Array.from({ length: 150 }, (_, at) => `list-${at}`);
    const sizes = listIds.map((id, at) => `1 in "${name(at)}" (${id})`).join(", ");
    const tag = `[campaign-audience ${listIds.map((id) => `${id}=1`).join(" ")}]`;
    const note = noted(
      `schedules "spring" for 2098-03-01 09:00:00 (Europe/Berlin) to 150 contacts: ${sizes}. ${tag}`,
      "spring",
    );
    const steps = [
      step("create", "spring", { listIds }),
      schedule("spring", "2098-03-01 09:00:00"),
    ];
    const [row = ""] = table({ steps, diagnostics: [note] }, {}, ["k-123"]);
    expect(row.split(" | ").slice(4).join(" | ")).to.equal(
      "up to **150** contacts: of \\[address\\] \\| \\<b\\>@\u200bteam\\</b\\> \\[key\\] (1), List 1 (1), List 2 (1), List 3 (1), List 4 (1), 145 more |",
    );
  });
});
