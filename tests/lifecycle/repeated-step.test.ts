import { expect } from "chai";
import { forgetProgram } from "../../provider/account/program-record";
import { inStep } from "../../provider/account/step";
import { EmailMarketingError } from "../../provider/errors/error";
import type { AnyLifecycle } from "../../provider/lifecycle/lifecycle";
import { initFailure } from "../../provider/lifecycle/object-state";
import { unlessRepeated } from "../../provider/lifecycle/steps";
import type { Properties } from "../../provider/plain/value";
import { notes } from "../dynamic-provider/note";
import { failure } from "../support/rejection";

const lost = new EmailMarketingError("network", "the connection broke.", { sent: "maybe" });
const props = { title: "Plan", colour: "red" };

/** A provider of notes whose writes get no response, with a count of the writes. */
function failing(own: Partial<AnyLifecycle> = {}) {
  let writes = 0;
  const write = () => {
    writes += 1;
    return Promise.reject(lost);
  };
  return { provider: notes({ create: write, update: write, ...own }), writes: () => writes };
}

/** The differences of another step from the first one. */
interface Other {
  readonly lifecycle?: AnyLifecycle;
  readonly account?: Parameters<typeof unlessRepeated>[1];
  readonly inputs?: Properties;
  readonly id?: string;
}

describe("a failed step that the engine repeats", () => {
  it("fails again without a request if the step is a create that got no response", async () => {
    const { provider, writes } = failing();
    const first = await failure(provider.create(props));
    const kept = { id: first.id, properties: { ...first.properties }, message: first.message };
    // The caller may change the error, so the repeated step must throw a copy.
    Object.assign(first, { id: "other", properties: {} });
    const second = await failure(provider.create(props));
    expect(second).to.not.equal(first);
    expect({ id: second.id, properties: second.properties, message: second.message }).to.deep.equal(
      kept,
    );
    const third = await failure(provider.create(props));
    expect(third).to.not.equal(second);
    expect(third.id).to.equal(kept.id);
    expect(writes()).to.equal(1);
  });

  it("sends the request again if the step is an update", async () => {
    const { provider, writes } = failing({ resendUnconfirmed: "updates" });
    const state = { title: "Plan", account: "eu" };
    for (let time = 0; time < 2; time += 1) {
      await failure(provider.update("note-1", state, props));
    }
    expect(writes()).to.equal(2);
  });

  it("runs again if the inputs, the resource, the object, the account or the resource type differs", async () => {
    forgetProgram();
    const note = { kind: "Note" } as AnyLifecycle;
    const settings = { identity: "eu" } as Parameters<typeof unlessRepeated>[1];
    let runs = 0;
    const attempt = async (
      urn = "urn",
      { lifecycle = note, account = settings, inputs = props, id = "" }: Other = {},
    ) => {
      const step = { inputs, ...(id !== "" && { id }) };
      const run = () => {
        runs += 1;
        return Promise.reject(initFailure(new Error("halfway"), { id: "n", properties: {} }));
      };
      await inStep({ urn, isReadOnly: false }, () =>
        failure(unlessRepeated(lifecycle, account, step, run)),
      );
      return runs;
    };
    expect(await attempt()).to.equal(1);
    expect(await attempt()).to.equal(1);
    expect(await attempt("other")).to.equal(2);
    expect(await attempt("urn", { inputs: { title: "Plan" } })).to.equal(3);
    expect(await attempt("urn", { account: { ...settings, identity: "us" } })).to.equal(4);
    expect(await attempt("urn", { lifecycle: { ...note, kind: "Card" } })).to.equal(5);
    expect(await attempt("urn", { id: "note-1" })).to.equal(6);
    forgetProgram();
    expect(await attempt()).to.equal(7);
  });
});
