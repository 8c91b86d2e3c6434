import { expect } from "chai";
import type { Account } from "../../provider/account/account";
import type { ProgramResource } from "../../provider/account/program-record";
import type { AnyLifecycle, Program } from "../../provider/lifecycle/lifecycle";
import { runPreflight, runStepChecks, stepReporter } from "../../provider/lifecycle/preflight";
import { argumentSettings } from "../../provider/settings/settings";

const old = { title: "Plan", colour: "red" };

/** A resource with the inputs of `old` and the given ones, and the names of the checks that run for it. */
function previewed(given: object, more: Partial<ProgramResource> = {}) {
  const ran: string[] = [];
  const runs = (name: string) => () => {
    ran.push(name);
    return [];
  };
  const lifecycle = {
    kind: "Note",
    preflightChecks: [
      { inputs: ["title"], ask: runs("title") },
      { inputs: ["colour"], ask: runs("colour") },
      { inputs: [], ask: runs("step") },
      { inputs: [], ask: runs("new"), only: "new" },
      { inputs: [], ask: runs("existing"), only: "existing" },
      { inputs: [], ask: runs("reviewers"), only: "preview" },
      { inputs: ["title"], ask: runs("replacement"), only: "replacement" },
      { inputs: ["title"], atEnd: runs("title at the end") },
      { inputs: [], atEnd: runs("end") },
    ],
  } as unknown as AnyLifecycle;
  const account = { settings: argumentSettings({}) } as unknown as Account;
  const props = { ...old, ...given };
  const own = { kind: "Note", name: "note", order: 0, props, isChanged: true, ...more };
  const none = async () => [];
  const program: Program = {
    ...{ account, own, props, old: {} },
    ...{ resources: none, others: none },
  };
  return { ran, lifecycle, program, reporter: stepReporter(account, "Note") };
}

describe("the preflight of a preview", () => {
  const ranFor = async (given: object, more?: Partial<ProgramResource>) => {
    const { ran, lifecycle, program, reporter } = previewed(given, more);
    await runPreflight(lifecycle, program, reporter);
    return ran;
  };

  it("skips a check of a new resource if the check's input is unset", async () => {
    const all = ["title", "colour", "step", "new", "title at the end", "end"];
    expect(await ranFor({})).to.deep.equal(all);
    const withoutColour = all.filter((name) => name !== "colour");
    expect(await ranFor({ colour: undefined })).to.deep.equal(withoutColour);
  });

  it("runs only the final checks without inputs if the resource already exists", async () => {
    expect(await ranFor({}, { id: "note-1" })).to.deep.equal(["end"]);
    expect(await ranFor({}, { id: "note-1", isChanged: false })).to.deep.equal(["end"]);
  });
});

describe("the preflight of an existing resource", () => {
  const ranFor = async (given: object, of: "existing" | "preview" | "replacement" = "existing") => {
    const { ran, lifecycle, program, reporter } = previewed(given, { id: "note-1" });
    await runStepChecks(lifecycle, { ...program, old }, reporter, of);
    return ran;
  };

  it("skips a check of an update if the check's input is unchanged", async () => {
    expect(await ranFor({})).to.deep.equal(["step", "existing"]);
    expect(await ranFor({ colour: "blue" })).to.deep.equal(["colour", "step", "existing"]);
  });

  it("runs only the checks for a replacement if the object is replaced", async () => {
    expect(await ranFor({}, "preview")).to.deep.equal(["reviewers"]);
    expect(await ranFor({ title: "Draft" }, "replacement")).to.deep.equal(["replacement"]);
    expect(await ranFor({}, "replacement")).to.deep.equal([]);
  });
});
