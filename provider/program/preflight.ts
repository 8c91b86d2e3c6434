import { setImmediate as nextTick } from "node:timers/promises";
import type { CustomResource } from "@pulumi/pulumi";
import { openAccount } from "../account/account";
import { othersThan, type ProgramResource } from "../account/program-record";
import { readOnly } from "../account/step";
import { type FindingsOfCheck, findingsInput } from "../engine/resource";
import { asInstallationError, type ErrorCode, ignoreOwnError } from "../errors/error";
import { quoted, redactSecretTexts } from "../errors/redact";
import { withTag } from "../input/finding";
import { withoutInvalid } from "../lifecycle/check";
import { withCodeInMessage } from "../lifecycle/failure";
import type { AnyLifecycle, Program } from "../lifecycle/lifecycle";
import { hasUnconfirmedId, labelOf } from "../lifecycle/object-state";
import { checkAccountDomain, type FindingReporter, runPreflight } from "../lifecycle/preflight";
import {
  containsUnknown,
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
  type Registered,
  type Run,
  type RunAccount,
  settingsSoFar,
  show,
  warnOfSettings,
} from "./program";
import { isMocked, keepAlive, programHasRun, providerOfResource, responseTo } from "./sdk";

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

/** Warns about doubtful settings. In a preview, starts the checks, because only the program knows all its resources. */
export function startPreflight(resource: CustomResource, constructed: Constructed): void {
  if (isMocked()) return;
  warnOfSettings({ provider: providerOfResource(resource) });
  if (!isPreview()) return;
  const run = currentRun();
  const releaseEngine = keepAlive();
  // Only the engine's response shows whether a resource changes.
  const registered = readRegistered(run, resource, constructed);
  run.declarations.push(registered);
  // Keep the engine connection until the next turn of the event loop, because Pulumi reports a failure only then.
  void registered
    .then((own) => own && report(run, own, resource, constructed.lifecycle))
    .catch((error: unknown) => {
      throw withCodeInMessage(asInstallationError(error));
    })
    .finally(() => setImmediate(releaseEngine));
}

/** The settings of the resource's provider; undefined if unknown. Fails for an invalid stack config or `preflight`. */
async function settingsOf(
  run: Run,
  resource: CustomResource,
  { lifecycle, inputs, name }: Constructed,
): Promise<Settings | undefined> {
  const settings = await settingsSoFar({ provider: providerOfResource(resource) });
  if (settings === undefined) return undefined;
  settings.value("preflight");
  run.accountOf(settings.identity).first ??= labelOf(lifecycle, inputs, name);
  return settings;
}

/** The resource with its settings, as the engine's response shows it; undefined if Pulumi refused the resource. */
async function readRegistered(
  run: Run,
  resource: CustomResource,
  constructed: Constructed,
): Promise<Registered | undefined> {
  const { lifecycle, inputs, name } = constructed;
  const order = run.declarations.length;
  const [response, settings] = await Promise.all([
    responseTo(resource),
    // Errors are ignored, because the checks of the inputs report invalid settings, too.
    settingsOf(run, resource, constructed).catch(ignoreOwnError),
  ]);
  if (response === undefined) return undefined;
  const { id, values, secretNames } = response;
  const named = (names: readonly string[]) => names.map((name) => [name, values[name]] as const);
  const inputNames = Object.keys(lifecycle.fields);
  // The response has the inputs as ignoreChanges, transforms and --target have changed them.
  const props = withoutNull(Object.fromEntries(named(inputNames)));
  // For an unchanged resource, the engine's response contains `account` from the state.
  const isChanged = values.account === undefined || containsUnknown(values.account);
  // An update sends nothing for an object with an unconfirmed create, because the user must confirm the object first.
  const isSent = isChanged && !hasUnconfirmedId(id);
  const found = isChanged ? (values[findingsInput] as FindingsOfCheck | undefined) : undefined;
  const problems = found ?? { settings: [], inputs: [] };
  const secretInputs = inputNames.filter((name) => secretNames.includes(name));
  if (lifecycle.kind === "List" && secretInputs.includes("name")) {
    for (const text of stringsIn(values.name)) run.secretListNames.add(text);
  }
  return {
    kind: lifecycle.kind,
    name,
    order,
    settings,
    given: inputs,
    idOutput: resource.id,
    ...(!isUnknown(id) && { id }),
    props: problems.inputs.length > 0 ? withoutInvalid(lifecycle, props) : props,
    secrets: secretInputs.flatMap((name) => stringsIn(values[name])),
    recorded: Object.fromEntries(named(isChanged ? [] : Object.keys(lifecycle.outputs))),
    isChanged: isSent,
    // A transform may remove some inputs; only `--target` or `--exclude` removes all.
    isLeftOut: isSent && Object.values(props).every((one) => one === undefined),
    problems,
  };
}

/** Reports a resource's findings. Runs preflight only if settings and inputs are valid and it isn't left out. */
async function report(
  run: Run,
  own: Registered,
  resource: CustomResource,
  lifecycle: AnyLifecycle,
): Promise<void> {
  const { problems, settings } = own;
  for (const problem of problems.settings) failOnce(run, problem, "config");
  for (const problem of problems.inputs) show("error", problem, resource);
  if (problems.inputs.length > 0) failOnce(run, failures.invalid);
  if (problems.settings.length + problems.inputs.length > 0) return;
  if (!settings || own.isLeftOut) return;
  const ofRun = run.accountOf(settings.identity);
  const reporter = programReporter(run, ofRun, (level, sentence) =>
    show(level, redactSecretTexts(sentence, [...own.secrets, ...run.secretListNames]), resource),
  );
  const unfinished = `${own.kind} ${quoted(own.name)}: the program ended before preflight did. Please report this.`;
  const check = async () => {
    const opened = openAccount(settings);
    // The functions of this run use the same caches.
    const account = { ...opened, ...run.lookUps.cachesOf(opened) };
    if (ofRun.isFirstCheckOf(settings.value("accountDomain") ?? "")) {
      await checkAccountDomain(account, reporter);
    }
    const program = { account, ...programSeenBy(run, ofRun, own) };
    await runPreflight(lifecycle, program, reporter);
  };
  await readOnly(() => beforeProgramEnds(unfinished, check()));
}

/** Shows each finding at its resource, and fails the program only once per error message. */
function programReporter(
  run: Run,
  account: RunAccount,
  showBeside: (level: "info" | "warn" | "error", sentence: string) => void,
): FindingReporter {
  return {
    report: (level, finding) => showBeside(level, withTag(finding)),
    fail(findings, why) {
      for (const finding of findings) showBeside("error", withTag(finding));
      failOnce(run, failures[why]);
    },
    failAccount: ({ code, message }) => failOnce(run, `${account.first ?? ""}: ${message}`, code),
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

function programSeenBy(run: Run, account: RunAccount, own: Registered): Omit<Program, "account"> {
  async function resources(kind = ""): Promise<readonly ProgramResource[]> {
    // Wait again only if there are new declarations. Otherwise the wait would never finish, and Node.js would exit.
    if (run.declaredAtEnd !== run.declarations.length) {
      await programHasRun();
      run.declaredAtEnd = run.declarations.length;
    }
    const key = `${run.declarations.length} ${kind}`;
    const known = account.declared.get(key) ?? declaredBeside(own, run, kind);
    account.declared.set(key, known);
    return known;
  }

  return {
    own,
    props: own.props,
    old: own.recorded,
    keeps: own.problems.keeps,
    resources,
    others: async (kind) => othersThan(own, await resources(kind)),
    isComplete: true,
  };
}

/** The resources that the program declares in the same account. */
async function declaredBeside({ settings }: Registered, run: Run, kind: string) {
  const isMeant = (one: Registered) =>
    one.settings?.identity === settings?.identity &&
    !one.isLeftOut &&
    (kind === "" || one.kind === kind);
  const all = await Promise.all(run.declarations);
  return all.flatMap((one) => (one !== undefined && isMeant(one) ? [one] : []));
}
