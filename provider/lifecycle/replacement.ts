import { isDeepStrictEqual } from "node:util";
import type { Account } from "../account/account";
import { labelled } from "../input/finding";
import { askOfChange, reportOfChange } from "./asking";
import { isSameText } from "./declared-twice";
import type { AnyLifecycle } from "./lifecycle";
import { subjectOf } from "./properties";

type Properties = Readonly<Record<string, unknown>>;

/** An object that another one replaces. */
interface Replacement {
  readonly id: string;
  /** The replaced object in a sentence. */
  readonly subject: string;
  readonly old: Properties;
  readonly props: Properties;
}

/**
 * Says what a replacement leaves as it is, and whether the account refuses the other object. All else about that one is
 * asked in the program: it is a new one.
 */
export async function judgeReplacement(
  lifecycle: AnyLifecycle,
  account: Account,
  { subject, ...change }: Replacement,
): Promise<void> {
  const left = lifecycle.leaves?.(change.old, { account, id: change.id })?.before;
  if (left !== undefined) account.notice(`${subject}: this update replaces it, but ${left}`);
  const findings = await askOfChange(lifecycle, account, { ...change, isReplacing: true });
  reportOfChange(findings, subject, account);
}

/** The inputs whose values an object has in common with the one that it replaces, texts without regard to case. */
export function keptInputs(old: Properties, props: Properties): string[] {
  return Object.keys(props).filter(
    (name) => isSameText(old[name], props[name]) || isDeepStrictEqual(old[name], props[name]),
  );
}

/**
 * What the account says of a new object, which the program can't tell from one that takes the place of another: errors
 * where the setting `preflight` has them fail, each in one sentence. The rest is shown.
 */
export async function judgeNew(
  lifecycle: AnyLifecycle,
  account: Account,
  { name, props }: { readonly name: string; readonly props: Properties },
): Promise<string[]> {
  const findings = await askOfChange(lifecycle, account, { old: {}, props, isReplacing: true });
  const isFailing = account.settings.value("preflight") === "error";
  if (!isFailing) reportOfChange(findings, subjectOf(lifecycle, props, name), account);
  return isFailing ? findings.map(labelled) : [];
}
