import { expect } from "chai";
import type { Emulator } from "email-marketing-emulator";
import { expectNoLeak } from "../../support/canary";
import { type Fixture, fixtures, type Kind } from "../../support/fixtures";
import type { ServiceProject } from "../../support/service";
import type { Crash, Ending } from "./case";
import { declaredBy } from "./program";

/** How one resource came out of a crash. */
export interface Outcome {
  readonly kind: Kind;
  readonly step: Crash["moment"]["step"];
  readonly moment: string;
  readonly ending: Ending;
  /** What the user ran or changed after the crash. */
  readonly ran: readonly string[];
  /** What the crash left over beside what is declared: named and counted, empty for nothing. */
  readonly leftOver: string;
}

/** What is looked at after the next `up`. */
export interface Aftermath {
  readonly project: ServiceProject;
  readonly emulator: Emulator;
  readonly ran: readonly string[];
}

/** Fails where anything is not as declared, and says what is left over. */
export async function judgeCrash(crash: Crash, aftermath: Aftermath): Promise<Outcome[]> {
  const { project, emulator, ran } = aftermath;
  const { moment, ending } = crash;
  const { step, isExtended = false } = moment;
  const ids = await idsOf(project);
  const account = emulator.snapshot();
  const leftOver = (kind: Kind) => {
    const declared = declaredBy(kind, { step, isExtended });
    const { crash, expectDeclared }: Fixture = fixtures[kind];
    if (step !== "delete") expectDeclared(account, { id: ids.get(kind) ?? "", declared });
    return crash.leftOver(account, { step, declared });
  };
  const outcomes = moment.kinds.map((kind) => ({
    kind,
    step,
    moment: moment.words,
    ending,
    ran,
    leftOver: leftOver(kind),
  }));
  const kept = JSON.stringify(await project.state()) + project.printed();
  expectNoLeak(kept, "the state or the output");
  project.newRequests();
  const again = await project.up();
  expect(again.exitCode, again.output).to.equal(0);
  expect(again.changes, again.output).to.deep.equal({
    same: step === "delete" ? 1 : 1 + moment.kinds.length,
  });
  expect(project.newRequests()).to.deep.equal([]);
  expect(mailed(emulator)).to.deep.equal(
    moment.kinds.includes("CampaignSchedule") ? ["campaign-2"] : [],
  );
  return outcomes;
}

/** Ids in the state by kind, none of them pending. */
async function idsOf(project: ServiceProject): Promise<ReadonlyMap<string, string | undefined>> {
  const { resources = [] } = await project.state();
  const own = resources.filter(({ type }) => /(:dynamic\/|^)emailmarketing:/.test(type));
  expect(own.filter((resource) => resource.delete === true)).to.deep.equal([]);
  return new Map(own.map(({ type, id }) => [type.slice(type.lastIndexOf(":") + 1), id]));
}

/** Lets all the time pass, and gives the campaigns that are mailed, each as often as it is. */
function mailed(emulator: Emulator): string[] {
  emulator.advance(Date.parse("2098-04-01T00:00:00Z") - Date.parse("2026-01-01T00:00:00Z"));
  const mails = emulator.snapshot().mails.filter(({ kind }) => kind === "campaign");
  return mails.map(({ of }) => of);
}
