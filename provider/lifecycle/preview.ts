import type { Account } from "../account/account";
import { requireDomain } from "../account/sending-domain";
import { EmailMarketingError, reworded } from "../errors/error";
import { isSameContent } from "../input/asset";
import { type Finding, isError, labelled, withoutIgnored } from "../input/finding";
import { containsUnknown, type Properties } from "../input/plain";
import type { Settings } from "../settings/settings";
import { guardViolations, requireAllowed } from "./guard";
import type { AnyLifecycle } from "./lifecycle";
import { asFarAsConfirmed, labelOf, propsOf, readableState } from "./object-state";
import {
  contextOfStep,
  type ObjectStep,
  type PreflightContext,
  type When,
} from "./preflight-check";

/** Where a way in shows what a preview finds about one resource. */
export interface FindingReporter {
  report(level: "info" | "warn", finding: Finding): void;
  /** What fails the preview: a setting forbids it, or an update would run into it and `preflight` is "error". */
  fail(findings: readonly Finding[], why: "guard" | "found"): void;
  /** The account is another one than `accountDomain` asks for, which fails every resource of it. */
  failAccount(error: EmailMarketingError): void;
  /** The account can't be asked: an error where the checks must run, and else a warning. */
  unasked(error: EmailMarketingError, isFailure: boolean): void | Promise<void>;
}

/** The sink of a step of the engine: warnings, what is no warning in a preview alone, and one error for all that fails. */
export function stepReporter(
  { warnOnce, infoOnce }: Account,
  label: string,
  isPreview = false,
): FindingReporter {
  return {
    report(level, finding) {
      const sentence = `${label}: ${labelled(finding)}`;
      if (level === "warn") warnOnce(sentence);
      else if (isPreview) infoOnce(sentence);
    },
    fail: (findings) => requireAllowed(findings, label),
    failAccount(error) {
      throw reworded(error, `${label}: ${error.message}`);
    },
    unasked(error, isFailure) {
      if (isFailure) throw error;
      warnOnce(error.message);
    },
  };
}

/** Judges once for all resources of an account, changed or not, whether its key is one of another account. */
export async function previewAccount(
  settings: Settings,
  snapshots: () => Pick<Account, "domains">,
  reporter: FindingReporter,
): Promise<void> {
  // A preview works without a key, such as that of a pull request from a fork.
  const isAsked = settings.value("accountDomain") && settings.origin("apiKey") !== undefined;
  if (!isAsked) return;
  try {
    await requireDomain(settings, snapshots());
  } catch (error) {
    // Only a search that was answered shows another account; what else fails is asked again before a write.
    if (error instanceof EmailMarketingError && error.code === "conflict")
      reporter.failAccount(error);
    else await reportUnasked(error, settings, reporter);
  }
}

/**
 * Reports what an update would run into: what a change sends is looked into by the engine's diff. `isFirst` is a new one that takes
 * the place of no other, where no step of the engine asks about it.
 */
export async function preview(
  lifecycle: AnyLifecycle,
  { isNew, isFirst = false }: { readonly isNew: boolean; readonly isFirst?: boolean },
  context: PreflightContext,
  reporter: FindingReporter,
): Promise<void> {
  const { own, knowsAll } = context;
  const { props, isChanged } = own;
  if (isNew) await previewGuards(lifecycle, { props }, context, reporter);
  const asked: readonly When[] = [
    // Where others may follow, an unchanged one is asked about those before it.
    ...(isChanged || !knowsAll ? (["declared"] as const) : []),
    ...(isNew ? (["new", "new or changed"] as const) : (["kept"] as const)),
    ...(isFirst ? (["replacing"] as const) : []),
  ];
  await ask(lifecycle, asked, context, reporter);
  await reportDuplicates(lifecycle, context, reporter);
}

/** Reports what the account has twice where others have read it by the end of the program. */
async function reportDuplicates(
  { kind, findDuplicates }: AnyLifecycle,
  context: PreflightContext,
  reporter: FindingReporter,
): Promise<void> {
  const { own, declared, account } = context;
  if (!findDuplicates || containsUnknown(own.props)) return;
  const find = async () => {
    await declared(kind);
    return findDuplicates(account, own.props);
  };
  await ask(
    { preflightChecks: [{ when: "kept", inputs: [], ask: find }] },
    ["kept"],
    context,
    reporter,
  );
}

/**
 * Reports what the settings forbid of a step, and a mail that may have been sent before, whatever `preflight` says. The update
 * asks again before it sends.
 */
export async function previewGuards(
  lifecycle: AnyLifecycle,
  step: ObjectStep,
  context: PreflightContext,
  reporter: FindingReporter,
): Promise<void> {
  const { account } = context;
  const judged = async () => {
    const violations = await guardViolations(lifecycle, account, step, () => context);
    if (violations.length > 0) return violations;
    return (await lifecycle.emailSentBy?.(account, step)?.refusal?.(context)) ?? [];
  };
  const found = await answer(judged, context, reporter);
  if (found.length > 0) reporter.fail(found, "guard");
}

/** Reports what an update would run into with a change, or with a replacement: what it does not send is never judged. */
export async function previewStep(
  lifecycle: AnyLifecycle,
  asked: readonly When[],
  context: PreflightContext,
  reporter: FindingReporter,
): Promise<void> {
  const { old, own } = context;
  const isSent = (name: string) => !isSameContent((old as Properties)[name], own.props[name]);
  const isDue = ({ inputs }: { readonly inputs: readonly string[] }) =>
    inputs.length === 0 || inputs.some(isSent);
  const preflightChecks = lifecycle.preflightChecks?.filter(isDue) ?? [];
  await ask({ preflightChecks }, asked, context, reporter);
}

/** Says in a preview what a reviewer reads of a change, which only a step knows: it has the state. */
export async function previewShown(
  lifecycle: AnyLifecycle,
  account: Account,
  { id, old, props }: ObjectStep,
): Promise<void> {
  const known = old && propsOf(asFarAsConfirmed(readableState(lifecycle, old)));
  const context = contextOfStep(account, { ...(id !== undefined && { id }), old: known, props });
  const label = labelOf(lifecycle, props);
  await previewStep(lifecycle, ["shown"], context, stepReporter(account, label, true));
}

/**
 * What the account says of a new object, which the program can't tell from one that takes the place of another: errors
 * where the setting `preflight` has them fail, each in one sentence. The rest is shown.
 */
export async function previewNew(
  lifecycle: AnyLifecycle,
  account: Account,
  name: string,
  props: Properties,
): Promise<string[]> {
  const problems: string[] = [];
  await previewStep(lifecycle, ["replacing"], contextOfStep(account, { props }), {
    ...stepReporter(account, labelOf(lifecycle, props, name)),
    fail: (findings) => void problems.push(...findings.map(labelled)),
  });
  return problems;
}

async function ask(
  { preflightChecks = [] }: Pick<AnyLifecycle, "preflightChecks">,
  asked: readonly When[],
  context: PreflightContext,
  reporter: FindingReporter,
): Promise<void> {
  const due = preflightChecks.filter(({ when }) => asked.includes(when));
  if (due.length === 0) return;
  const { own, account } = context;
  const mode = account.settings.value("preflight");
  const asks = due.filter(({ isAskedIfOff }) => mode !== "off" || isAskedIfOff);
  const outcomes = asks.map(({ ask: check }) =>
    answer(async () => check(own.props, context), context, reporter),
  );
  const found = withoutIgnored((await Promise.all(outcomes)).flat(), own.props);
  const failing = mode === "error" ? found.filter(isError) : [];
  for (const finding of found.filter((one) => !failing.includes(one))) {
    reporter.report(finding.level === "info" ? "info" : "warn", finding);
  }
  if (failing.length > 0) reporter.fail(failing, "found");
}

/** What is found; where the account can't be asked, that is reported, and keeps nothing else from its answer. */
async function answer(
  check: () => Promise<readonly Finding[]>,
  { account }: PreflightContext,
  reporter: FindingReporter,
): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (error) {
    await reportUnasked(error, account.settings, reporter);
    return [];
  }
}

/** It is an error with `preflight: error`. Without a key it never is: a preview needs none. */
async function reportUnasked(
  error: unknown,
  settings: Settings,
  reporter: FindingReporter,
): Promise<void> {
  if (!(error instanceof EmailMarketingError)) throw error;
  const sentence = `preflight could not check the account: ${error.message}${error.code === "config" ? "" : ' To skip these checks, set emailmarketing:preflight to "off".'}`;
  const mustRun =
    settings.value("preflight") === "error" && settings.origin("apiKey") !== undefined;
  await reporter.unasked(reworded(error, sentence), mustRun);
}
