import { nearest } from "../errors/nearest";
import { quoted } from "../errors/redact";
import { type Check, type InputCheck, type InputChecks, listOf, text } from "./check";
import { findingNames } from "./finding";
import { isUnknown, type Properties } from "./plain";

export interface ChangeTerms {
  readonly isExtended: boolean;
  readonly old: Properties;
}

/** What a change means, always or as the terms have it. */
export type UnderTerms<Meaning> = Meaning | ((terms: ChangeTerms) => Meaning | undefined);

/** One input of a resource: how it is judged, what it is called on the wire, and what a change of it means. */
export interface Field extends InputCheck {
  /** Its name on the wire, for an input that is sent as it is. */
  readonly wire?: string;
  /** A change replaces the object, which is deleted first where the service would refuse the other one beside it. */
  readonly replaces?: UnderTerms<true | "deleted first">;
  /** No operation changes it: what to do instead. */
  readonly fixed?: UnderTerms<string>;
  /** It can be changed, but not removed once set: what to do instead. */
  readonly lasting?: UnderTerms<string>;
}

export type Fields<Props, Row extends Field = Field> = InputChecks<Props, Row>;

export type AnyFields = Readonly<Record<string, Field>>;

/** The inputs that are set, under their names on the wire. */
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

const names = Object.keys(findingNames);
const anyName = text({ min: 1 });

/** A name that no finding has suppresses nothing: most likely it is misspelt. */
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
