import { expect } from "chai";
import { createAccount } from "../../provider/account/account";
import { forgetProgram, recordOf } from "../../provider/account/program-record";
import { isPreviewing } from "../../provider/account/step";
import { useLog } from "../../provider/account/user-log";
import { text } from "../../provider/input/check";
import { finding } from "../../provider/input/finding";
import type { AnyLifecycle } from "../../provider/lifecycle/lifecycle";
import { check, diff, previewWrite } from "../../provider/lifecycle/serve";
import { argumentSettings } from "../../provider/settings/settings";
import { failure } from "../support/rejection";
import { useWarnings } from "../support/warnings";

const urn = "urn:pulumi:dev::news::emailmarketing:index:Note::plan";
const old = { title: "Plan", colour: "red" };
const state = { ...old, account: "eu" };

/** A kind of object that no service has, and the checks that ran about it. */
function served(given: Readonly<Record<string, string>> = {}) {
  const ran: string[] = [];
  const seen: string[][] = [];
  const runs = (name: string) => () => {
    ran.push(isPreviewing() ? name : `${name} outside of a preview`);
    return [];
  };
  const lifecycle: AnyLifecycle = {
    kind: "Note",
    labelInput: "title",
    fields: { title: { required: true, check: text({ min: 1 }) }, colour: { check: text({}) } },
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
  };
  const settings = argumentSettings({ account: "eu", ...given });
  const account = createAccount(settings);
  return { ran, seen, lifecycle, settings: () => settings, account: () => account };
}

describe("a call of the engine, as both runtimes serve it,", function () {
  const warnings = useWarnings(this);
  beforeEach("starts anew", () => {
    forgetProgram();
    useLog();
  });
  after("leaves nothing told", () => useLog());

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

  /** The checks that run in the diff of a preview, and what the record then says about the resource. */
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

  it("runs all checks of an unchanged resource in its diff if the engine passes a URN", async () => {
    expect(await compared({ urn }, "red")).to.deep.equal({
      isChanged: false,
      ran: ["of the program", "for reviewers"],
      isRecorded: false,
    });
  });

  it("leaves the checks of a changed resource to the previewed update if the engine passes a URN", async () => {
    expect(await compared({ urn }, "blue")).to.deep.equal({
      isChanged: true,
      ran: [],
      isRecorded: true,
    });
  });

  it("runs the checks for reviewers in every diff of a preview if the engine passes no URN", async () => {
    for (const colour of ["red", "blue"]) {
      const { ran } = await compared({ place: 0 }, colour);
      expect(ran).to.deep.equal(["for reviewers"]);
    }
  });

  it("shows a previewed create the resources before it, and none that the program declares later", async () => {
    const note = served();
    const second = `${urn}-2`;
    await check(note, { urn, name: "plan" }, { old: {}, props: old });
    await check(note, { urn: second, name: "plan-2" }, { old: {}, props: old });
    await previewWrite(note, urn, { props: old });
    await previewWrite(note, second, { props: old });
    expect(note.seen).to.deep.equal([["plan"], ["plan", "plan-2"]]);
  });

  it("fails the first preview of an account that lacks the domain in accountDomain, and asks once", async () => {
    const { account, ...note } = served({ apiKey: "k-1", accountDomain: "acme.example" });
    const asked: string[] = [];
    const domains = {
      ...account().domains,
      byKey: async (domain: string) => {
        asked.push(domain);
        return undefined;
      },
    };
    const other = { ...note, account: () => ({ ...account(), domains }) };
    await check(other, { urn, name: "plan" }, { old: {}, props: old });
    const refused = await failure(previewWrite(other, urn, { props: old }));
    expect(refused.message).to.match(
      /^Note "Plan": .* the account doesn't have the sending domain acme\.example, so nothing is written to it\./,
    );
    await previewWrite(other, urn, { props: old });
    expect(asked).to.deep.equal(["acme.example"]);
  });
});
