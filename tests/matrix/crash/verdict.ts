import { expect } from "chai";
import type { Emulator } from "email-marketing-emulator";
import { expectNoLeak } from "../../support/canary";
import type { ServiceProject } from "../../support/service";
import type { Crash, Ending } from "./case";
import { type CrashKind, declared, objectNames } from "./program";

/** How one resource came out of a crash. */
export interface Outcome {
  readonly kind: CrashKind;
  readonly step: Crash["moment"]["step"];
  readonly moment: string;
  readonly ending: Ending;
  /** What the user ran or changed after the crash. */
  readonly ran: readonly string[];
  /** What the crash left over beside what is declared: named and counted, empty for nothing. */
  readonly leftOver: string;
}

type Account = ReturnType<Emulator["snapshot"]>;

/** What is looked at after the next `up`. */
export interface Aftermath {
  readonly project: ServiceProject;
  readonly emulator: Emulator;
  readonly ran: readonly string[];
}

/** What must hold of one kind; gives what is left over. */
type Judge = (found: KindAftermath) => string;

interface KindAftermath {
  readonly account: Account;
  /** The id in the state; undefined after a delete. */
  readonly id: string | undefined;
  readonly step: Crash["moment"]["step"];
  readonly isExtended: boolean;
}

/** Fails where anything is not as declared, and says what is left over. */
export async function judgeCrash(crash: Crash, aftermath: Aftermath): Promise<Outcome[]> {
  const { project, emulator, ran } = aftermath;
  const { moment, ending } = crash;
  const { step, isExtended = false } = moment;
  const ids = await idsOf(project);
  const account = emulator.snapshot();
  const leftOver = (kind: CrashKind) =>
    judges[kind]({ account, id: ids.get(kind), step, isExtended });
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

const judges: Record<CrashKind, Judge> = {
  CustomProperty({ account, id, step, isExtended }) {
    const made = account.properties.filter(({ name }) => name === objectNames.CustomProperty);
    expect(made).to.have.length(1);
    if (step === "delete") return "";
    expect(id).to.equal(made[0]?.id);
    if (isExtended) expect(made[0]?.description).to.equal(declared[step].description);
    return "";
  },
  List({ account, id, step }) {
    const made = account.lists.filter(({ name }) => name === objectNames.List);
    expect(made).to.have.length(1);
    if (step !== "delete") expect(id).to.equal(made[0]?.id);
    return "";
  },
  Sender({ account, id, step }) {
    const made = account.senders.filter(({ sender_email }) => sender_email === "news@acme.example");
    expect(made.map(({ sender_name }) => sender_name)).to.deep.equal(["Acme News"]);
    if (step !== "delete") expect(id).to.equal(made[0]?.id);
    return "";
  },
  WebhookActivation({ account, step }) {
    const wanted = step === "create" ? "active" : "inactive";
    expect(account.webhooks.find(({ id }) => id === "webhook-1")?.status).to.equal(wanted);
    return "";
  },
  Campaign({ account, id, step }) {
    const made = account.campaigns.filter(({ name }) => name === "Spring");
    if (step !== "delete") {
      const own = made.find((campaign) => campaign.id === id);
      const { subject } = declared[step];
      expect(own).to.deep.include({ subject, contacts_order: "first", status: "Draft" });
    }
    expect(made.every(({ status }) => status === "Draft")).to.equal(true);
    return counted(made.length - 1, "unscheduled draft");
  },
  CampaignSchedule({ account, step }) {
    const { scheduledAt } = declared[step === "delete" ? "create" : step];
    const own = account.campaigns.find(({ id }) => id === "campaign-2");
    expect(own).to.deep.include({ status: "Scheduled", scheduled_at: scheduledAt });
    return "";
  },
  DomainDnsShare({ account, step }) {
    const sent = account.mails.filter(({ of }) => of === "domain-2");
    const told = sent.flatMap(({ recipients }) => recipients);
    const wanted = declared[step === "delete" ? "create" : step].recipients;
    expect(told).to.include.members([...wanted]);
    return counted(told.length - wanted.length, "DNS mail");
  },
};

function counted(count: number, what: string): string {
  if (count === 0) return "";
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
