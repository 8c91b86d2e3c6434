import type { Holdings } from "../account/holdings";
import type { NamedFinding } from "../input/finding";
import type { Settings } from "../settings/settings";

/** One resource as the program declares it. */
export interface Declared {
  /** Its logical name. */
  readonly name: string;
  /** Its inputs as far as they are known. */
  readonly props: Readonly<Record<string, unknown>>;
  readonly isChanged: boolean;
  /** Counts up by the order of declaration. */
  readonly order: number;
}

/** What a preview knows beside the inputs of the resource that it looks at. */
export interface PreflightContext extends Declared {
  /** True when the object is yet to be created. */
  readonly isNew: boolean;
  readonly settings: Settings;
  /** What the account holds, each kind read once for all resources of the account in this run. */
  holdings(): Holdings;
  /** All resources of a kind that the program declares in the same account, once the program has run to its end. */
  declared(kind: string): Promise<readonly Declared[]>;
}

/**
 * One question that a preview asks about a new or changed resource; nothing to say is an empty list. An `error` would fail
 * the apply, or do what no user wants; the setting `preflight` decides whether it fails the preview, too. A `warning`
 * never does.
 */
export type PreflightCheck<Props> = (
  props: Partial<Props>,
  context: PreflightContext,
) => readonly NamedFinding[] | Promise<readonly NamedFinding[]>;
