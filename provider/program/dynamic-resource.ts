import type { asset, CustomResource, Input, Inputs, Output } from "@pulumi/pulumi";
import { providerText, typeOf } from "../dynamic-kind";
import { EmailMarketingError } from "../errors/error";
import { isError, sentenceOf } from "../input/finding";
import { withoutNull } from "../input/plain";
import { judgeInputs } from "../lifecycle/judge";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import { preflight } from "./preflight";
import { requireResolvable } from "./resolvable";
import { isMocked, isPlain, knownSoFar } from "./sdk";
import { judgeStackConfig } from "./stack-config";

/** A value as a program may give it: plain, promised or an output, at any depth. */
export type InputOf<Value> = unknown extends Value
  ? Value
  : PresentInputOf<Exclude<Value, undefined>, Extract<Value, undefined>>;

/** `Absent` is `undefined` for an optional input, which may also turn out absent in an output. */
type PresentInputOf<Value, Absent> = [Value] extends [readonly (infer Element)[]]
  ? Input<readonly InputOf<Element>[] | Absent>
  : [Value] extends [OneOfPulumis]
    ? Input<Value | Absent>
    : [Value] extends [object]
      ? Input<InputsOf<Value> | Absent>
      : Input<Value | Absent>;

/** The props of a resource as its arguments, doc comments included. */
export type InputsOf<Props> = { [Name in keyof Props]: InputOf<Props[Name]> };

/** Pulumi's own classes are values, not bags of inputs. */
type OneOfPulumis = asset.FileAsset | asset.StringAsset | string | number | boolean;

/** What every resource of this package has beside its inputs. */
export interface DynamicResource extends CustomResource {
  /** The account that the object lives in; moving to another account replaces the object. */
  readonly account: Output<string>;
}

/** A resource as the constructor of its class registers it. */
export interface Registration {
  readonly type: string;
  readonly inputs: Inputs;
  /** Looks into the account in a preview, once the resource is there. */
  readonly preflight: (resource: DynamicResource) => void;
}

/**
 * What a constructor hands on to Pulumi's own: constant text for the state, and inputs judged while the program runs.
 * There is no class between the two: Pulumi takes the third caller for the program's own line, and would keep a
 * path of this package in the state of every resource.
 */
export function registrationOf(
  lifecycle: AnyLifecycle,
  name: string,
  args: object = {},
): Registration {
  requireResolvable();
  const { kind, outputs } = lifecycle;
  const decided = Object.fromEntries([...outputs, "account"].map((output) => [output, undefined]));
  const inputs = judged(lifecycle, name, args);
  const text = providerText(kind);
  return {
    type: typeOf(kind),
    inputs: {
      ...args,
      ...decided,
      __provider: inputs instanceof Promise ? inputs.then(() => text) : text,
    },
    preflight: (resource) =>
      preflight(resource, { lifecycle, name, inputs: Promise.resolve(inputs) }),
  };
}

/**
 * The engine shows the problems of the first resource only, so the known inputs are judged here too: an input
 * that rejects keeps the resource from being registered, and fails the program once all problems are reported.
 */
function judged(lifecycle: AnyLifecycle, name: string, args: object): object | Promise<object> {
  if (isMocked()) return args;
  const judge = (known: unknown): object => {
    const props = withoutNull(known) as object;
    judgeStackConfig();
    const errors = judgeInputs(lifecycle, props).filter(isError);
    if (errors.length === 0) return props;
    const problems = errors.map(sentenceOf).join("; ");
    throw new EmailMarketingError("validation", `${lifecycle.kind} "${name}": ${problems}`);
  };
  if (!isPlain(args)) return knownSoFar(args).then(judge);
  // Pulumi captures a stack for each promise that it waits for, which is dear with a thousand resources.
  try {
    return judge(args);
  } catch (error) {
    if (error instanceof EmailMarketingError) return Promise.reject(error);
    throw error;
  }
}
