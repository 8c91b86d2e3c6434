import type { CampaignFacts } from "../../../provider/input/campaign-reading";
import type { Properties } from "../../../provider/input/plain";
import type { EmailRole, ScheduleNote, Sizes } from "../../../provider/input/recipients";
import type { Resource } from "../../engine/resource";

export type ResourceChange = "delete" | "replace" | "create" | "update" | "import";

/** A resource of a preview, with all of its steps. */
export interface PreviewedResource {
  readonly urn: string;
  /** Its role in an email. Absent for a resource without one, or of another package. */
  readonly emailRole?: EmailRole;
  /** The last part of its type, such as `Campaign`; redacted, like the name. */
  readonly kind: string;
  readonly name: string;
  /** Absent if unchanged. */
  readonly change?: ResourceChange;
  readonly inputs: readonly string[];
  /** Names of secret inputs that may have changed; the engine doesn't report it. */
  readonly mayDiffer: readonly string[];
  /** Names of inputs that a refresh in the same preview found changed in the service. */
  readonly drifted: readonly string[];
  /** The status of a campaign at the last refresh, such as `finished`; redacted. */
  readonly status?: string;
  /** The states before and after the update, not redacted. */
  readonly old?: Resource;
  readonly now?: Resource;
}

export type Severity = "error" | "warning" | "note";

/** A message about one resource or the stack. */
export interface PreviewFinding {
  readonly severity: Severity;
  readonly text: string;
  /** The name of the finding, in brackets at the end of its message. */
  readonly check?: string;
  /** The URN of its resource. */
  readonly urn?: string;
  readonly note?: ScheduleNote;
  readonly sizes?: Sizes;
  /** The facts that the preview has read of a campaign. */
  readonly read?: CampaignFacts;
  readonly isOfPolicy?: true;
  /** The domain whose DNS records a share emails. */
  readonly domain?: string;
}

/** Removes keys and addresses from a text before it is shown. */
export type Clean = (text: string) => string;

/** A list with more than an id in the preview. */
export interface KnownList {
  readonly name?: string;
  /** The number of contacts, if preflight counted them. */
  readonly contacts?: number;
  /** True if preflight found that the account no longer has the list. */
  readonly isGone?: true;
  /** True if another list has a name that looks the same. */
  readonly hasSameName?: true;
}

/** The model of a preview for all commands. Texts to show contain no keys and no addresses. */
export interface PreviewModel {
  /** The stack with its project. */
  readonly stack: string;
  readonly resources: readonly PreviewedResource[];
  /** Whether unchanged resources are included. A preview contains them only with `--show-sames`. */
  readonly isWhole: boolean;
  /** The text values of the stack config. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly clean: Clean;
  readonly zoneOf: ReviewSources["zoneOf"];
  /** The list with an id. `provider` is the name of its explicit Provider, because another account may use the same id. */
  readonly listOf: (id: string, provider?: string) => KnownList | undefined;
  readonly findings: readonly PreviewFinding[];
  /** Findings about objects that deletes and replacements keep. */
  readonly left: readonly PreviewFinding[];
}

export interface StateOptions {
  /** The project's folder, or a folder below it. */
  readonly cwd: string;
  readonly stack?: string;
  /** A file with the state, to use instead of the Pulumi CLI. */
  readonly state?: string;
}

/** The facts about a kind of resource that a review needs. */
export interface ReviewedKind {
  readonly emailRole?: EmailRole;
  /** The input that identifies the object in messages. */
  readonly labelInput?: string;
  /** The message for an object that a delete keeps. */
  readonly retainMessage?: (
    state: Properties & { campaignId: string; scheduledAt: string },
    of: undefined,
    zone: string | undefined,
  ) => { readonly preview?: string | undefined } | undefined;
}

/** The sources that reading a preview or a state depends on. */
export interface ReviewSources {
  /** Texts that no output and no request may contain. */
  readonly keys: readonly string[];
  /** Undefined for a kind of another package. */
  readonly kindOf: (name: string) => ReviewedKind | undefined;
  /** The time zone in the settings of an explicit Provider, otherwise of the stack config. */
  readonly zoneOf: (settings: {
    readonly provider?: Resource;
    readonly config: Properties;
  }) => string | undefined;
  /** The `preflight` setting of an explicit Provider; undefined if it isn't set, and for any other resource. */
  readonly preflightOf: (provider: Resource) => string | undefined;
}

/** The dependencies of the commands that show emails, which read no settings and load neither an account nor a client. */
export interface ReviewContext extends ReviewSources {
  /** The resources in the state of a stack. With `opened`, secret inputs are decrypted. */
  readonly resourcesOf: (options: StateOptions, opened?: "opened") => Promise<readonly Resource[]>;
  /** The parts of the stack config that a review uses. */
  readonly configOf: (options: StateOptions) => Promise<Properties>;
}
