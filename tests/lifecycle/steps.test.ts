import { expect } from "chai";
import { createAccount } from "../../provider/account/account";
import { forgetProgram, recordOf } from "../../provider/account/program-record";
import { addSecrets, inStep, isReadOnly, useLog } from "../../provider/account/step";
import { EmailMarketingError } from "../../provider/errors/error";
import { finding } from "../../provider/input/finding";
import { text } from "../../provider/input/validation";
import type { AnyLifecycle, ProgramCheck } from "../../provider/lifecycle/lifecycle";
import { check, diff, previewWrite } from "../../provider/lifecycle/steps";
import type { Properties } from "../../provider/plain/value";
import { argumentSettings } from "../../provider/settings/settings";
import { failure } from "../support/rejection";
import { useWarnings } from "../support/warnings";
import { unknown } from "../support/wire-value";

const urn = "urn:pulumi:dev::news::emailmarketing:index:Note::plan";
const old = { title: "Plan", colour: "red" };
const state = { ...old, account: "eu" };

/** An invented kind of object, and the checks that ran for it. `own` overrides members of the kind. */
function served(given: Readonly<Record<string, string>> = {}, own: Partial<AnyLifecycle> = {}) {
  const ran: string[] = [];
  const seen: string[][] = [];
  const runs = (name: string) => () => {
    ran.push(isReadOnly() ? name : `${name} outside of a preview`);
    return [];
  };
  const lifecycle: AnyLifecycle = {
    kind: "Note",
    labelInput: "title",
    fields: { title: { required: true, check: text({ min: 1 }) }, colour: { check: text({}) } },
    outputs: {},
    rules: () => [finding("warning", "list-empty", "is hard to read")],
    preflightChecks: [
      { inputs: [], ask: runs("for reviewers"), only: "preview" },
      { inputs: [], atEnd: runs("of the program") },
      {
        inputs: ["title"],
        async atEnd({ resources }) {
          seen.push((await resources("Note")).map(({ name }) => name));
          return [];
        },
      },
    ],
    create: () => Promise.reject(new Error("nothing is created here")),
    ...own,
  };
  const settings = argumentSettings({ account: "eu", ...given });
  const account = createAccount(settings);
  return { ran, seen, lifecycle, settings: () => settings, account: () => account };
}

/** A kind whose object is replaced if the colour changes. */
const replacedByColour: Partial<AnyLifecycle> = {
  fields: {
    title: { required: true, check: text({ min: 1 }) },
    colour: { check: text({}), replaces: true },
  },
};

/** An account that lacks the domain in `accountDomain` or can't be read, and the domains that were searched for. */
function lackingDomain(failure?: Error) {
  const { account, ...note } = served({ apiKey: "k-1", accountDomain: "acme.example" });
  const asked: string[] = [];
  const domains = {
    ...account().domains,
    byKey: async (domain: string) => {
      asked.push(domain);
      if (failure) throw failure;
      return undefined;
    },
  };
  return { note: { ...note, account: () => ({ ...account(), domains }) }, asked };
}

const lacksDomain =
  /^Note "Plan": .* the account doesn't have the sending domain acme\.example, so nothing is written to it\./;

describe("the provider", function () {
  const warnings = useWarnings(this);
  beforeEach("starts anew", () => {
    forgetProgram();
    useLog();
  });
  after("empties the log", () => useLog());

  it("records an input of a wrong type as unknown for the checks of other resources", async () => {
    const note = served();
    await check(note, { urn }, { old: {}, props: { title: ["Plan"], colour: "red" } });
    const { props } = recordOf(note.settings()).resource(urn) ?? {};
    expect(props).to.deep.equal({ title: unknown, colour: "red" });
  });

  it("shows the logical name in a warning only if the engine passes no URN", async () => {
    const note = served();
    const given = { old: {}, props: old };
    await check(note, { name: "plan", place: 0 }, given);
    await check(note, { name: "plan", urn }, given);
    expect(warnings()).to.deep.equal([
      'warning: the explicit Provider, account "eu": Note "Plan" ("plan" in the program): is hard to read [list-empty]',
      'warning: the explicit Provider, account "eu": Note "Plan": is hard to read [list-empty]',
    ]);
  });

  /** The checks that run in the diff of a preview, and the record of the resource afterwards. */
  async function compared(resource: { urn?: string; place?: number }, colour: string) {
    const note = served();
    const record = recordOf(note.settings());
    const props = { ...old, colour };
    await check(note, resource, { old, props });
    record.startPreview();
    const called = resource.urn === undefined ? {} : { urn: resource.urn };
    const change = { id: "note-1", old: state, props, areInputsSame: colour === old.colour };
    const { isChanged } = await diff(note, called, change);
    return { isChanged, ran: note.ran, isRecorded: record.resource(urn)?.isChanged };
  }

  it("runs the checks of an unchanged resource in the diff if the engine passes a URN", async () => {
    expect(await compared({ urn }, "red")).to.deep.equal({
      isChanged: false,
      ran: ["of the program", "for reviewers"],
      isRecorded: false,
    });
  });

  it("runs no checks in the diff of a changed resource if the engine passes a URN", async () => {
    expect(await compared({ urn }, "blue")).to.deep.equal({
      isChanged: true,
      ran: [],
      isRecorded: true,
    });
  });

  it("limits a diff to the checks for reviewers if the engine passes no URN", async () => {
    for (const colour of ["red", "blue"]) {
      const { ran } = await compared({ place: 0 }, colour);
      expect(ran).to.deep.equal(["for reviewers"]);
    }
  });

  it("passes only earlier resources to a check if the preview creates several resources", async () => {
    const note = served();
    const second = `${urn}-2`;
    await check(note, { urn, name: "plan" }, { old: {}, props: old });
    await check(note, { urn: second, name: "plan-2" }, { old: {}, props: old });
    await previewWrite(note, urn, { props: old });
    await previewWrite(note, second, { props: old });
    expect(note.seen).to.deep.equal([["plan"], ["plan", "plan-2"]]);
  });

  it("fails only the first previewed create if the account lacks the domain in accountDomain", async () => {
    const { note, asked } = lackingDomain();
    await check(note, { urn, name: "plan" }, { old: {}, props: old });
    const refused = await failure(previewWrite(note, urn, { props: old }));
    expect(refused.message).to.match(lacksDomain);
    await previewWrite(note, urn, { props: old });
    expect(asked).to.deep.equal(["acme.example"]);
  });

  it("fails the diff of an unchanged resource if the account lacks the domain in accountDomain", async () => {
    const { note, asked } = lackingDomain();
    await check(note, { urn, name: "plan" }, { old, props: old });
    const change = { id: "note-1", old: state, props: old };
    const refused = await failure(diff(note, { urn }, change));
    expect(refused.message).to.match(lacksDomain);
    expect(asked).to.deep.equal(["acme.example"]);
  });

  it("only warns in the first previewed create if the account can't be searched for the domain in accountDomain", async () => {
    const { note } = lackingDomain(new EmailMarketingError("network", "no response."));
    await check(note, { urn, name: "plan" }, { old: {}, props: old });
    await previewWrite(note, urn, { props: old });
    expect(warnings().at(-1)).to.equal(
      'warning: the explicit Provider, account "eu": preflight could not check the account: no response. ' +
        'To skip these checks, set emailmarketing:preflight to "off".',
    );
  });

  it("hides a secret text in the message about an invalid setting", async () => {
    for (const resource of [{ name: "plan", place: 0 }, { urn }]) {
      const { settings, ...note } = served();
      const problems = () => ["emailmarketing:preflight: must not be Hidden-7"];
      const misset = { ...note, settings: () => ({ ...settings(), problems }) };
      const checked = await inStep({ urn: "", isReadOnly: false }, () => {
        addSecrets(["Hidden-7"]);
        return check(misset, resource, { old: {}, props: old });
      });
      expect(checked.settingsProblems).to.deep.equal([
        "emailmarketing:preflight: must not be [secret] [config]",
      ]);
    }
  });

  it("runs a new resource's checks for reviewers only if the resource is dynamic and valid", async () => {
    const ranIn = async (resource: { urn?: string; place?: number }, title: string) => {
      const note = served();
      await check(note, resource, { old: {}, props: { ...old, title } });
      return note.ran;
    };
    expect(await ranIn({ place: 0 }, "Plan")).to.deep.equal(["for reviewers"]);
    expect(await ranIn({ place: 0 }, "")).to.deep.equal([]);
    expect(await ranIn({ urn }, "Plan")).to.deep.equal([]);
  });

  it("runs the checks for reviewers of a preview only once if a dynamic resource is replaced", async () => {
    const note = served({}, replacedByColour);
    const props = { ...old, colour: "blue" };
    await check(note, { place: 0 }, { old, props });
    const { replaces } = await diff(note, {}, { id: "note-1", old: state, props });
    expect(replaces).to.deep.equal(["colour"]);
    const { keeps } = await check(note, { place: 0 }, { old: {}, props });
    expect(keeps).to.deep.equal(["title"]);
    expect(note.ran).to.deep.equal(["for reviewers"]);
  });

  it("runs no checks in the diff of a dynamic resource if the state names another account", async () => {
    const note = served();
    await check(note, { place: 0 }, { old, props: old });
    const change = { id: "note-1", old: { ...old, account: "us" }, props: old };
    expect(await diff(note, {}, change)).to.deep.equal({
      changes: true,
      replaces: ["account"],
      isChanged: true,
    });
    expect(note.ran).to.deep.equal([]);
  });

  it("counts a resource as changed if a value in the state requires a replacement", async () => {
    const note = served({}, replacedByColour);
    const record = recordOf(note.settings());
    const props = { ...old, colour: "blue" };
    await check(note, { urn }, { old: props, props });
    record.startPreview();
    const change = { id: "note-1", old: state, props, areInputsSame: true };
    expect(await diff(note, { urn }, change)).to.deep.equal({
      replaces: ["colour"],
      isChanged: true,
    });
    expect(note.ran).to.deep.equal([]);
    expect(record.resource(urn)?.isChanged).to.equal(true);
  });

  it("passes the unchanged inputs' names to a create's checks only if the create replaces an object", async () => {
    const seen: unknown[] = [];
    const seesKept: ProgramCheck<Properties> = {
      inputs: [],
      atEnd({ own, keeps }) {
        seen.push([own.name, keeps]);
        return [];
      },
    };
    const note = served({}, { preflightChecks: [seesKept] });
    const props = { ...old, colour: "blue" };
    await check(note, { urn, name: "plan" }, { old, props });
    await check(note, { urn, name: "plan" }, { old: {}, props });
    await previewWrite(note, urn, { props });
    await check(note, { urn: `${urn}-2`, name: "plan-2" }, { old: {}, props });
    await previewWrite(note, `${urn}-2`, { props });
    expect(seen).to.deep.equal([
      ["plan", ["title"]],
      ["plan-2", undefined],
    ]);
  });

  /** The state that a previewed create or update returns, for a kind with an output. */
  function previewed(own: Partial<AnyLifecycle>, step: { id?: string; old?: Properties }) {
    const note = served({ formerAccounts: "us" }, { outputs: { pages: true }, ...own });
    return previewWrite(note, urn, { ...step, props: { title: "Plan", colour: "blue" } });
  }

  it("returns the old outputs in an update's preview if the update sends no request", async () => {
    const step = { id: "note-1", old: { ...state, pages: 3 } };
    const written = { title: "Plan", colour: "blue", account: "eu" };
    expect(await previewed({}, step)).to.deep.equal({ ...written, pages: 3 });
    expect(await previewed({ update: async () => ({ pages: 4 }) }, step)).to.deep.equal({
      ...written,
      pages: unknown,
    });
  });

  it("returns the account's new name for a previewed update if the account was renamed", async () => {
    const step = { id: "note-1", old: { ...old, pages: 3, account: "us" } };
    expect(await previewed({}, step)).to.deep.equal({
      title: "Plan",
      colour: "blue",
      pages: 3,
      account: "eu",
    });
  });

  it("returns the inputs, the account's name and unknown outputs for a previewed create", async () => {
    expect(await previewed({}, {})).to.deep.equal({
      title: "Plan",
      colour: "blue",
      pages: unknown,
      account: "eu",
    });
  });
});
