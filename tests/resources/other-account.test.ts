import { expect } from "chai";
import { everyKind, fixtures } from "../support/fixtures";
import { rejection } from "../support/rejection";
import { useResource } from "../support/resource";

/** The name of this account, and its former names. */
const staging = { account: "staging", formerAccounts: "first, early" };

describe("an object of another account", function () {
  const { resource, newRun, requests, warnings } = useResource(this, "Campaign", staging);

  for (const [kind, { id, args, outputs, subject }] of everyKind) {
    const state = { ...args, ...outputs };
    const elsewhere = { ...state, account: "production" };
    const driven = () => resource(kind);
    const mailed = ["Campaign", "CampaignSchedule"].includes(kind);

    it(`is replaced by a new object in this account if the type is ${kind}${mailed ? " and ignoreChecks has account-moved" : ""}`, async () => {
      const declared = mailed ? { ...state, ignoreChecks: ["account-moved"] } : state;
      expect(await driven().diff(id, elsewhere, declared)).to.deep.equal({
        changes: true,
        replaces: ["account"],
      });
      const here = { ...state, account: "staging" };
      const { replaces } = await driven().diff(id, here, state);
      expect(replaces ?? []).to.not.include("account");
    });

    it(`is kept in the state if formerAccounts has the other account (${kind})`, async () => {
      const early = { ...state, account: "early" };
      const provider = driven();
      expect(await provider.diff(id, early, state)).to.deep.equal({ changes: true });
      const { outs } = await provider.update(id, early, state);
      expect(outs).to.deep.equal({ ...state, account: "staging" });
      expect(requests()).to.deep.equal([]);
      expect(await provider.diff(id, outs, state)).to.deep.equal({ replaces: [] });
    });

    it(`is kept unchanged by a refresh, with a warning and without a request, if the object is a ${kind}`, async () => {
      expect(await driven().read(id, elsewhere)).to.deep.equal({ id, props: elsewhere });
      expect(warnings()).to.deep.equal([
        `${subject} was not refreshed: it belongs to account "production", but the settings are for another account. Use the settings of its account.`,
      ]);
      expect(requests()).to.deep.equal([]);
    });

    it(`stays unchanged in the other account if the stack deletes the ${kind}`, async () => {
      await driven().delete(id, elsewhere);
      expect(warnings()).to.deep.equal([
        `${subject} was removed from the Pulumi state and left unchanged in account "production": the settings are for another account.`,
      ]);
      expect(requests()).to.deep.equal([]);
    });
  }

  for (const kind of ["Campaign", "CampaignSchedule"] as const) {
    const { id, args: state, subject } = fixtures[kind];
    const from = (account: string) => ({ ...state, account });

    it(`fails the diff of a ${kind}, because a new ${kind} in this account could email the same people again`, async () => {
      const sentence =
        `${subject}: the state has it in account "production", but the settings are for account "staging": it would be ` +
        "created again there, and could be mailed twice. If both names mean the same account, add the old name to stack " +
        'config emailmarketing:formerAccounts. To move it anyway, add "account-moved" to ignoreChecks. [account-moved]';
      for (const preflight of ["warn", "error", "off"]) {
        newRun({ preflight });
        const diff = resource(kind).diff(id, from("production"), state);
        expect(await rejection(diff)).to.equal(sentence);
      }
    });

    it(`fails the diff of an update, but not the diff of a refresh, if the object is a ${kind}`, async () => {
      const provider = resource(kind);
      await provider.read(id, from("production"));
      const difference = { changes: true, replaces: ["account"] };
      expect(await provider.refreshed(id, from("production"), state)).to.deep.equal(difference);
      expect(await rejection(provider.diff(id, from("production"), state))).to.include(
        "[account-moved]",
      );
    });

    it(`is replaced without an error if the object is a ${kind} in an emulator's account`, async () => {
      const difference = { changes: true, replaces: ["account"] };
      expect(await resource(kind).diff(id, from("loopback"), state)).to.deep.equal(difference);
    });
  }
});
