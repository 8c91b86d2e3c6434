import type { Account } from "../account/account";
import { type CalledResource, othersThan, recordOf } from "../account/program-record";
import { readOnly, warnOnce } from "../account/step";
import { type Properties, unknownValue } from "../plain/value";
import type { Settings } from "../settings/settings";
import { check as judge, withoutInvalid } from "./check";
import { diff as compare, type DiffResult, refusedReplacement } from "./diff";
import { keptInputs } from "./duplicate";
import type { AnyLifecycle } from "./lifecycle";
import { isInitFailure, labelOf, type ObjectChange, outputNames } from "./object-state";
import { checkAccountDomain, runPreflight, runReviewerChecks, stepReporter } from "./preflight";
import { isNew, type ObjectStep, type Program } from "./preflight-check";

/* The engine's check, diff and preview, for both runtimes. A check and a diff also record their resource. */

/** One kind of resource. `settings` and `account` are functions, because the process may not be configured yet. */
export interface Served {
  readonly lifecycle: AnyLifecycle;
  readonly settings: () => Settings;
  readonly account: () => Account;
}

/** Checks and records a resource, and shows warnings. `keeps` names inputs that a replacement in this account keeps. */
export async function check(
  { lifecycle, settings, account }: Served,
  resource: CalledResource,
  { old, props }: Pick<ObjectChange, "old" | "props">,
) {
  const { kind } = lifecycle;
  const { urn, name, place } = resource;
  // With a URN, the engine shows a message beside the resource, so the message needs no logical name.
  const logicalName = urn === undefined ? name : undefined;
  const { warnings, ...checked } = judge(lifecycle, settings(), { old, props }, logicalName);
  const { inputs, problems, settingsProblems } = checked;
  const shown = problems.length > 0 ? withoutInvalid(lifecycle, inputs) : inputs;
  const replaced = recordOf(settings()).check({ ...resource, kind, props: shown }, old);
  const isValid = settingsProblems.length + problems.length === 0;
  // Reviewer checks of a new object run here, because in a preview the engine doesn't call a dynamic provider's create.
  if (place !== undefined && isValid && !replaced && Object.keys(old).length === 0) {
    await readOnly(() => runReviewerChecks(lifecycle, account(), { props: inputs }));
  }
  warnings.forEach(warnOnce);
  if (!replaced) return { ...checked, keeps: undefined };
  const change = { old: replaced.inputs, props: inputs };
  // Without a diff, a replacement is judged here, unless the old object may be in another account (no old inputs).
  const isJudged = isValid && !replaced.isDiffed && Object.keys(change.old).length > 0;
  const refused = isJudged ? refusedReplacement(lifecycle, account(), change) : [];
  const keeps = keptInputs(change.old, inputs);
  return { ...checked, problems: [...problems, ...refused], keeps };
}

/** Compares the inputs with the state. In a preview, also runs the checks if the engine calls no create or update. */
export function diff(
  served: Served,
  resource: CalledResource,
  change: ObjectChange & { readonly areInputsSame?: boolean },
): Promise<DiffResult & { readonly isChanged: boolean }> {
  const { lifecycle, settings, account } = served;
  const { areInputsSame = true, ...object } = change;
  const { urn } = resource;
  const record = recordOf(settings());
  const shown = { ...resource, kind: lifecycle.kind, props: object.props };
  const purpose = record.compare(shown, object.id);
  return readOnly(async () => {
    if (urn !== undefined) await checkAccountDomainOnce(served, urn);
    const found = await compare(lifecycle, account(), { ...object, ...purpose });
    const { changes = false, replaces = [] } = found;
    const isMoved = replaces.includes("account");
    const isChanged = changes || replaces.length > 0 || !areInputsSame;
    if (isMoved) record.move(urn);
    if (!isChanged) record.keep(urn);
    // In the plugin (with a URN), the preview of a change runs these checks. A dynamic provider has no such preview.
    const isPreviewedHere = urn === undefined ? !isMoved : !isChanged;
    if (isPreviewedHere && record.isPreview()) {
      if (urn !== undefined) await runPreflightSoFar(served, urn);
      await runReviewerChecks(lifecycle, account(), object);
    }
    return { ...found, isChanged };
  });
}

/** Previews a create or update of the plugin. Returns the expected state. The diff has already checked an update. */
export async function previewWrite(
  served: Served,
  urn: string,
  step: ObjectStep,
): Promise<Properties> {
  const { lifecycle, settings, account } = served;
  const { old, props } = step;
  recordOf(settings()).startPreview();
  await checkAccountDomainOnce(served, urn);
  await runPreflightSoFar(served, urn);
  await runReviewerChecks(lifecycle, account(), step);
  // An update keeps the outputs of a kind without `update`. Others are unknown, so that dependents don't use old ones.
  const kept = lifecycle.update === undefined ? old : undefined;
  const outputs = outputNames(lifecycle).map((name) => [name, kept ? kept[name] : unknownValue]);
  // The update stores the account's current name, even if the state has a former one.
  const current = settings().account ?? old?.account ?? unknownValue;
  return { ...props, ...Object.fromEntries(outputs), account: current };
}

/** Runs the preflight checks with the resources seen so far. Can't wait for the program, which waits for this call. */
async function runPreflightSoFar({ lifecycle, settings, account }: Served, urn: string) {
  const seen = recordOf(settings()).ask(urn);
  if (!seen) return;
  const { own, all } = seen;
  const { props, past } = own;
  const ofKind = (kind: string) => all.filter((one) => kind === "" || one.kind === kind);
  // Excludes later resources, because only some of them may have been seen so far.
  const soFar = (kind = "") => ofKind(kind).filter(({ order }) => order <= own.order);
  const program: Program = {
    ...{ account: account(), own, props, old: {} },
    keeps: isNew(own) && past ? keptInputs(past, props) : undefined,
    resources: async (kind) => soFar(kind),
    others: async (kind) => othersThan(own, ofKind(kind)),
  };
  await runPreflight(lifecycle, program, stepReporter(account(), labelOf(lifecycle, props), true));
}

/** Checks `accountDomain` once, in the first diff or previewed write. A diff doesn't know if it is in a preview. */
async function checkAccountDomainOnce({ lifecycle, settings, account }: Served, urn: string) {
  const record = recordOf(settings());
  if (!record.isFirst("accountDomain")) return;
  const label = labelOf(lifecycle, record.resource(urn)?.props ?? {});
  await checkAccountDomain(account(), stepReporter(account(), label));
}

/** Runs a step. If the step's error carries a state, adds the result of `kept` to the error. */
export function withKeptState<Value>(step: Promise<Value>, kept: (state: object) => object) {
  return step.catch((error: unknown) => {
    throw isInitFailure(error) ? Object.assign(error, kept(error.properties)) : error;
  });
}
