import type { Account } from "../account/account";
import { EmailMarketingError } from "../errors/error";
import { isSameContent } from "../input/asset";
import { isError, labelled, type NamedFinding, withoutIgnored } from "../input/finding";
import { holdsUnknown } from "../input/unknown";
import type { AnyLifecycle } from "./lifecycle";
import type { ChangeContext } from "./preflight";

type Properties = Readonly<Record<string, unknown>>;

/** Looks into the account for a change: what it does not send is never judged. */
export async function preflightOfChange(
  { preflight, fields }: AnyLifecycle,
  account: Account,
  { id, old, props }: { readonly id: string; readonly old: Properties; readonly props: Properties },
): Promise<NamedFinding[]> {
  const questions = preflight?.ofChange ?? [];
  const mode = account.settings.value("preflight");
  const sent = Object.keys(fields).filter(
    (name) =>
      name !== "ignoreChecks" &&
      !holdsUnknown(props[name]) &&
      !isSameContent(old[name], props[name]),
  );
  if (mode === "off" || questions.length === 0 || sent.length === 0) return [];
  const context: ChangeContext<Properties> = {
    settings: account.settings,
    id,
    old,
    account,
    holdings: () => account,
    isChanged: (input) => sent.includes(input),
  };
  const outcomes = await Promise.all(
    questions.map(async (question): Promise<readonly NamedFinding[]> => {
      try {
        return await question(props, context);
      } catch (error) {
        if (!(error instanceof EmailMarketingError)) throw error;
        account.notice(unasked(error));
        return [];
      }
    }),
  );
  return withoutIgnored(outcomes.flat(), props);
}

/** The sentence for checks of the account that could not run. */
export function unasked({ message }: EmailMarketingError): string {
  return `preflight could not check the account: ${message} To skip these checks, set emailmarketing:preflight to "off".`;
}

/** Reports the findings of a change: as warnings, or as one error where the setting says so. */
export function reportOfChange(
  findings: readonly NamedFinding[],
  subject: string,
  { settings, notice }: Account,
): void {
  const failing = settings.value("preflight") === "error" ? findings.filter(isError) : [];
  for (const finding of findings.filter((one) => !failing.includes(one) && one.level !== "info")) {
    notice(`${subject}: ${labelled(finding)}`);
  }
  if (failing.length === 0) return;
  const problems = failing.map(labelled).join(" ");
  throw new EmailMarketingError("validation", `${subject}: ${problems}`);
}
