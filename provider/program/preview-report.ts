import { setImmediate as nextTurn } from "node:timers/promises";
import type { CustomResource } from "@pulumi/pulumi";
import type { Account } from "../account/account";
import { type FindingsOfCheck, findingsInput } from "../engine/dynamic-kind";
import { EmailMarketingError, type ErrorCode } from "../errors/error";
import { ofInstallation } from "../errors/installation";
import { concealed, quoted } from "../errors/redact";
import { labelled } from "../input/finding";
import { containsUnknown, isObject, type Properties, withoutNull } from "../input/plain";
import { othersThan } from "../lifecycle/duplicate";
import { withCodeInMessage } from "../lifecycle/failure";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import { hasUnconfirmedId, labelOf, outputNames } from "../lifecycle/object-state";
import type { Declared, Program } from "../lifecycle/preflight-check";
import { type FindingReporter, preview, previewAccount } from "../lifecycle/preview";
import type { Settings } from "../settings/settings";
import { fail, isPreview, show, toItsEnd } from "./program";
import { programSettings, selectedSettings, warnOfSettings } from "./program-settings";
import {
  accountIn,
  causeOf,
  currentRun,
  openInProgram,
  type Registered,
  type Run,
  type RunResource,
  type Selected,
} from "./run";
import {
  clearSecrets,
  isMocked,
  knownSoFar,
  programHasRun,
  providerOfResource,
  repliedFor,
} from "./sdk";

const failures = {
  invalid: "this program has invalid inputs (see the errors of the resources above).",
  guard: "a setting forbids part of this program (see the errors of the resources above).",
  found:
    'preflight found problems that would make this update fail (see the resources above). Set emailmarketing:preflight to "warn" to continue anyway.',
} as const;

interface Constructed {
  readonly lifecycle: AnyLifecycle;
  readonly name: string;
  readonly inputs: Properties;
}

/**
 * Looks into the account in a preview. Only the program knows all of its resources by their names, and only the engine
 * knows which of them change; it tells by its reply to a registration: what only an apply can know is unknown in it.
 */
export function previewResource(resource: CustomResource, constructed: Constructed): void {
  if (isMocked()) return;
  warnOfSettings({ provider: providerOfResource(resource) });
  if (!isPreview()) return;
  const run = currentRun();
  const releaseEngine = run.keepEngine();
  const declaration: RunResource = {
    kind: constructed.lifecycle.kind,
    account: accountOf(run, resource, constructed),
    seen: readRegistered(resource, constructed, run.declarations.length),
  };
  run.declarations.push(declaration);
  // What fails the program is reported by Pulumi a moment later, and the engine must still be there.
  void report(run, declaration, resource, constructed.lifecycle)
    .catch((error: unknown) => {
      throw withCodeInMessage(ofInstallation(error));
    })
    .finally(() => setImmediate(releaseEngine));
}

/** The resource's account; undefined where problems keep its settings from being known. */
async function accountOf(
  run: Run,
  resource: CustomResource,
  { lifecycle, inputs, name }: Constructed,
): Promise<Selected | undefined> {
  try {
    const provider = providerOfResource(resource);
    const explicit = await knownSoFar(selectedSettings({ provider }));
    if (containsUnknown(explicit)) return undefined;
    const settings = programSettings(explicit as Record<string, string> | undefined);
    // Asked here, so that one that is invalid counts as unknown, too.
    settings.value("preflight");
    const account = accountIn(run, settings);
    account.first ??= labelOf(lifecycle, inputs, name);
    return { account, settings };
  } catch (error) {
    // Problems of settings are reported where they are needed: by the checks of the inputs, at the latest.
    if (error instanceof EmailMarketingError) return undefined;
    throw error;
  }
}

/** What the engine made of a declaration; undefined when it was refused. */
async function readRegistered(
  resource: CustomResource,
  { lifecycle, inputs, name }: Constructed,
  order: number,
): Promise<Registered | undefined> {
  try {
    // What ignoreChanges, transforms and --target have made of the inputs.
    const outputs = resource as unknown as Record<string, unknown>;
    const kept = Object.keys(lifecycle.fields).map((input) => [input, outputs[input]] as const);
    const props = withoutNull(await repliedFor(kept));
    // The engine's reply has this output from the state for an unchanged resource, and unknown for any other.
    const isChanged = containsUnknown(await knownSoFar(outputs.account));
    const id = await knownSoFar(resource.id);
    const isMade = !containsUnknown(id);
    // Nothing is sent for what may or may not exist: that must be confirmed first.
    const isSent = isChanged && !hasUnconfirmedId(String(id));
    const found = isChanged ? await knownSoFar(outputs[findingsInput]) : undefined;
    const problems = isObject(found) ? (found as object as FindingsOfCheck) : noProblems;
    const isAskedAbout = lifecycle.preflightChecks?.some((check) => "atEnd" in check) === true;
    const ofState = isAskedAbout && !isChanged ? outputNames(lifecycle) : [];
    return {
      name,
      order,
      given: inputs,
      idOutput: resource.id,
      ...(isMade && { id: String(id) }),
      props,
      secrets: await clearSecrets(kept.map(([, value]) => value)),
      recorded: await repliedFor(ofState.map((output) => [output, outputs[output]])),
      isChanged: isSent,
      // A transform may take an input away; only --target takes them all.
      isLeftOut: isSent && Object.values(props).every((one) => one === undefined),
      problems,
      ...(isSent && problems.keeps && { keeps: problems.keeps }),
    };
  } catch {
    // Whatever keeps a resource from being registered is reported by Pulumi.
    return undefined;
  }
}

const noProblems: FindingsOfCheck = { settings: [], inputs: [] };

/** Shows the findings of preflight beside the resource; an error fails the program where the setting says so. */
async function report(
  run: Run,
  { account, seen }: RunResource,
  resource: CustomResource,
  lifecycle: AnyLifecycle,
): Promise<void> {
  const [selected, own] = await Promise.all([account, seen]);
  const { settings, inputs } = own?.problems ?? noProblems;
  for (const problem of settings) failOnce(run, problem, "config");
  for (const problem of inputs) show("error", problem, resource);
  if (inputs.length > 0) failOnce(run, failures.invalid);
  if (settings.length + inputs.length > 0) return;
  if (!selected || !own || own.isLeftOut) return;
  const reporter = programReporter(run, selected, (level, sentence) =>
    show(level, concealed(sentence, own.secrets), resource),
  );
  const unfinished = `${lifecycle.kind} ${quoted(own.name)}: the program ended before preflight did. Please report this.`;
  await toItsEnd(unfinished, async () => {
    const domain = selected.settings.value("accountDomain") ?? "";
    const { judgedDomains } = selected.account;
    if (!judgedDomains.has(domain)) {
      judgedDomains.add(domain);
      const account = () => accountForPreview(run, selected.settings);
      await previewAccount(selected.settings, account, reporter);
    }
    await preview(lifecycle, programSeenBy(run, selected, own), reporter);
  });
}

/** Shows findings beside the resource, and fails the program with each sentence once. */
function programReporter(
  run: Run,
  { account }: Selected,
  showBeside: (level: "info" | "warn" | "error", sentence: string) => void,
): FindingReporter {
  return {
    report: (level, finding) => showBeside(level, labelled(finding)),
    fail(findings, why) {
      for (const finding of findings) showBeside("error", labelled(finding));
      failOnce(run, failures[why]);
    },
    failAccount: ({ code, message }) => failOnce(run, `${account.first ?? ""}: ${message}`, code),
    // No key, a rejected key, no connection, too many requests: reported once for the account.
    async unasked(error, isFailure) {
      if (account.isReported) return;
      account.isReported = true;
      // Where a function has failed the program for the same reason, one sentence is enough.
      await run.lookUps.settled();
      await nextTurn();
      if (run.failedLookUps.has(causeOf(error))) return;
      if (isFailure) failOnce(run, error.message, error.code);
      else show("warn", error.message);
    },
  };
}

function failOnce(run: Run, sentence: string, code?: ErrorCode): void {
  if (!run.failures.has(sentence)) fail(sentence, code);
  run.failures.add(sentence);
}

/** What a function of this run has read is used as well. */
function accountForPreview({ lookUps }: Run, settings: Settings): Account {
  const account = openInProgram(settings);
  return { ...account, ...lookUps.cachesOf(account) };
}

function programSeenBy(run: Run, { account, settings }: Selected, own: Registered): Program {
  async function resources(kind = ""): Promise<readonly Declared[]> {
    // A second wait is needed only after further declarations. Node.js ends a process that waits for nothing else.
    if (run.declaredAtEnd !== run.declarations.length) {
      await programHasRun();
      run.declaredAtEnd = run.declarations.length;
    }
    // Gathered once for all that ask, not once for each.
    const key = `${run.declarations.length} ${kind}`;
    const known = account.declared.get(key) ?? declaredIn(run, account, kind);
    account.declared.set(key, known);
    return known;
  }

  return {
    // Opened for the first who asks, which is after the functions that the program begins with.
    get account() {
      return accountForPreview(run, settings);
    },
    own,
    props: own.props,
    old: own.recorded,
    keeps: own.keeps,
    resources,
    others: async (kind) => othersThan(own, await resources(kind)),
    declares: async (kind, fits) => (await resources(kind)).some(fits),
  };
}

async function declaredIn(
  run: Run,
  account: Selected["account"],
  kind: string,
): Promise<Declared[]> {
  const all = await Promise.all(
    run.declarations
      .filter((one) => kind === "" || one.kind === kind)
      .map(async (one) => ((await one.account)?.account === account ? one.seen : undefined)),
  );
  return all.flatMap((one) => (one === undefined || one.isLeftOut ? [] : [one]));
}
