import {
  type asset,
  CustomResource,
  type CustomResourceOptions,
  type Input,
  type Output,
} from "@pulumi/pulumi";
import { EmailMarketingError } from "../client/errors";
import { told } from "./finding";
import { judgeInputs } from "./judge";
import type { AnyLifecycle } from "./lifecycle";
import { withoutNull } from "./plain";
import { lookAhead } from "./preflight";
import { isMocked, knownSoFar, requireResolvable, requireSecretKeys } from "./program";

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

/** A resource of this package: constant text in the state, inputs judged while the program runs. */
export abstract class DynamicResource extends CustomResource {
  /** The account that the object lives in; moving to another account replaces the object. */
  declare readonly account: Output<string>;

  constructor(
    lifecycle: AnyLifecycle,
    name: string,
    args: object = {},
    opts?: CustomResourceOptions,
  ) {
    requireResolvable();
    const { kind, outputs } = lifecycle;
    const decided = Object.fromEntries(
      [...outputs, "account"].map((output) => [output, undefined]),
    );
    const inputs = judged(lifecycle, name, args);
    const text = inputs.then(() => providerText(kind));
    super(
      `pulumi-nodejs:dynamic/emailmarketing:${kind}`,
      name,
      { ...args, ...decided, __provider: text },
      opts,
    );
    lookAhead(this, { lifecycle, name, inputs });
  }
}

/** All that the state holds of this package's code, for each kind the same in every version and on every machine. */
export function providerText(kind: string): string {
  return `exports.handler = () => require("pulumi-email-marketing/dynamic").${kind}();`;
}

/**
 * The engine shows the faults of the first resource only, so the known inputs are judged here too: an input
 * that rejects keeps the resource from being registered, and fails the program once all faults are told.
 */
async function judged(lifecycle: AnyLifecycle, name: string, args: object): Promise<object> {
  if (isMocked()) return args;
  const props = withoutNull(await knownSoFar(args)) as object;
  requireSecretKeys();
  const findings = judgeInputs(lifecycle, props);
  if (findings.length === 0) return props;
  const subject = `${lifecycle.kind} "${name}"`;
  throw new EmailMarketingError("validation", `${subject}: ${findings.map(told).join("; ")}`);
}
