import type { EmailRole } from "../../../provider/input/audience";
import type { CampaignFacts } from "../../../provider/input/campaign-reading";
import type { Properties } from "../../../provider/input/plain";
import type { ScheduleNote, Sizes } from "../../../provider/input/schedule-note";
import type { Resource } from "../../engine/resource";

export type ResourceChange = "delete" | "replace" | "create" | "update" | "import";

/** A resource of a preview: one, however many steps it has. */
export interface PreviewedResource {
  readonly urn: string;
  /** What it is to a mail; absent for one of another package, or that no mail is made of. */
  readonly emailRole?: EmailRole;
  /** The last part of its type, such as `Campaign`; redacted, as is the name. */
  readonly kind: string;
  readonly name: string;
  /** Absent for an unchanged one. */
  readonly change?: ResourceChange;
  readonly inputs: readonly string[];
  /** Names of secret inputs of which the engine does not say whether they differ. */
  readonly mayDiffer: readonly string[];
  /** Names of inputs that a refresh in the same preview has found changed in the service. */
  readonly drifted: readonly string[];
  /** What has become of a campaign, such as `finished`, as of the last refresh; redacted. */
  readonly status?: string;
  /** As the state has it, and as it will be, with values. */
  readonly old?: Resource;
  readonly now?: Resource;
}

export type Severity = "error" | "warning" | "note";

/** Something that the preview says, of one resource or of the stack. */
export interface PreviewFinding {
  readonly severity: Severity;
  readonly text: string;
  /** The name in brackets at its end. */
  readonly check?: string;
  /** That of the resource that it is about. */
  readonly urn?: string;
  readonly note?: ScheduleNote;
  readonly sizes?: Sizes;
  /** What the preview has read of a campaign. */
  readonly read?: CampaignFacts;
  readonly isOfPolicy?: true;
  /** The domain whose records a share mails. */
  readonly domain?: string;
}

/** Takes keys and addresses out of a value before it is shown. */
export type Clean = (text: string) => string;

/** A list of which a preview shows more than the id. */
export interface KnownList {
  readonly name?: string;
  /** Where preflight has counted them. */
  readonly contacts?: number;
  /** True where preflight has found that the account has no such list any more. */
  readonly isGone?: true;
  /** True if another list has a name that looks the same. */
  readonly hasNamesake?: true;
}

/** What all commands read of a preview. Texts to show are redacted: no key and no address is in them. */
export interface PreviewModel {
  /** By its project. */
  readonly stack: string;
  readonly resources: readonly PreviewedResource[];
  /** Whether unchanged ones are among them: a preview leaves these out, unless it is asked for them. */
  readonly isWhole: boolean;
  /** The stack config, as far as it is texts. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly clean: Clean;
  readonly zoneOf: ReviewSources["zoneOf"];
  /** A list by its id; the same id in another account, by the name of its explicit Provider, is another one. */
  readonly listOf: (id: string, provider?: string) => KnownList | undefined;
  readonly findings: readonly PreviewFinding[];
  /** What deletes and replacements leave as it is. */
  readonly left: readonly PreviewFinding[];
}

export interface StateOptions {
  /** The project's folder, or one below it. */
  readonly cwd: string;
  readonly stack?: string;
  /** A file with the state, in place of the Pulumi CLI. */
  readonly state?: string;
}

/** What a review knows of a kind of resource. */
export interface ReviewedKind {
  readonly emailRole?: EmailRole;
  /** The input that names an object of this kind in sentences. */
  readonly labelInput?: string;
  /** What a removal leaves as it is, in words that follow the resource. */
  readonly retainMessage?: (
    state: Properties & { campaignId: string; scheduledAt: string },
    of: undefined,
    zone: string | undefined,
  ) => { readonly preview?: string | undefined } | undefined;
}

/** What a preview or a state is read with. */
export interface ReviewSources {
  /** What is in nothing that is shown, and in no request. */
  readonly keys: readonly string[];
  /** Undefined for a kind of another package. */
  readonly kindOf: (name: string) => ReviewedKind | undefined;
  /** The time zone that the settings name: those of an explicit Provider, else of the stack config. */
  readonly zoneOf: (settings: {
    readonly provider?: Resource;
    readonly config: Properties;
  }) => string | undefined;
  /** What an explicit Provider sets `preflight` to; undefined if it doesn't, and for another resource. */
  readonly preflightOf: (provider: Resource) => string | undefined;
}

/** What the commands that show mails are given: they read no setting, and load neither an account nor a client. */
export interface ReviewContext extends ReviewSources {
  /** The resources in the state of a stack; `opened` decrypts secret inputs. */
  readonly resourcesOf: (options: StateOptions, opened?: "opened") => Promise<readonly Resource[]>;
  /** The stack config, as far as a review uses it. */
  readonly configOf: (options: StateOptions) => Promise<Properties>;
}
