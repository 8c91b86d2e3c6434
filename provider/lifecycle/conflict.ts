import { EmailMarketingError } from "../errors/error";
import { type Finding, labelled, withoutIgnored } from "../input/finding";

/**
 * Fails a step for what its preview reports, before anything is sent. The one rule for creates and updates: what `ignoreChecks` lets
 * pass in the preview passes here, too, and the service decides.
 */
export function requireNone(
  findings: readonly (Finding | undefined)[],
  props: { readonly ignoreChecks?: unknown },
): void {
  const found = findings.filter((one) => one !== undefined);
  const [first] = withoutIgnored(found, props);
  if (!first) return;
  const said = labelled({ ...first, problem: `${first.problem} Nothing was sent.` });
  throw new EmailMarketingError("conflict", said);
}
