import { quoted } from "../errors/redact";
import { isUnknown, type Properties } from "../plain/value";
import { findingNames } from "./finding";
import { nearest } from "./nearest";
import { type Check, type InputCheck, type InputChecks, listOf, text } from "./validation";

export interface ChangeContext {
  readonly isExtended: boolean;
  readonly old: Properties;
  readonly props: Properties;
}

/** The meaning of a change: always the same, or computed from the operations in use and the change. */
type FixedOrComputed<Meaning> = Meaning | ((context: ChangeContext) => Meaning | undefined);

/** One input of a resource: its check, its name in requests, and the meaning of a change. */
export interface Field extends InputCheck {
  /** The name in requests, if the input is sent unchanged. */
  readonly wire?: string;
  /**
   * Set if a change replaces the object. "deleted first": the old object is deleted first, because the service refuses
   * a second one.
   */
  readonly replaces?: FixedOrComputed<true | "deleted first">;
  /** Set if no operation changes the input: advice on what to do instead. */
  readonly immutable?: FixedOrComputed<string>;
  /** Set if the input can be changed but not removed: advice on what to do instead. */
  readonly notRemovable?: FixedOrComputed<string>;
}

export type Fields<Props, Row extends Field = Field> = InputChecks<Props, Row>;

export type AnyFields = Readonly<Record<string, Field>>;

/** The set inputs that have a name in requests, under this name. */
export function toWire(fields: AnyFields, props: object): Record<string, unknown> {
  const set = Object.entries(props).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    set.flatMap(([name, value]) => {
      const wire = fields[name]?.wire;
      return wire === undefined ? [] : [[wire, value]];
    }),
  );
}

/** Inputs that every resource takes. */
export interface CommonProps {
  /**
   * Names of findings to suppress for this resource, such as `list-empty`; the name is in brackets at the end of the
   * message. An unknown name is a warning. A change updates the state only.
   */
  ignoreChecks?: string[];
}

const names: readonly string[] = findingNames;
const anyName = text({ min: 1 });

/** Warns about an unknown finding name, because the name suppresses nothing and is most likely misspelt. */
const findingName: Check = (value, path) => {
  const findings = anyName(value, path);
  if (findings.length > 0 || isUnknown(value) || names.includes(String(value))) return findings;
  const near = nearest(String(value), names);
  const next =
    near === undefined
      ? "the name is in brackets at the end of the message to suppress"
      : `did you mean ${quoted(near)}?`;
  const problem = `not the name of a finding, so it has no effect; ${next}`;
  return [{ path, problem, level: "warning", name: "check-unknown" }];
};

export const commonFields = {
  ignoreChecks: { check: listOf(findingName) },
} satisfies Record<string, Field>;
