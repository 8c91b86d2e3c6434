import type { Account } from "../account/account";
import { seenObjects } from "../account/seen-object";
import { EmailMarketingError } from "../errors/error";
import { isSameContent } from "../input/asset";
import { isError, labelled, type NamedFinding, withoutIgnored } from "../input/finding";
import type { Settings } from "../settings/settings";
import type { AnyLifecycle } from "./lifecycle";
import type { Question, QuestionContext, When } from "./question";

type Properties = Readonly<Record<string, unknown>>;

/** What is looked into by the engine. */
interface Asked {
  /** Undefined for a new object. */
  readonly id?: string;
  readonly old: Properties;
  readonly props: Properties;
  readonly isReplacing?: true;
}

/** The questions of the program about one resource: what a change sends is looked into by the engine's diff. */
export function questionsOfProgram(
  { questions = [] }: AnyLifecycle,
  { isNew }: { readonly isNew: boolean },
): readonly Question<Properties>["ask"][] {
  const asked: readonly When[] = isNew ? ["declared", "new", "new or changed"] : ["declared"];
  return questions.filter(({ when }) => asked.includes(when)).map(({ ask }) => ask);
}

/** Looks into the account for a change: what it does not send is never judged. */
export async function askOfChange(
  { questions = [] }: AnyLifecycle,
  account: Account,
  { isReplacing, ...object }: Asked,
): Promise<NamedFinding[]> {
  const { old, props } = object;
  const asked: readonly When[] = isReplacing ? ["replacing"] : ["changed", "new or changed"];
  const isSent = (name: string) => !isSameContent(old[name], props[name]);
  const due = questions.filter(({ when, about }) => asked.includes(when) && about.some(isSent));
  if (account.settings.value("preflight") === "off" || due.length === 0) return [];
  const context = contextOfStep(account, object);
  const ready = due.map(
    ({ ask }) =>
      async () =>
        ask(props, context),
  );
  return withoutIgnored(await answersOf(ready, account), props);
}

/** What a step of the engine knows: of the program, the objects that this process has come to. */
export function contextOfStep(
  account: Account,
  { id, old = {}, props }: Partial<Pick<Asked, "id" | "old">> & Pick<Asked, "props">,
): QuestionContext {
  const unnamed = { name: "", given: {}, isChanged: true, order: 0 };
  return {
    account,
    own: { ...unnamed, ...(id !== undefined && { id }), props },
    old,
    keeps: [],
    declared: async (kind = "") =>
      seenObjects(account.settings, kind).map((one) => ({ ...unnamed, ...one })),
    knowsAll: false,
  };
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
