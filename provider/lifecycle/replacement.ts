import { isDeepStrictEqual } from "node:util";
import type { Account } from "../account/account";
import { labelled } from "../input/finding";
import type { Properties } from "../input/plain";
import { isSameText } from "./declared-twice";
import type { AnyLifecycle } from "./lifecycle";
import { contextOfStep, previewStep, sinkOfStep } from "./preview";
import { type Change, subjectOf } from "./properties";

/** An object that another one replaces. */
interface Replacement extends Change {
  /** The replaced object in a sentence. */
  readonly subject: string;
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
  const context = contextOfStep(account, change);
  await previewStep(lifecycle, ["replacing"], context, sinkOfStep(account, subject));
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
  name: string,
  props: Properties,
): Promise<string[]> {
  const problems: string[] = [];
  await previewStep(lifecycle, ["replacing"], contextOfStep(account, { props }), {
    ...sinkOfStep(account, subjectOf(lifecycle, props, name)),
    fail: (findings) => void problems.push(...findings.map(labelled)),
  });
  return problems;
}
