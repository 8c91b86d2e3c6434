import { expect } from "chai";
import { inStep } from "../../provider/account/step";
import { EmailMarketingError } from "../../provider/errors/error";
import type { AnyLifecycle } from "../../provider/lifecycle/lifecycle";
import { initFailure } from "../../provider/lifecycle/object-state";
import { forgetFinalSteps, unlessRepeated } from "../../provider/lifecycle/repeated-step";
import { notes } from "../dynamic-provider/note";
import { failure } from "../support/rejection";

const lost = new EmailMarketingError("network", "the connection broke.", { sent: "maybe" });
const refused = new EmailMarketingError("validation", "the colour is taken.");
const props = { title: "Plan", colour: "red" };

/** A provider of notes whose writes fail, and the number of its writes. */
function failing(error: Error, own: Partial<AnyLifecycle> = {}) {
  let writes = 0;
  const write = () => {
    writes += 1;
    return Promise.reject(error);
  };
  return { provider: notes({ create: write, update: write, ...own }), writes: () => writes };
}

describe("a failed step that the engine repeats in the same process", () => {
  it("sends no second request, and fails with the same state, if a create may have succeeded", async () => {
    const { provider, writes } = failing(lost);
    const first = await failure(provider.create(props));
    const kept = { id: first.id, properties: { ...first.properties }, message: first.message };
    // The caller may change the error that it got.
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

  it("sends no second request if a create has failed halfway", async () => {
    let writes = 0;
    const create = async () => {
      writes += 1;
      return { id: "note-1", outputs: {}, initFailure: { error: refused, props } };
    };
    const provider = notes({ create });
    for (let time = 0; time < 2; time += 1) {
      const { id } = await failure(provider.create(props));
      expect(id).to.equal("note-1");
    }
    expect(writes).to.equal(1);
  });

  it("sends no second request if an email with DNS records may have been sent", async () => {
    const { provider, writes } = failing(lost, { emailRole: "dnsEmail" });
    const state = { title: "Plan", account: "eu" };
    const errors = [
      await failure(provider.update("note-1", state, props)),
      await failure(provider.update("note-1", state, props)),
    ];
    expect(errors.map(({ message }) => message)).to.deep.equal([
      'Note "Plan": the connection broke. [network]',
      'Note "Plan": the connection broke. [network]',
    ]);
    expect(writes()).to.equal(1);
  });

  for (const [condition, error, own, step] of [
    ["the service has refused the create", refused, {}, "create"],
    ["the create only sets values", lost, { resendUnconfirmed: "all" }, "create"],
    ["the step is an update", lost, { resendUnconfirmed: "updates" }, "update"],
  ] as const) {
    it(`sends the request again if ${condition}`, async () => {
      const { provider, writes } = failing(error, own);
      const state = { title: "Plan", account: "eu" };
      for (let time = 0; time < 2; time += 1) {
        await failure(
          step === "create" ? provider.create(props) : provider.update("note-1", state, props),
        );
      }
      expect(writes()).to.equal(2);
    });
  }

  it("is another step if its inputs, resource, object, account or type differ", async () => {
    forgetFinalSteps();
    const note = { kind: "Note" } as AnyLifecycle;
    const settings = { identity: "eu" } as Parameters<typeof unlessRepeated>[1];
    let runs = 0;
    const attempt = async (
      urn = "urn",
      { lifecycle = note, account = settings, inputs = props as object, id = "" } = {},
    ) => {
      const step = { inputs: { ...inputs }, ...(id !== "" && { id }) };
      const run = () => {
        runs += 1;
        return Promise.reject(initFailure(new Error("halfway"), { id: "n", properties: {} }));
      };
      await inStep({ urn, isPreviewing: false }, () =>
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
    forgetFinalSteps();
    expect(await attempt()).to.equal(7);
  });
});
