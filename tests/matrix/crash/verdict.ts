import { expect } from "chai";
import type { Emulator } from "email-marketing-emulator";
import { expectNoLeak } from "../../support/canary";
import { type Fixture, fixtures, type Kind } from "../../support/fixtures";
import type { ServiceProject } from "../../support/service";
import type { Crash, Ending } from "./case";
import { declaredBy } from "./program";

/** The result of a crash for one resource. */
export interface Outcome {
  readonly kind: Kind;
  readonly step: Crash["moment"]["step"];
  readonly moment: string;
  readonly ending: Ending;
  /** The user's commands and changes after the crash. */
  readonly ran: readonly string[];
  /** The additional objects or emails that the crash caused, with their number. Empty if there are none. */
  readonly leftOver: string;
}

/** The project and the account after the next `up`. */
export interface Aftermath {
  readonly project: ServiceProject;
  readonly emulator: Emulator;
  readonly ran: readonly string[];
}

/** Fails if the program's resources aren't as declared. Returns what the crash left behind. */
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

/** The ids in the state by kind. Fails if a resource is pending deletion. */
async function idsOf(project: ServiceProject): Promise<ReadonlyMap<string, string | undefined>> {
  const { resources = [] } = await project.state();
  const own = resources.filter(({ type }) => /(:dynamic\/|^)emailmarketing:/.test(type));
  expect(own.filter((resource) => resource.delete === true)).to.deep.equal([]);
  return new Map(own.map(({ type, id }) => [type.slice(type.lastIndexOf(":") + 1), id]));
}

/** Advances the clock until every date has passed. Returns the emailed campaigns, each as often as it was emailed. */
function mailed(emulator: Emulator): string[] {
  emulator.advance(Date.parse("2098-04-01T00:00:00Z") - Date.parse("2026-01-01T00:00:00Z"));
  const mails = emulator.snapshot().mails.filter(({ kind }) => kind === "campaign");
  return mails.map(({ of }) => of);
}
