import type { Account } from "../account/account";
import type { Holdings } from "../account/holdings";
import { EmailMarketingError } from "../errors/error";
import { isSameContent } from "../input/asset";
import { isError, labelled, type NamedFinding, withoutIgnored } from "../input/finding";
import { holdsUnknown } from "../input/unknown";
import type { Settings } from "../settings/settings";
import type { AnyLifecycle } from "./lifecycle";

type Properties = Readonly<Record<string, unknown>>;

/** One resource as the program declares it. */
export interface Declared {
  /** Its logical name. */
  readonly name: string;
  /** Its inputs as far as they are known. */
  readonly props: Properties;
  /** By input, the resource whose output it is, where it is one's: it tells two unknown values apart. */
  readonly origins: Readonly<Record<string, object>>;
  readonly isChanged: boolean;
  /** Counts up by the order of declaration. */
  readonly order: number;
}

/** What a preview knows of the account and the program beside the inputs of the resource that it looks at. */
export interface ProgramContext extends Declared {
  /** True when the object is yet to be created. */
  readonly isNew: boolean;
  readonly settings: Settings;
  /** What the account holds, each kind read once for all resources of the account in this run. */
  holdings(): Holdings;
  /** All resources of a kind that the program declares in the same account, once the program has run to its end. */
  declared(kind: string): Promise<readonly Declared[]>;
}

/** What is known of a change beside the inputs. */
export interface ChangeContext<Props> {
  readonly settings: Settings;
  readonly id: string;
  readonly old: Props;
  holdings(): Holdings;
  /** The account itself, for reads that the update makes as well. */
  readonly account: Account;
  /** Whether an update sends this input. */
  isChanged(input: keyof Props & string): boolean;
}

/**
 * What a look into the account says before anything is applied. An `error` would fail the apply, or do what no user wants;
 * the setting `preflight` decides whether it fails the preview, too. A `warning` never does.
 */
type Findings = readonly NamedFinding[] | Promise<readonly NamedFinding[]>;

/** Questions that a preview asks; nothing to say is an empty list. */
export interface Preflight<Props> {
  /** Asked in the program, where all resources are known: of every new or changed one. */
  readonly ofProgram?: readonly ((props: Partial<Props>, context: ProgramContext) => Findings)[];
  /** Asked in the program, of one that is yet to be created. */
  readonly ofNew?: readonly ((props: Partial<Props>, context: ProgramContext) => Findings)[];
  /** Asked by the engine's diff, since only the state shows what a change sends. */
  readonly ofChange?: readonly ((
    props: Partial<Props>,
    context: ChangeContext<Props>,
  ) => Findings)[];
}

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

/** The sentence for a look that could not be taken. */
export function unasked({ message }: EmailMarketingError): string {
  return `this preview did not look into the account: ${message} (emailmarketing:preflight "off" does without.)`;
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
