import { expect } from "chai";
import { EmailMarketingError } from "../../provider/errors/error";
import type { AnyLifecycle } from "../../provider/lifecycle/lifecycle";
import { mark, secretMark } from "../../provider/plain/value";
import { failure, rejection } from "../support/rejection";
import { useWarnings } from "../support/warnings";
import { createMayHaveSucceeded, notes, notesWhere } from "./note";

const lost = new EmailMarketingError("network", "the connection broke.", { sent: "maybe" });
const refused = new EmailMarketingError("validation", "the colour is taken.");
const gone = new EmailMarketingError("not-found", "there is no such note.");
const openWrite =
  "The change may have been applied anyway. The next pulumi up sends it again with the values declared then.";

describe("a dynamic resource's", function () {
  const warnings = useWarnings(this);
  const state = { title: "Plan", colour: "red", status: "new", account: "eu", __provider: "text" };

  describe("create", () => {
    // If a create succeeds, the SDK adds `__provider` to the state.
    const { __provider, ...outs } = state;
    const props = { title: "Plan", colour: "red", __provider: "text" };

    it("stores inputs, outputs and the account in the state, without undefined values", async () => {
      const given: unknown[] = [];
      const create: AnyLifecycle["create"] = async (account, inputs: unknown) => {
        given.push(account.settings.account, inputs);
        return { id: "note-1", outputs: { status: "new", pages: undefined } };
      };
      expect(await notes({ create }).create(props)).to.deep.equal({ id: "note-1", outs });
      expect(given).to.deep.equal(["eu", { title: "Plan", colour: "red" }]);
    });

    it("marks an output as secret if the output repeats the text of a secret input", async () => {
      const own: Partial<AnyLifecycle> = {
        outputs: { url: "secret", status: { repeats: "colour" }, reading: true },
        create: async () => ({
          id: "note-1",
          outputs: { url: "u", status: "red", reading: { shown: "Red", declared: "red" } },
        }),
      };
      const hidden = (value: string) => ({ [mark]: secretMark, value });
      const reading = { shown: "Red", declared: hidden("red") };
      const open = { ...outs, url: hidden("u"), status: "red", reading };
      for (const [secretInputs, stored] of [
        [[], open],
        [["title"], open],
        [["colour"], { ...open, status: hidden("red") }],
      ] as const) {
        const provider = notes(own, {}, secretInputs);
        expect(await provider.create(props)).to.deep.equal({ id: "note-1", outs: stored });
      }
    });

    it("stores no state if the service certainly created no object", async () => {
      const create = () => Promise.reject(refused);
      for (const more of [{}, { resendUnconfirmed: "all" as const }]) {
        const error = await failure(notes({ create, ...more }).create(props));
        expect(error.message).to.equal('Note "Plan": the colour is taken. [validation]');
        expect(error.stack).to.equal("");
        expect(error).to.not.have.property("id");
      }
    });

    it("stores an object under a placeholder id (unknown:...) if the object may have been created", async () => {
      const create = () => Promise.reject(lost);
      const error = await failure(notes({ create }).create(props));
      expect(error.id).to.match(/^unknown:\d+$/);
      expect(error.message).to.equal(
        `Note "Plan": the connection broke. The ${createMayHaveSucceeded}`,
      );
      const { status, ...kept } = state;
      expect(error.properties).to.deep.equal(kept);
    });

    it("stores no unconfirmed object if the adoption of an existing object got no response", async () => {
      const create = () => Promise.reject(lost);
      const inputs = { ...props, existingId: "note-7" };
      const error = await failure(notes({ create }).create(inputs));
      expect(error.message).to.equal('Note "Plan": the connection broke. [network]');
      expect(error).to.not.have.property("id");
    });

    it("stores the object and marks all inputs as unconfirmed if an idempotent create may have succeeded", async () => {
      const create = () => Promise.reject(lost);
      const { existingId, ...fields } = notesWhere({}).fields;
      const error = await failure(
        notes({ create, fields, resendUnconfirmed: "all" }).create(props),
      );
      expect(error.message).to.equal(`Note "Plan": the connection broke. ${openWrite}`);
      const { status, ...kept } = state;
      expect(error).to.deep.include({
        id: "Plan",
        properties: { ...kept, unconfirmed: ["title", "colour", "pinned"] },
      });
    });

    it("stores the applied inputs if a create fails halfway", async () => {
      const create = async () => ({
        id: "note-1",
        outputs: { status: "new" },
        initFailure: { error: refused, props: { title: "Plan" } },
      });
      const error = await failure(notes({ create }).create(props));
      // The engine shows only the reasons.
      const reasons = ['Note "Plan": the colour is taken. [validation]'];
      const { colour, ...kept } = state;
      expect(error).to.deep.include({ id: "note-1", properties: kept, reasons });
    });
  });

  describe("read", () => {
    it("returns the inputs from the service, and keeps unconfirmed inputs marked as unconfirmed", async () => {
      const given: unknown[] = [];
      const read: AnyLifecycle["read"] = async (account, id, known: unknown) => {
        given.push(account.settings.account, id, known);
        return { title: "Plan", colour: "blue", pinned: undefined };
      };
      const unconfirmed = { ...state, unconfirmed: ["colour"] };
      expect(await notes({ read }).read("note-1", unconfirmed)).to.deep.equal({
        id: "note-1",
        inputs: { title: "Plan", colour: "blue" },
        props: { title: "Plan", colour: "blue", account: "eu", unconfirmed: ["colour"] },
      });
      expect(given).to.deep.equal([
        "eu",
        "note-1",
        { title: "Plan", colour: "red", status: "new" },
      ]);
    });

    it("returns no state if the object no longer exists in the service", async () => {
      expect(await notes({ read: async () => undefined }).read("note-1", state)).to.deep.equal({});
    });

    it("fails with the error of the request if the object can't be read", async () => {
      const { read } = notes({ read: () => Promise.reject(gone) });
      expect(await rejection(read("n", state))).to.equal(
        'Note "Plan": there is no such note. [not-found]',
      );
    });

    it("returns the old state unchanged if the service has no operation to read the object", async () => {
      expect(await notes().read("note-1", state)).to.deep.equal({ id: "note-1", props: state });
      expect(warnings()).to.deep.equal([]);
    });

    it("sends no request, and warns with advice, if the object is unconfirmed", async () => {
      const read = () => Promise.reject(new Error("asked"));
      const lostNote = { ...state, title: "Lost in read" };
      expect(await notes({ read }).read("unknown:7", lostNote)).to.deep.equal({
        id: "unknown:7",
        props: lostNote,
      });
      expect(warnings()).to.deep.equal([
        `warning: Note "Lost in read": the ${createMayHaveSucceeded}`,
      ]);
    });
  });

  describe("update", () => {
    const props = { title: "Plan", colour: "blue", __provider: "newer text" };

    it("passes unconfirmed inputs as unknown to the resource type's update, and stores the returned outputs", async () => {
      const given: unknown[] = [];
      const update: AnyLifecycle["update"] = async (_account, ...change) => {
        given.push(...change);
        return { status: "changed" };
      };
      const unconfirmed = { ...state, unconfirmed: ["colour"] };
      expect(await notes({ update }).update("note-1", unconfirmed, props)).to.deep.equal({
        outs: { title: "Plan", colour: "blue", status: "changed", account: "eu" },
      });
      expect(given).to.deep.equal([
        "note-1",
        {
          old: { title: "Plan", colour: "04da6b54-80e4-46f7-96ec-b56ff0331ba9", status: "new" },
          props: { title: "Plan", colour: "blue" },
        },
      ]);
    });

    it("stores the new inputs and keeps the outputs if the resource type has no update request", async () => {
      expect(await notes().update("note-1", state, props)).to.deep.equal({
        outs: { title: "Plan", colour: "blue", status: "new", account: "eu" },
      });
    });

    it("sends no request if the create of the object is unconfirmed", async () => {
      const update = () => Promise.reject(new Error("asked"));
      const error = await failure(notes({ update }).update("unknown:7", state, props));
      expect(error.message).to.equal(`Note "Plan": the ${createMayHaveSucceeded} [conflict]`);
      expect(error).to.include({ code: "conflict" }).and.not.have.property("id");
    });

    it("stores the old values and the unconfirmed inputs' names if the write got no response", async () => {
      const provider = notes({ update: () => Promise.reject(lost), resendUnconfirmed: "updates" });
      const error = await failure(provider.update("note-1", state, props));
      expect(error.message).to.equal(`Note "Plan": the connection broke. ${openWrite}`);
      expect(error).to.deep.include({
        id: "note-1",
        properties: { ...state, __provider: "newer text", unconfirmed: ["colour"] },
      });
    });

    it("hides an output in messages if it repeats a secret input, but not if it is secret whatever the inputs", async () => {
      const provider = notes(
        {
          outputs: { url: "secret", status: { repeats: "colour" } },
          update: () => Promise.reject(new Error("the hook and the status amber differ.")),
        },
        {},
        ["colour"],
      );
      const old = { ...state, url: "the hook", status: "amber" };
      expect(await rejection(provider.update("note-1", old, props))).to.equal(
        'Note "Plan": the hook and the status [secret] differ.',
      );
    });

    it("marks secret outputs in the state, even if the write got no response", async () => {
      const own = (update: NonNullable<AnyLifecycle["update"]>): Partial<AnyLifecycle> => ({
        outputs: { url: "secret", status: { repeats: "colour" } },
        resendUnconfirmed: "updates",
        update,
      });
      const hidden = (value: string) => ({ [mark]: secretMark, value });
      const old = { ...state, url: "the hook", status: "red" };
      const good = notes(
        own(async () => ({ url: "u", status: "blue" })),
        {},
        ["colour"],
      );
      const { outs } = await good.update("note-1", old, props);
      expect(outs).to.deep.include({ url: hidden("u"), status: hidden("blue") });
      const bad = notes(
        own(() => Promise.reject(lost)),
        {},
        ["colour"],
      );
      const { properties } = await failure(bad.update("note-1", old, props));
      expect(properties).to.deep.include({ url: hidden("the hook"), status: hidden("red") });
    });

    it("stores no new state if the write was refused, or got no response and must not be repeated", async () => {
      for (const [reason, said, more] of [
        [refused, "the colour is taken. [validation]", { resendUnconfirmed: "updates" }],
        [lost, "the connection broke. [network]", {}],
      ] as const) {
        const update = () => Promise.reject(reason);
        const error = await failure(notes({ update, ...more }).update("note-1", state, props));
        expect(error.message).to.equal(`Note "Plan": ${said}`);
        expect(error).to.not.have.property("id");
      }
    });
  });

  describe("delete", () => {
    it("passes the object's state to the delete function of the resource type", async () => {
      const given: unknown[] = [];
      const remove: NonNullable<AnyLifecycle["delete"]> = async (account, ...object) => {
        given.push(account.settings.account, ...object);
      };
      await notes({ delete: remove }).delete("note-1", { ...state, unconfirmed: ["colour"] });
      expect(given).to.deep.equal([
        "eu",
        "note-1",
        { title: "Plan", colour: "red", status: "new" },
      ]);
      expect(warnings()).to.deep.equal([]);
    });

    it("succeeds if the object no longer exists in the service", async () => {
      const provider = notes({ delete: () => Promise.reject(gone) });
      expect(await provider.delete("note-1", state)).to.equal(undefined);
    });

    it("fails if the request fails for a reason other than a missing object", async () => {
      for (const [reason, says] of [
        [refused, "the colour is taken. [validation]"],
        [new TypeError("a fault of the program"), "a fault of the program"],
        [Object.assign(new Error("odd"), { code: "not-found" }), "odd"],
      ] as const) {
        const provider = notes({ delete: () => Promise.reject(reason) });
        const said = await rejection(provider.delete("note-1", state));
        expect(said).to.equal(`Note "Plan": ${says}`);
      }
    });

    it("sends no request, and warns that the object may still exist, if the object is unconfirmed", async () => {
      const remove = () => Promise.reject(new Error("asked"));
      await notes({ delete: remove }).delete("unknown:7", { ...state, title: "Lost in delete" });
      expect(warnings()).to.deep.equal([
        'warning: Note "Lost in delete" was removed from the Pulumi state. Its creation was never confirmed, so no request was sent; if it exists, it is still in the account.',
      ]);
    });

    it("shows only the resource type in messages if the state has no valid name", async () => {
      const provider = notes({ delete: () => Promise.reject(refused) });
      const names = [undefined, 7, "04da6b54-80e4-46f7-96ec-b56ff0331ba9"];
      for (const title of names) {
        const said = await rejection(provider.delete("note-1", { ...state, title }));
        expect(said).to.equal("Note: the colour is taken. [validation]");
      }
    });
  });
});
