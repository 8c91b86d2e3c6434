import type { Account } from "../account/account";
import { EmailMarketingError } from "../errors/error";
import { isSameContent } from "../input/asset";
import { isError, labelled, type NamedFinding, withoutIgnored } from "../input/finding";
import type { Settings } from "../settings/settings";
import type { AnyLifecycle } from "./lifecycle";
import type { ChangeContext } from "./preflight";

type Properties = Readonly<Record<string, unknown>>;

/** What is looked into. */
interface Asked {
  readonly id: string;
  readonly old: Properties;
  readonly props: Properties;
  /** The questions that are asked; by default those of a change. */
  readonly questions?: "ofChange" | "ofReplacement";
}

/** Looks into the account for a change: what it does not send is never judged. */
export async function preflightOfChange(
  { preflight, fields }: AnyLifecycle,
  account: Account,
  { id, old, props, questions: asked = "ofChange" }: Asked,
): Promise<NamedFinding[]> {
  const questions = preflight?.[asked] ?? [];
  const mode = account.settings.value("preflight");
  const sent = Object.keys(fields).filter((name) => !isSameContent(old[name], props[name]));
  if (mode === "off" || questions.length === 0 || sent.length === 0) return [];
  const context: ChangeContext<Properties> = {
    id,
    old,
    account,
    isChanged: (input) => sent.includes(input),
  };
  const ready = questions.map((question) => async () => question(props, context));
  return withoutIgnored(await answersOf(ready, account), props);
}

/** What questions find; one that can't be asked is reported, and keeps no other from its answer. */
export async function answersOf(
  questions: readonly (() => Promise<readonly NamedFinding[]>)[],
  account: Account,
): Promise<NamedFinding[]> {
  const outcomes = await Promise.all(
    questions.map((question) =>
      question().catch((error: unknown) => {
        if (!(error instanceof EmailMarketingError)) throw error;
        if (mustRun(account.settings)) throw error.reworded(unasked(error));
        account.notice(unasked(error));
        return [];
      }),
    ),
  );
  return outcomes.flat();
}

/** Whether it is an error that the account can't be asked. Without a key it never is: a preview needs none. */
export function mustRun(settings: Settings): boolean {
  return settings.value("preflight") === "error" && settings.origin("apiKey") !== undefined;
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
