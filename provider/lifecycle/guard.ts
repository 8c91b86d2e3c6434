import type { Account } from "../account/account";
import { EmailMarketingError } from "../errors/error";
import { type Finding, labelled, withoutIgnored } from "../input/finding";
import type { AnyLifecycle } from "./lifecycle";
import type { ProgramContext } from "./preflight";
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
  { forbids }: AnyLifecycle,
  account: Account,
  { subject, old, props }: Change,
): Promise<void> {
  await requireAllowedBy(async () => forbids?.(account, { old, props }), account, {
    subject,
    props,
  });
}

/** Does the same for a new object, as far as the program is known. */
export async function guardNew(
  { preflight }: AnyLifecycle,
  account: Account,
  { subject, context }: { readonly subject: string; readonly context: ProgramContext },
): Promise<void> {
  const { props } = context;
  const ask = async () => preflight?.guardOfNew?.(props, context);
  await requireAllowedBy(ask, account, { subject, props });
}

async function requireAllowedBy(
  ask: () => Promise<readonly Finding[] | undefined>,
  account: Account,
  { subject, props }: Omit<Change, "old">,
): Promise<void> {
  let findings: readonly Finding[] = [];
  try {
    findings = (await ask()) ?? [];
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
