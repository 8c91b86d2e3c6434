import {
  type asset,
  type CustomResource,
  type CustomResourceOptions,
  type Input,
  type Inputs,
  Output,
  output,
} from "@pulumi/pulumi";
import { createClaims, engineNotes } from "../account/claims";
import { findingsInput, providerText, typeToken } from "../engine/resource";
import { type EmailMarketingError, ignoreOwnError, requireOwnError } from "../errors/error";
import { quoted } from "../errors/redact";
import { content, isAsset } from "../input/asset";
import { type Finding, finding, isError, withoutIgnored, withTag } from "../input/finding";
import { judgeCutTexts, textProblem } from "../input/text-mistakes";
import { withInputs, wrongType } from "../input/validation";
import { judgeInputs } from "../lifecycle/check";
import { programError } from "../lifecycle/failure";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import { requireAllowed } from "../lifecycle/preflight";
import { containsUnknown, isObject, isRecord, type Properties, withoutNull } from "../plain/value";
import { startPreflight } from "./preflight";
import {
  currentRun,
  expectLateHandling,
  isPreview,
  programSettings,
  requireProvider,
  requireResolvable,
  requireStackConfig,
  selectedSettings,
} from "./program";
import {
  containsItself,
  isMocked,
  isSecretInput,
  keepResponses,
  knownSoFar,
  outputInResponse,
  providerOfResource,
  withoutResources,
  withParts,
} from "./sdk";

/** A value as a program may pass it: plain, a promise or an output, at any depth. */
export type InputOf<Value> = unknown extends Value
  ? Value
  : PresentInputOf<Exclude<Value, undefined>, Extract<Value, undefined>>;

/** An input's type. `Absent` is `undefined` for an optional input, because a promise or an output may resolve to it. */
type PresentInputOf<Value, Absent> = [Value] extends [readonly (infer Element)[]]
  ? Input<readonly InputOf<Element>[] | Absent>
  : [Value] extends [SingleValue]
    ? Input<Value | Absent>
    : [Value] extends [object]
      ? Input<InputsOf<Value> | Absent>
      : Input<Value | Absent>;

/** The props of a resource as its arguments, including the doc comments. */
export type InputsOf<Props> = { [Name in keyof Props]: InputOf<Props[Name]> };

/** Types that are single values, not objects with inputs as members. */
type SingleValue = asset.FileAsset | asset.StringAsset | string | number | boolean;

/** What every resource of this package has besides its inputs. */
export interface DynamicResource extends CustomResource {
  /**
   * The account that the object belongs to. With another account, the resource is replaced; for a campaign or a
   * schedule, that is an error by default.
   */
  readonly account: Output<string>;
}

export interface ConstructorArgs {
  readonly name: string;
  /** The unchecked arguments, of any type because a program may be plain JavaScript. */
  readonly args: unknown;
  readonly opts: CustomResourceOptions | undefined;
}

/**
 * Returns the type and the inputs for `CustomResource`, which each resource class must extend directly. Pulumi skips
 * three constructors to find the program's line. With one more class, it would store a path of this package instead.
 */
export function registration(lifecycle: AnyLifecycle, { name, args = {}, opts }: ConstructorArgs) {
  requireResolvable();
  expectLateHandling();
  const { kind } = lifecycle;
  // Fail here, because Pulumi's constructor would throw a TypeError.
  if (typeof name !== "string") requireName(kind, name);
  requireProvider(opts?.provider, `${kind} ${quoted(name)}`);
  const refusal = constructorError(lifecycle, { name, args, opts });
  // Under mocks, throw here. A rejected input would instead print a page about pending promises.
  if (refusal && isMocked()) throw refusal;
  const given = refusal ? {} : (withoutResources(args) as Inputs);
  if (isMocked()) requireUsableAssets(lifecycle, name, withoutPending(given));
  const run = isPreview() && !isMocked() ? currentRun() : undefined;
  if (run) keepResponses();
  // Each output is among the inputs, with the value undefined, because the SDK creates no output for other names.
  const outputs = [...Object.keys(lifecycle.outputs), "account"].map((one) => [one, undefined]);
  return {
    type: typeToken("dynamic", kind),
    inputs: {
      ...given,
      ...Object.fromEntries(outputs),
      // A rejected input prevents the registration of the resource, and fails the program when it ends.
      __provider: refusal ? Promise.reject(refusal) : checkedText(lifecycle, name, given),
      // Only in a preview, because an update would store this input in the state.
      ...(run && { [findingsInput]: { name, order: run.declarations.length } }),
    },
    report(resource: DynamicResource): void {
      defineUnsetOutputs(resource, Object.keys(lifecycle.fields));
      startPreflight(resource, { lifecycle, name, inputs: given });
      // Errors are ignored, because the checks report invalid settings.
      void noteLeftOut(resource, lifecycle, given).catch(ignoreOwnError);
    },
  };
}

/** Defines an output for each unset input. In a preview, it shows a value that a transform or ignoreChanges sets. */
function defineUnsetOutputs(resource: CustomResource, inputs: readonly string[]): void {
  for (const name of inputs.filter((one) => !(one in resource))) {
    Object.defineProperty(resource, name, {
      configurable: true,
      // A getter, because few programs read such an output, and the SDK creates more than ten promises for each.
      get: () =>
        isPreview() && !isMocked() ? outputInResponse(resource, name) : output(undefined),
    });
  }
}

/** Records the keys of a resource left out by `--target` or `--exclude`, so that no delete removes its object. */
async function noteLeftOut(
  resource: CustomResource,
  { kind, keysOf }: AnyLifecycle,
  inputs: Properties,
): Promise<void> {
  if (isMocked() || isPreview() || keysOf === undefined) return;
  // The error is ignored, because Pulumi reports why the resource was not registered.
  const id = await knownSoFar(resource.id).catch(() => undefined);
  // In an update, an id only stays unknown if the engine leaves the resource out.
  if (!containsUnknown(id)) return;
  const provider = providerOfResource(resource);
  const [props, explicit] = await Promise.all([
    knownSoFar(inputs),
    knownSoFar(selectedSettings({ provider })),
  ]);
  if (containsUnknown(props)) return;
  // Claims need only the account's address, so the API key may still be unknown.
  const settings = programSettings(explicit as Record<string, string> | undefined);
  // The SDK sets this variable to the engine's address, for other copies of the SDK.
  const { PULUMI_NODEJS_ENGINE: engine = "" } = process.env;
  const claims = createClaims(settings, () => engineNotes([engine]));
  for (const key of keysOf(props)) claims.leaveOut(kind, key);
}

function constructorError(
  lifecycle: AnyLifecycle,
  { name, args, opts = {} }: ConstructorArgs,
): EmailMarketingError | undefined {
  const inputError = (problem: string) => invalidInputError(lifecycle, name, problem);
  if (!isRecord(args)) return inputError(wrongType("", "an object of inputs", args).problem);
  const input = Object.keys(args).find((one) => containsItself(args[one], [args]));
  if (input !== undefined) {
    const problem = "must not contain itself. Copy only the values that it needs";
    return inputError(withTag({ path: input, input, problem }));
  }
  const [misnamed] = withoutIgnored(judgeName(name), args);
  if (misnamed) return inputError(withTag(misnamed));
  // Refused, because a dynamic provider can't read an object by id alone. Pulumi would print a page of stack frames.
  const option = (["import", "id"] as const).find((one) => opts[one] !== undefined);
  if (option !== undefined) {
    return inputError(
      `the resource option ${quoted(option)} is not supported. ${howToAdopt(lifecycle)}. To import a whole account, run: pulumi-email-marketing import`,
    );
  }
  try {
    if (!isMocked()) requireStackConfig();
    return undefined;
  } catch (error) {
    return requireOwnError(error);
  }
}

/** Findings about a logical name that isn't a string, or has a printed output in it, which the engine would accept. */
function judgeName(name: unknown): Finding[] {
  if (typeof name === "string" ? textProblem(name) !== undefined : isObject(name)) {
    const problem =
      "its logical name has what an output, a promise or an object leaves in a string. Use a text that the program has without waiting for anything.";
    return [finding("error", "output-in-text", problem)];
  }
  if (typeof name === "string") return [];
  const given = name === undefined || name === null ? String(name) : `a ${typeof name}`;
  return [{ path: "", problem: `its logical name must be a string (got ${given})` }];
}

/** Fails if the name is invalid. Used for a Provider, which has no `ignoreChecks`, and if the name isn't a string. */
export function requireName(kind: string, name: unknown): void {
  const label = typeof name === "string" ? `${kind} ${quoted(name)}` : kind;
  requireAllowed(judgeName(name), label);
}

function howToAdopt({ kind, find, fields }: AnyLifecycle): string {
  if (typeof find === "string") return find;
  return Object.hasOwn(fields, "existingId")
    ? "Declare it with existingId set to its id"
    : `A ${kind} that already exists is adopted when you declare it`;
}

/** Checks assets and cut texts. Returns the provider text for the state, once it is known which inputs are secret. */
function checkedText(
  lifecycle: AnyLifecycle,
  name: string,
  args: Inputs,
): string | Promise<string> {
  // Only an output can be secret. A promise may resolve to one, and an asset holds its text or path as a promise.
  const isOpen = (value: unknown) => containsUnknown(withoutPending(value)) || isAsset(value);
  const open = Object.keys(args).filter((one) => one in lifecycle.fields && isOpen(args[one]));
  if (open.length + judgeCutTexts(withoutPending(args)).length === 0) {
    return providerText(lifecycle.kind);
  }
  const secrets = open.map((input) => isSecretInput(args[input]));
  return Promise.all([knownSoFar(args), ...secrets]).then(([known, ...isSecret]) => {
    requireUsableAssets(lifecycle, name, known);
    return providerText(
      lifecycle.kind,
      open.filter((_, index) => isSecret[index]),
    );
  });
}

/** Fails for a cut text or an unusable asset, such as a missing file, before Pulumi prints a page of stack frames. */
function requireUsableAssets(lifecycle: AnyLifecycle, name: string, known: unknown): void {
  const props = withoutNull(known) as Properties;
  const ofContents = () =>
    Object.entries(lifecycle.fields).flatMap(([input, { check }]) =>
      check === content && isAsset(props[input]) ? content(props[input], input) : [],
    );
  // Under mocks, no engine checks the inputs.
  const findings = isMocked()
    ? judgeInputs(lifecycle, props).findings
    : withInputs(lifecycle.fields, [...judgeCutTexts(props), ...ofContents()]);
  const errors = findings.filter(isError);
  if (errors.length === 0) return;
  throw invalidInputError(lifecycle, name, errors.map(withTag).join("; "));
}

function invalidInputError({ kind }: AnyLifecycle, name: string, problem: string) {
  return programError("validation", `${kind} ${quoted(name)}: ${problem}`);
}

/** Replaces promises and outputs at any depth with the unknown value. */
function withoutPending(value: unknown): unknown {
  return withParts(value, (part) => Output.isInstance(part) || part instanceof Promise);
}
