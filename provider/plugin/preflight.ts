import { requireDomain } from "../account/required-domain";
import { EmailMarketingError } from "../errors/error";
import { labelled, withoutIgnored } from "../input/finding";
import {
  answersOf,
  askOfChange,
  mustRun,
  questionsOfProgram,
  reportOfChange,
  unasked,
} from "../lifecycle/asking";
import { requireAllowedAhead } from "../lifecycle/forbids";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import { subjectOf } from "../lifecycle/properties";
import type { QuestionContext } from "../lifecycle/question";
import type { PluginState } from "./plugin-state";

/** A resource of a preview. */
export interface Previewed {
  readonly lifecycle: AnyLifecycle;
  readonly urn: string;
}

/**
 * Reports in a preview what an update would run into. It never waits for the end of the program, which waits for this: of
 * two resources that are the same object, the one that comes second reports it.
 */
export async function preflight(
  { account: open, log, program }: PluginState,
  { lifecycle, urn }: Previewed,
): Promise<void> {
  const own = program.resource(urn);
  if (!own) return;
  const account = open();
  const { settings } = account;
  const context: QuestionContext = {
    account,
    own,
    old: {},
    keeps: own.keeps,
    // Of what is unchanged on both sides nothing is reported.
    declared: async (kind) =>
      program.declared(kind).filter(({ isChanged }) => own.isChanged || isChanged),
    knowsAll: false,
  };
  const subject = subjectOf(lifecycle, own.props);
  if (own.isNew) await requireAllowedAhead(lifecycle, { subject, props: own.props }, context);
  // Behind what the settings forbid, which holds in every mode.
  if (settings.value("preflight") === "off") return;
  const questions = questionsOfProgram(lifecycle, own);
  const asked = questions.map((ask) => async () => ask(own.props, context));
  const ofTaken = { old: {}, props: own.props, isReplacing: true } as const;
  const findings = [
    ...withoutIgnored(await answersOf(asked, account), own.props),
    ...(own.isFirst ? await askOfChange(lifecycle, account, ofTaken) : []),
  ];
  for (const finding of findings.filter(({ level }) => level === "info")) {
    log.write("info", `${subject}: ${labelled(finding)}`);
  }
  reportOfChange(findings, subject, account);
}

/**
 * Fails where the account is not the one that `accountDomain` asks for: a key of another account is wrong for every
 * resource, changed or not, so the first step asks for all. An update asks, too, since a diff does not know which of both
 * it is for.
 */
export async function judgeDomain(
  { account: open, settings: current, program }: PluginState,
  { lifecycle, urn }: Previewed,
): Promise<void> {
  const settings = current();
  const domain = settings.value("accountDomain");
  // A preview works without a key, such as that of a pull request from a fork.
  if (domain === undefined || settings.origin("apiKey") === undefined) return;
  const account = open();
  try {
    await requireDomain(settings, account);
  } catch (error) {
    if (!(error instanceof EmailMarketingError)) throw error;
    // Only a search that was answered shows another account; what else fails is asked again before a write.
    if (error.code === "conflict") {
      const subject = subjectOf(lifecycle, program.resource(urn)?.props ?? {});
      throw error.reworded(`${subject}: ${error.message}`);
    }
    if (mustRun(settings)) throw error.reworded(unasked(error));
    account.notice(unasked(error));
  }
}
