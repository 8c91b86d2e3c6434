import { expect } from "chai";
import type { Emulator } from "email-marketing-emulator";
import { specimens } from "../../support/specimen";
import type { Declaration, Engine, Run, StepRecord } from "./engine";

/** All that a history did so far. */
export interface Past {
  readonly steps: StepRecord[];
  readonly runs: (Run & { readonly requests: number; readonly struck: number })[];
}

type Account = ReturnType<Emulator["snapshot"]>;

/** Holds at any time: nothing is there twice that a step did not make, and no mail left by itself. */
export function expectNothingDoubled(account: Account, { steps }: Past): void {
  const senders = account.senders.map(
    ({ sender_email, sender_name }) => `${sender_email.toLowerCase()} ${sender_name}`,
  );
  expect(senders, "senders").to.deep.equal([...new Set(senders)]);

  for (const [name, slot] of [
    ["Spring", "campaign"],
    ["Autumn", "otherCampaign"],
  ]) {
    const made = account.campaigns.filter((row) => row.name === name).length;
    const creates = steps.filter((one) => one.name === slot && one.step === "create");
    const most = creates.filter(({ ended }) => ended !== "failed").length;
    expect(made, `campaigns named ${String(name)}`).to.be.at.most(most);
  }

  const known = steps.flatMap(({ name, id }) => (name === "campaign" ? [id] : []));
  const dated = account.campaigns.filter(isDated);
  expect(
    dated.filter(({ id }) => !known.includes(id)).map(({ id }) => id),
    "campaigns with a date that no step was given",
  ).to.deep.equal([]);

  const shares = steps.filter(({ name, step }) => name === "share" && step !== "delete");
  const mails = account.mails.filter(({ of }) => of === "domain-2").length;
  expect(mails, "DNS mails").to.be.at.most(shares.length);
}

/** Holds once a run has ended well: every object that is declared is there as declared, and is the state's. */
export function expectAsDeclared(
  program: readonly Declaration[],
  { state }: Engine,
  emulator: Emulator,
): void {
  expect([...state.keys()].sort()).to.deep.equal(program.map(({ name }) => name).sort());
  const account = emulator.snapshot();
  const idOf = (name: string) => state.get(name)?.id ?? "";
  for (const { name, kind, inputs, ids = {} } of program) {
    const references = Object.entries(ids).map(([input, of]) => [input, idOf(of)]);
    const declared = { ...inputs, ...Object.fromEntries(references) };
    specimens[kind].expectDeclared(account, { id: idOf(name), declared });
  }
  expectOneMailEach(emulator);
}

/** Whether a campaign of the programs has a date; the example account has one with a date, too. */
function isDated({ name, scheduled_at }: Account["campaigns"][number]): boolean {
  return (name === "Spring" || name === "Autumn") && scheduled_at !== undefined;
}

function expectOneMailEach(emulator: Emulator): void {
  const { campaigns } = emulator.snapshot();
  emulator.advance(Date.parse("2098-04-01T00:00:00Z") - Date.parse("2026-01-01T00:00:00Z"));
  const mailed = emulator.snapshot().mails.filter(({ kind }) => kind === "campaign");
  const dated = campaigns.filter((row) => isDated(row) && row.status === "Scheduled");
  expect(mailed.map(({ of }) => of).sort()).to.deep.equal(dated.map(({ id }) => id).sort());
}
