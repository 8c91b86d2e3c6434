import type {
  CampaignFacts,
  EmailRole,
  ScheduleNote,
  Sizes,
} from "../../../provider/email/recipients";
import type { Properties } from "../../../provider/plain/value";
import type { Resource } from "../../engine/resource";

export type ResourceChange = "delete" | "replace" | "create" | "update" | "import";

/** A resource in a preview, summarized from all of its steps. */
export interface PreviewedResource {
  readonly urn: string;
  /** The resource's role in sending an email; absent for a resource without a role. */
  readonly emailRole?: EmailRole;
  /** The last segment of the resource type, such as `Campaign`. Redacted, like `name`. */
  readonly kind: string;
  readonly name: string;
  /** Absent if the resource is unchanged. */
  readonly change?: ResourceChange;
  readonly inputs: readonly string[];
  /** Names of secret inputs that may have changed, although the engine reports no changed input. */
  readonly mayDiffer: readonly string[];
  /** Names of inputs that changed in the service, according to a refresh in the same preview. */
  readonly drifted: readonly string[];
  /** The campaign's status in the state, such as `finished`; redacted. */
  readonly status?: string;
  /** The resource option that makes Pulumi remove the resource from the state only, such as `retainOnDelete`. */
  readonly retainedBy?: string;
  /** The states before and after the update, not redacted. */
  readonly old?: Resource;
  readonly now?: Resource;
}

export type Severity = "error" | "warning" | "note";

/** A message about one resource or the stack. */
export interface PreviewFinding {
  readonly severity: Severity;
  readonly text: string;
  /** The name of the finding, such as `campaign-closed`. */
  readonly check?: string;
  readonly urn?: string;
  readonly note?: ScheduleNote;
  readonly sizes?: Sizes;
  readonly campaignFacts?: CampaignFacts;
  readonly isOfPolicy?: true;
  /** The domain whose DNS records a `DomainDnsShare` emails. */
  readonly domain?: string;
}

/** Prepares a text for output. Redacts API keys and email addresses, and truncates a long text. */
export type Clean = (text: string) => string;

/** The facts that a preview has about a list, apart from the id. */
export interface KnownList {
  readonly name?: string;
  /** The number of contacts, if preflight counted them. */
  readonly contacts?: number;
  /** True if the account no longer has the list, according to preflight. */
  readonly isGone?: true;
  /** True if another known list of the account has a name that looks the same. */
  readonly hasSameName?: true;
}

/**
 * A parsed preview or state, for the commands that show emails. API keys and email addresses are redacted in the names
 * of resources and in the texts of findings.
 */
export interface PreviewModel {
  /** The name of the stack, with its project if known. */
  readonly stack: string;
  readonly resources: readonly PreviewedResource[];
  /** True if the preview contains the unchanged resources, as with `--show-sames`. */
  readonly hasUnchanged: boolean;
  /**
   * The stack config, by full keys such as `emailmarketing:timeZone`. The model of a state contains at most this key.
   */
  readonly config: Readonly<Record<string, unknown>>;
  readonly clean: Clean;
  readonly zoneOf: ReviewSources["zoneOf"];
  /**
   * Returns the list with this id. Also needs the name of the explicit Provider, because another account may use the
   * same id.
   */
  readonly listOf: (id: string, provider?: string) => KnownList | undefined;
  readonly findings: readonly PreviewFinding[];
  /**
   * Findings about objects that stay in the service although their resources are deleted or replaced. A comment adds
   * findings about custom properties that the update deletes or renames.
   */
  readonly keptObjects: readonly PreviewFinding[];
}

export interface StateOptions {
  /** The folder in which to look for the Pulumi project: the project's own, or one inside it. */
  readonly cwd: string;
  readonly stack?: string;
  /** A file with the state, to use instead of the Pulumi CLI. */
  readonly state?: string;
}

export interface ReviewedKind {
  readonly emailRole?: EmailRole;
  /** The input that identifies the object in messages. */
  readonly labelInput?: string;
  /** The function that sends the delete request; absent if a delete never sends one. Only its presence is used here. */
  readonly delete?: unknown;
  /** The message for an object that a delete keeps. */
  readonly retainMessage?: (
    state: Properties & { campaignId: string; scheduledAt: string },
    of: undefined,
    zone: string | undefined,
  ) => { readonly preview?: string | undefined } | undefined;
}

export interface ReviewSources {
  /** Secret texts, such as API keys, that no output and no request may contain. */
  readonly keys: readonly string[];
  /** The facts about a kind, by its name. Undefined for an unknown kind. */
  readonly kindOf: (name: string) => ReviewedKind | undefined;
  /** The time zone in the settings of an explicit Provider, otherwise of the stack config. */
  readonly zoneOf: (settings: {
    readonly provider?: Resource;
    readonly config: Properties;
  }) => string | undefined;
  /**
   * The `preflight` setting of an explicit Provider. Undefined if the setting is missing, and for any other resource.
   */
  readonly preflightOf: (provider: Resource) => string | undefined;
}

/**
 * The functions and keys that `cli/command` passes to the review commands, which themselves load no settings, account
 * or client.
 */
export interface ReviewContext extends ReviewSources {
  /** The resources in the state of a stack. With `opened`, secret inputs are in plain text if they can be decrypted. */
  readonly resourcesOf: (options: StateOptions, opened?: "opened") => Promise<readonly Resource[]>;
  /**
   * A config with the time zone only, because a review needs no other setting. Comes from the stack that the options
   * name, or else from the environment.
   */
  readonly configOf: (options: StateOptions) => Promise<Properties>;
}
