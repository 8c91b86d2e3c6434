import type { Resource } from "../../engine/resource";
import type { MailPart } from "../../input/mailing";
import type { Properties } from "../../input/plain";

/** Where the state of a stack is. */
export interface StateOptions {
  /** The project's folder, or one below it. */
  readonly cwd: string;
  readonly stack?: string;
  /** A file with the state, in place of the Pulumi CLI. */
  readonly state?: string;
}

/** What a review knows of a kind of resource. */
export interface ReviewedKind {
  readonly mailPart?: MailPart;
  /** The input that names an object of this kind in sentences. */
  readonly namedBy?: string;
  /** What a removal leaves as it is, in words that follow the resource. */
  readonly leaves?: (
    state: Properties & { campaignId: string; scheduledAt: string },
    of: undefined,
    zone: string | undefined,
  ) => { readonly before?: string | undefined } | undefined;
}

/** What a preview or a state is read with. */
export interface Reading {
  /** What is in nothing that is shown, and in no request. */
  readonly keys: readonly string[];
  /** Undefined for a kind of another package. */
  readonly kindOf: (name: string) => ReviewedKind | undefined;
  /** The time zone that the settings name: those of an explicit Provider, else of the stack config. */
  readonly zoneOf: (settings: {
    readonly provider?: Resource;
    readonly config: Properties;
  }) => string | undefined;
}

/** What the commands that show mails are given: they read no setting, and load neither an account nor a client. */
export interface ReviewContext extends Reading {
  /** The resources in the state of a stack; `opened` decrypts secret inputs. */
  readonly resourcesOf: (options: StateOptions, opened?: "opened") => Promise<readonly Resource[]>;
  /** The stack config, as far as a review uses it. */
  readonly configOf: (options: StateOptions) => Promise<Properties>;
}
