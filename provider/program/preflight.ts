import { setImmediate as nextTick } from "node:timers/promises";
import type { CustomResource } from "@pulumi/pulumi";
import type { Account } from "../account/account";
import { othersThan, type ProgramResource } from "../account/program-record";
import { type FindingsOfCheck, findingsInput } from "../engine/resource";
import { asInstallationError, EmailMarketingError, type ErrorCode } from "../errors/error";
import { quoted, redactSecretTexts } from "../errors/redact";
import { withTag } from "../input/finding";
import { withoutInvalid } from "../lifecycle/check";
import { withCodeInMessage } from "../lifecycle/failure";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import { hasUnconfirmedId, labelOf, outputNames } from "../lifecycle/object-state";
import { checkAccountDomain, type FindingReporter, runPreflight } from "../lifecycle/preflight";
import type { Program } from "../lifecycle/preflight-check";
import {
  containsUnknown,
  isObject,
  isUnknown,
  type Properties,
  stringsIn,
  withoutNull,
} from "../plain/value";
import type { Settings } from "../settings/settings";
import {
  beforeProgramEnds,
  commonCause,
  currentRun,
  fail,
  isPreview,
  openInProgram,
  type Registered,
  type Run,
  type RunResource,
  type Selected,
  show,
} from "./program";
import { settingsSoFar, warnOfSettings } from "./program-settings";
import { isMocked, programHasRun, providerOfResource, responseTo } from "./sdk";

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
 * Warns about doubtful settings. In a preview, also starts the preflight checks of the resource. They run in the
 * program, because only the program knows all its resources. They wait for the engine's response, because only the
 * engine knows whether a resource changes. The outputs of a changed resource are unknown in the response.
 */
export function startPreflight(resource: CustomResource, constructed: Constructed): void {
  if (isMocked()) return;
  warnOfSettings({ provider: providerOfResource(resource) });
  if (!isPreview()) return;
  const run = currentRun();
  const releaseEngine = run.keepEngine();
  const declaration: RunResource = {
    kind: constructed.lifecycle.kind,
    account: accountOf(run, resource, constructed),
    seen: readRegistered(run, resource, { ...constructed, order: run.declarations.length }),
  };
  run.declarations.push(declaration);
  // Keep the engine connection until the next turn of the event loop, because Pulumi reports a failure only then.
  void report(run, declaration, resource, constructed.lifecycle)
    .catch((error: unknown) => {
      throw withCodeInMessage(asInstallationError(error));
    })
    .finally(() => setImmediate(releaseEngine));
}

/** The resource's account; undefined if preflight can't use the settings, because they are invalid or unknown. */
async function accountOf(
  run: Run,
  resource: CustomResource,
  { lifecycle, inputs, name }: Constructed,
): Promise<Selected | undefined> {
  try {
    const provider = providerOfResource(resource);
    const settings = await settingsSoFar({ provider });
    if (settings === undefined) return undefined;
    // If `preflight` is invalid, this throws, and the resource has no account and no preflight.
    settings.value("preflight");
    const account = run.accountOf(settings.identity);
    account.first ??= labelOf(lifecycle, inputs, name);
    return { account, settings };
  } catch (error) {
    // Ignored here, because the checks of the inputs report invalid settings, too.
    if (error instanceof EmailMarketingError) return undefined;
    throw error;
  }
}

/** The engine's response to a registration; undefined if Pulumi refused the resource. */
async function readRegistered(
  run: Run,
  resource: CustomResource,
  { lifecycle, inputs, name, order }: Constructed & { readonly order: number },
): Promise<Registered | undefined> {
  const response = await responseTo(resource);
  if (response === undefined) return undefined;
  const { id, values, secretNames } = response;
  const named = (names: readonly string[]) => names.map((name) => [name, values[name]] as const);
  const inputNames = Object.keys(lifecycle.fields);
  // The response has the inputs as ignoreChanges, transforms and --target have changed them.
  const props = withoutNull(Object.fromEntries(named(inputNames)));
  // For an unchanged resource, the engine's response contains `account` from the state.
  const isChanged = values.account === undefined || containsUnknown(values.account);
  const isMade = !isUnknown(id);
  // An update sends nothing for an object with an unconfirmed create, because the user must confirm the object first.
  const isSent = isChanged && !hasUnconfirmedId(id);
  const found = isChanged ? values[findingsInput] : undefined;
  const problems = isObject(found) ? (found as object as FindingsOfCheck) : noProblems;
  const secretInputs = inputNames.filter((name) => secretNames.includes(name));
  if (lifecycle.kind === "List" && secretInputs.includes("name")) {
    for (const text of stringsIn(values.name)) run.secretListNames.add(text);
  }
  return {
    kind: lifecycle.kind,
    name,
    order,
    given: inputs,
    idOutput: resource.id,
    ...(isMade && { id }),
    props: problems.inputs.length > 0 ? withoutInvalid(lifecycle, props) : props,
    secrets: secretInputs.flatMap((name) => stringsIn(values[name])),
    recorded: Object.fromEntries(named(isChanged ? [] : outputNames(lifecycle))),
    isChanged: isSent,
    // A transform may remove some inputs; only `--target` or `--exclude` removes all.
    isLeftOut: isSent && Object.values(props).every((one) => one === undefined),
    problems,
  };
}

const noProblems: FindingsOfCheck = { settings: [], inputs: [] };

/** Reports a resource's findings. Runs preflight only if settings and inputs are valid and it isn't left out. */
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
    show(level, redactSecretTexts(sentence, [...own.secrets, ...run.secretListNames]), resource),
  );
  const unfinished = `${lifecycle.kind} ${quoted(own.name)}: the program ended before preflight did. Please report this.`;
  await beforeProgramEnds(unfinished, async () => {
    const domain = selected.settings.value("accountDomain") ?? "";
    if (selected.account.isFirstCheckOf(domain)) {
      const account = () => accountForPreflight(run, selected.settings);
      await checkAccountDomain(selected.settings, account, reporter);
    }
    await runPreflight(lifecycle, programSeenBy(run, selected, own), reporter);
  });
}

/** Shows each finding at its resource, and fails the program only once per error message. */
function programReporter(
  run: Run,
  { account }: Selected,
  showBeside: (level: "info" | "warn" | "error", sentence: string) => void,
): FindingReporter {
  return {
    report: (level, finding) => showBeside(level, withTag(finding)),
    fail(findings, why) {
      for (const finding of findings) showBeside("error", withTag(finding));
      failOnce(run, failures[why]);
    },
    failAccount: ({ code, message }) => failOnce(run, `${account.first ?? ""}: ${message}`, code),
    // Reports that the account can't be read, once per account.
    async accountUnread(error, isFailure) {
      if (!account.isFirstReport()) return;
      // Waits for the functions. If one of them fails the program for the same reason, the account isn't reported.
      await run.lookUps.settled();
      await nextTick();
      if (run.failedLookUps.has(commonCause(error))) return;
      if (isFailure) failOnce(run, error.message, error.code);
      else show("warn", error.message);
    },
  };
}

function failOnce(run: Run, sentence: string, code?: ErrorCode): void {
  if (run.isFirstFailure(sentence)) fail(sentence, code);
}

/** The account with the caches that the functions of this run use. */
function accountForPreflight({ lookUps }: Run, settings: Settings): Account {
  const account = openInProgram(settings);
  return { ...account, ...lookUps.cachesOf(account) };
}

function programSeenBy(run: Run, { account, settings }: Selected, own: Registered): Program {
  async function resources(kind = ""): Promise<readonly ProgramResource[]> {
    // Wait again only if there are new declarations. Otherwise the wait would never finish, and Node.js would exit.
    if (run.declaredAtEnd !== run.declarations.length) {
      await programHasRun();
      run.declaredAtEnd = run.declarations.length;
    }
    const key = `${run.declarations.length} ${kind}`;
    const known = account.declared.get(key) ?? declaredIn(run, account, kind);
    account.declared.set(key, known);
    return known;
  }

  return {
    // A getter, so that the account is opened when the checks begin.
    get account() {
      return accountForPreflight(run, settings);
    },
    own,
    props: own.props,
    old: own.recorded,
    keeps: own.problems.keeps,
    resources,
    others: async (kind) => othersThan(own, await resources(kind)),
    isComplete: true,
  };
}

async function declaredIn(run: Run, account: Selected["account"], kind: string) {
  const all = await Promise.all(
    run.declarations
      .filter((one) => kind === "" || one.kind === kind)
      .map(async (one) => ((await one.account)?.account === account ? one.seen : undefined)),
  );
  return all.flatMap((one) => (one === undefined || one.isLeftOut ? [] : [one]));
}
