import { expect } from "chai";
import { pathOf } from "../../provider/api/call";
import { findingsInput, type PlaceInProgram } from "../../provider/engine/resource";
import { finding } from "../../provider/input/finding";
import type { Field } from "../../provider/input/validation";
import type { PreflightCheck } from "../../provider/lifecycle/lifecycle";
import { type Properties, unknownValue } from "../../provider/plain/value";
import { useSkippedWaits } from "../support/clock";
import { closedPort } from "../support/free-port";
import { useWarnings } from "../support/warnings";
import { createMayHaveSucceeded, notes, notesWhere } from "./note";

/** The input that a program adds in a preview. */
const asking = (name: string, more: Partial<PlaceInProgram> = {}) => ({
  [findingsInput]: { name, order: 0, ...more },
});

describe("the dynamic provider's", function () {
  const warnings = useWarnings(this);

  describe("check", () => {
    it("returns valid inputs without the inputs that are null", async () => {
      const given = { title: "Plan", colour: null, __provider: "text" };
      expect(await notes().check({}, given)).to.deep.equal({
        inputs: { title: "Plan", __provider: "text" },
        failures: [],
      });
    });

    it("reports an invalid input without a property name, because the engine would print the value", async () => {
      const given = { title: "", colour: "orange" };
      const { inputs, failures } = await notes().check({}, given);
      expect(inputs).to.deep.equal({ title: "", colour: "orange", __provider: undefined });
      expect(failures).to.deep.equal([
        { property: "", reason: "title: must not be empty [validation title]" },
        {
          property: "",
          reason: "colour: must be at most 5 characters long (got 6) [validation colour]",
        },
      ]);
    });

    it("reports all invalid settings, and skips the checks that need settings", async () => {
      const asked: string[] = [];
      const provider = notes(
        {
          ...notesWhere({ colour: { immutable: () => void asked.push("changes") } }),
          rules: (_props, known) => {
            if (known?.settings) asked.push("rules");
            return [];
          },
        },
        { deadlineSeconds: "soon", log: "loud" },
      );
      expect(await provider.faults({ title: "Plan" })).to.deep.equal([
        "stack config emailmarketing:deadlineSeconds: must be a number from 0.01 to 86400. [config]",
        'stack config emailmarketing:log: must be one of "off", "debug", "file:PATH". [config]',
      ]);
      expect(asked).to.deep.equal([]);
    });

    it("reports an input that the settings don't allow", async () => {
      const provider = notes({
        rules: ({ colour }, known) =>
          known?.settings?.isExtended === false && colour !== undefined
            ? [{ path: "colour", problem: "needs the extended operations" }]
            : [],
      });
      const reasons = (given: object) => provider.faults({ title: "Plan", ...given });
      expect(await reasons({ colour: "red" })).to.deep.equal([
        "colour: needs the extended operations [validation colour]",
      ]);
      expect(await reasons({})).to.deep.equal([]);
    });

    it("refuses a changed input if the settings don't allow the change", async () => {
      const immutable: Field["immutable"] = ({ isExtended }) =>
        isExtended ? undefined : "Go back to it.";
      const changes = notesWhere({ colour: { immutable } });
      const change = [
        { title: "Plan", colour: "blue" },
        { title: "Plan", colour: "red" },
      ] as const;
      expect(await notes(changes).faults(...change)).to.deep.equal([
        "colour: can't be changed after creation: the service has no operation for it. Go back to it. [validation colour]",
      ]);
      const extended = notes(changes, { operations: "extended" });
      expect(await extended.faults(...change)).to.deep.equal([]);
    });

    describe("during an outage of the service", function () {
      useSkippedWaits(this);

      it("stops retrying after about 20 s in a preview", async () => {
        const preflightChecks: PreflightCheck<Properties>[] = [
          {
            only: "preview",
            inputs: ["title"],
            async ask({ account }) {
              await account.main.send({ method: "GET", ...pathOf("/list/1"), policy: "read" });
              return [];
            },
          },
        ];
        // This address refuses connections, and is not a loopback address.
        const baseUrl = `https://0.0.0.0:${closedPort}/v1`;
        const provider = notes({ preflightChecks }, { baseUrl });
        await provider.check({}, { title: "Plan", ...asking("plan") });
        expect(warnings().join()).to.match(
          /preflight could not check the account: can't connect to .* attempts in 2\d s\)/,
        );
      });
    });

    it("shows warnings about inputs only if no input is invalid", async () => {
      const rules = () => [finding("warning", "list-empty", "is hard to read")];
      const provider = notes({ rules });
      await provider.check({}, { title: "" });
      expect(warnings()).to.deep.equal([]);
      await provider.check({}, { title: "Faint" });
      expect(warnings()).to.deep.equal(['warning: Note "Faint": is hard to read [list-empty]']);
    });

    it("shows the resource's logical name in a message if the object's name differs or is unknown", async () => {
      const rules = () => [finding("warning", "list-empty", "is hard to read")];
      const toldOf = async (title: unknown, name: string) => {
        const before = warnings().length;
        await notes({ rules }).check({}, { title, ...asking(name) });
        return warnings().slice(before);
      };
      const said = "is hard to read [list-empty]";
      expect(await toldOf("Plan", "plan")).to.deep.equal([
        `warning: Note "Plan" ("plan" in the program): ${said}`,
      ]);
      expect(await toldOf("same", "same")).to.deep.equal([`warning: Note "same": ${said}`]);
      expect(await toldOf(unknownValue, "later")).to.deep.equal([`warning: Note "later": ${said}`]);
    });

    it("returns the unchanged inputs' names if the object is replaced in the same account", async () => {
      const next = { title: "PLAN", colour: "blue", pinned: true, __provider: "text" };
      const asked = { ...next, ...asking("plan") };
      const commonOf = async (account: string) => {
        const provider = notes();
        const past = { title: "Plan", colour: "red", pinned: true };
        expect((await provider.check(past, asked)).inputs).to.deep.equal(next);
        await provider.diff("note-1", { ...past, account }, next);
        return (await provider.check({}, asked)).inputs?.[findingsInput] as unknown;
      };
      expect(await commonOf("eu")).to.deep.equal({
        settings: [],
        inputs: [],
        keeps: ["title", "pinned"],
      });
      expect(await commonOf("us")).to.deep.equal({ settings: [], inputs: [], keeps: [] });
      expect((await notes().check({}, asked)).inputs).to.deep.equal(next);
    });

    it("returns problems without failing, and hides API keys, if inputs are invalid in a preview", async () => {
      const provider = notes({}, { apiKey: "canary-main-key" });
      const given = { title: "canary-main-key", colour: "orange", __provider: "text" };
      const { inputs, failures } = await provider.check({}, { ...given, ...asking("plan") });
      expect(failures).to.deep.equal([]);
      expect(inputs).to.deep.equal({
        title: "[key]",
        colour: "orange",
        __provider: "text",
        [findingsInput]: {
          settings: [],
          inputs: [
            "colour: must be at most 5 characters long (got 6) [validation colour]",
            "title: must not contain an API key, because inputs are stored in the state. Set keys as settings only. Run: pulumi config set --secret emailmarketing:apiKey [validation title]",
          ],
        },
      });
    });

    it("distinguishes resources that have the same logical name at different places in the program", async () => {
      const provider = notes();
      const old = { title: "Plan", colour: "red" };
      await provider.check(old, { ...old, ...asking("plan") });
      const other = { title: "Plan", colour: "red", __provider: "text" };
      const { inputs } = await provider.check({}, { ...other, ...asking("plan", { order: 1 }) });
      expect(inputs).to.deep.equal(other);
    });
  });

  describe("diff", () => {
    const old = { title: "Plan", colour: "red", account: "eu" };

    it("leaves the comparison to the engine if the object is unchanged", async () => {
      const props = { title: "Plan", colour: "red" };
      expect(await notes().diff("note-1", old, props)).to.deep.equal({ replaces: [] });
    });

    it("leaves the comparison to the engine if a change needs no replacement", async () => {
      const props = { title: "Plan", colour: "blue" };
      const provider = notes(notesWhere({ title: { replaces: "deleted first" } }));
      expect(await provider.diff("note-1", old, props)).to.deep.equal({ replaces: [] });
    });

    it("replaces the object if a change requires it", async () => {
      const props = { title: "Draft", colour: "red" };
      expect(await notes().diff("note-1", old, props)).to.deep.equal({ replaces: ["title"] });
      const provider = notes(notesWhere({ title: { replaces: "deleted first" } }));
      expect(await provider.diff("note-1", old, props)).to.deep.equal({
        replaces: ["title"],
        deleteBeforeReplace: true,
      });
    });

    it("asks the engine to delete the old object first only if a changed input requires that", async () => {
      const replaces: Field["replaces"] = ({ isExtended, old }) =>
        !isExtended && old.pinned === true ? "deleted first" : true;
      const props = { title: "Plan", colour: "blue" };
      const provider = notes(notesWhere({ colour: { replaces } }));
      expect(await provider.diff("note-1", old, props)).to.deep.equal({ replaces: ["colour"] });
      expect(await provider.diff("note-1", { ...old, pinned: true }, props)).to.deep.equal({
        replaces: ["colour"],
        deleteBeforeReplace: true,
      });
    });

    it("reports a change if the last write of an input got no response", async () => {
      const unconfirmed = { ...old, unconfirmed: ["colour"] };
      const same = { title: "Plan", colour: "red" };
      expect(await notes().diff("note-1", unconfirmed, same)).to.deep.equal({ changes: true });
      const more = { title: "Plan", colour: "red", pinned: true };
      expect(await notes().diff("note-1", old, more)).to.deep.equal({ changes: true });
      const other = { title: "Draft", colour: "red" };
      expect(await notes().diff("note-1", unconfirmed, other)).to.deep.equal({
        replaces: ["title"],
      });
    });

    it("reports a change, with a warning that gives advice, if the object is unconfirmed", async () => {
      const props = { title: "Lost" };
      const state = { ...props, account: "eu" };
      expect(await notes().diff("unknown:7", state, props)).to.deep.equal({ changes: true });
      expect(warnings()).to.deep.equal([`warning: Note "Lost": the ${createMayHaveSucceeded}`]);
    });

    it("replaces an unconfirmed object if existingId is set", async () => {
      const props = { title: "Lost", existingId: "note-7" };
      const state = { title: "Lost", account: "eu" };
      expect(await notes().diff("unknown:7", state, props)).to.deep.equal({
        changes: true,
        replaces: ["existingId"],
      });
      expect(warnings()).to.deep.equal([]);
    });
  });
});
