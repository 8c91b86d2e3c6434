import type { Account } from "../account/account";
import { EmailMarketingError } from "../errors/error";
import { type Finding, labelled, withoutIgnored } from "../input/finding";
import type { AnyLifecycle } from "./lifecycle";
import { unasked } from "./preflight-of-change";

type Properties = Readonly<Record<string, unknown>>;

interface Change {
  /** The object in a sentence. */
  readonly subject: string;
  /** What the service has, as far as it is confirmed. */
  readonly old: Properties;
  readonly props: Properties;
}

/**
 * Fails in a preview for a change that a setting forbids, whatever `preflight` says. Where the account can't be asked, the
 * update asks again before it sends.
 */
export async function guardChange(
  { guard }: AnyLifecycle,
  account: Account,
  { subject, old, props }: Change,
): Promise<void> {
  let findings: readonly Finding[] = [];
  try {
    findings = (await guard?.(account, { old, props })) ?? [];
  } catch (error) {
    if (!(error instanceof EmailMarketingError)) throw error;
    account.notice(unasked(error));
  }
  requireAllowed(findings, props, subject);
}

/** Fails for what a setting forbids. */
export function requireAllowed(
  findings: readonly Finding[],
  props: object,
  subject?: string,
): void {
  const forbidden = withoutIgnored(findings, props).map(labelled).join(" ");
  if (forbidden === "") return;
  const sentence = subject === undefined ? forbidden : `${subject}: ${forbidden}`;
  throw new EmailMarketingError("validation", sentence);
}
