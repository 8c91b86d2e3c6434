import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { EmailMarketingError } from "../../../provider/errors/error";
import {
  containsUnknown,
  isUnknown,
  mark,
  objectIn,
  omitUndefined,
  type Properties,
  secretMark,
  stringIn,
} from "../../../provider/plain/value";
import { type Resource, resourceIn } from "../../engine/resource";
import { isTooDeep, listIn, notTextProblem, textIn, tooDeepProblem } from "../../engine/text-file";

export interface PreviewStep {
  readonly op: string;
  readonly urn: string;
  readonly diffReasons?: readonly string[];
  readonly replaceReasons?: readonly string[];
  readonly detailedDiff?: Properties;
  readonly oldState?: Resource;
  readonly newState?: Resource;
}

/** A message of the engine, a program or a provider. */
export interface Diagnostic {
  readonly urn?: string;
  readonly message: string;
  readonly severity?: string;
}

/** A policy's message about a resource or the stack. */
export interface PolicyEvent {
  readonly urn?: string;
  readonly policy: string;
  readonly pack: string;
  /** The enforcement level, such as `mandatory`, which stops the update. */
  readonly level?: string;
  readonly message: string;
  /** The resource's inputs before and after a remediation. */
  readonly before?: Properties;
  readonly after?: Properties;
}

/** The parts of the output of `pulumi preview --json` that the commands use. */
export interface Preview {
  readonly config: Properties;
  /** The number of resources for each operation; may be empty if the preview failed. */
  readonly changeSummary: Properties;
  readonly steps: readonly PreviewStep[];
  readonly diagnostics: readonly Diagnostic[];
  /** Messages of policies. Absent if the CLI's output format has none. */
  readonly policies?: readonly PolicyEvent[];
}

const emptyPreview: Preview = { config: {}, changeSummary: {}, steps: [], diagnostics: [] };

export interface ReadPreview {
  readonly preview: Preview;
  /** True if the JSON is cut off or damaged, for example because the preview was interrupted. */
  readonly endsEarly: boolean;
  /** If the preview can't be read, a sentence with the reason. */
  readonly problem?: string;
}

/** Reads the output of `pulumi preview --json` from a file or from standard input. */
export async function readPreview(file: string | undefined): Promise<ReadPreview> {
  const source = file === undefined ? "the input" : `the file ${file}`;
  let bytes: Uint8Array;
  try {
    bytes = await (file === undefined ? buffer(process.stdin) : readFile(file));
  } catch (cause) {
    const { code = "unreadable" } = cause as { readonly code?: string };
    return unreadablePreview(`can't read ${source} (${code}).`);
  }
  const text = textIn(bytes);
  return text === undefined
    ? unreadablePreview(`${source} ${notTextProblem}.`)
    : previewIn(text, source);
}

/** Reads a preview. Throws if it can't be read. */
export async function readWholePreview(file: string | undefined): Promise<Preview> {
  const { preview, problem } = await readPreview(file);
  if (problem !== undefined) throw new EmailMarketingError("config", problem);
  return preview;
}

/** Reads a preview from a text. `source` names the text in error messages. */
export function previewIn(text: string, source: string): ReadPreview {
  // Other output, such as a build's, may come before and after the JSON.
  const begin = text.search(/^\{/m);
  if (text.trim() === "") return unreadablePreview(`${source} is empty. ${failedPreviewAdvice}`);
  if (begin === -1) {
    return unreadablePreview(`${source} has no JSON. Write it with: pulumi preview --json.`);
  }
  const json = text.slice(begin, text.lastIndexOf("}") + 1);
  let digest: unknown;
  try {
    digest = hasEvents(json) ? previewFromEvents(json) : JSON.parse(json);
  } catch {
    return unreadablePreview(
      `${source} ends early or is damaged, so the preview can't be read. Its error is in the log.`,
      true,
    );
  }
  if (isTooDeep(digest)) return unreadablePreview(`${source} ${tooDeepProblem}.`);
  const preview = parsePreview(digest);
  if (preview !== undefined) return { preview, endsEarly: false };
  const isState = objectIn(digest)?.deployment !== undefined;
  const what = isState ? "is the output of pulumi stack export, and" : "is";
  return unreadablePreview(
    `${source} ${what} not the output of pulumi preview --json. ${failedPreviewAdvice}`,
  );
}

function unreadablePreview(problem: string, endsEarly = false): ReadPreview {
  return { preview: emptyPreview, endsEarly, problem };
}

const failedPreviewAdvice = "If the preview failed, its error is in the log.";

/**
 * Parses a preview, and accepts unknown members and operations of newer CLIs. Undefined if a step is unreadable, or if
 * there is neither a step nor an error.
 */
function parsePreview(value: unknown): Preview | undefined {
  const { config, changeSummary, steps, diagnostics, policies } = objectIn(value) ?? {};
  const each = <Read>(all: unknown, read: (one: Properties) => Read[]) =>
    listIn(all)?.flatMap((one) => read(objectIn(one) ?? {}));
  const read = each(steps, stepIn) ?? [];
  const said = each(diagnostics, diagnosticIn) ?? [];
  // A complete preview has a step for the stack, and a failed one has an error. With neither, the text must not be read
  // as "no changes".
  const hasFailed = said.some(({ severity }) => severity === "error");
  if (read.length < (listIn(steps) ?? []).length || (read.length === 0 && !hasFailed))
    return undefined;
  return omitUndefined({
    config: objectIn(config) ?? {},
    changeSummary: objectIn(changeSummary) ?? {},
    steps: read,
    diagnostics: said,
    policies: each(policies, policyEventIn),
  });
}

function stepIn(step: Properties): PreviewStep[] {
  const [op, urn] = [stringIn(step.op), stringIn(step.urn)];
  if (op === undefined || urn === undefined) return [];
  return [
    omitUndefined({
      op,
      urn,
      diffReasons: stringsIn(step.diffReasons),
      replaceReasons: stringsIn(step.replaceReasons),
      detailedDiff: objectIn(step.detailedDiff),
      oldState: resourceIn(step.oldState),
      newState: resourceIn(step.newState),
    }),
  ];
}

function stringsIn(value: unknown): string[] | undefined {
  return listIn(value)?.filter((one) => typeof one === "string");
}

function diagnosticIn({ urn, message, severity }: Properties): Diagnostic[] {
  if (typeof message !== "string") return [];
  return [omitUndefined({ urn: stringIn(urn), message, severity: stringIn(severity) })];
}

function policyEventIn(event: Properties): PolicyEvent[] {
  const [policy, pack] = [stringIn(event.policyName), stringIn(event.policyPackName)];
  if (policy === undefined || pack === undefined) return [];
  return [
    omitUndefined({
      urn: stringIn(event.resourceUrn),
      policy,
      pack,
      level: stringIn(event.enforcementLevel),
      message: stringIn(event.message) ?? "",
      before: objectIn(event.before),
      after: objectIn(event.after),
    }),
  ];
}

/**
 * True if a text begins with an engine event. The CLI writes events, one per line, if
 * `PULUMI_ENABLE_STREAMING_JSON_PREVIEW` is set.
 */
export function hasEvents(json: string): boolean {
  return json.startsWith('{"sequence":');
}

/**
 * Converts engine events into the form of the JSON object that the CLI writes by default, plus messages of policies.
 * Throws if the last event is missing.
 */
export function previewFromEvents(json: string): Properties {
  const events = json
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => objectIn(JSON.parse(line, withoutSecrets)) ?? {});
  if (!events.some((one) => "cancelEvent" in one)) throw new Error("the events end early");
  const of = (name: string) =>
    events.map((one) => objectIn(one[name])).filter((one) => one !== undefined);
  return {
    config: of("preludeEvent")[0]?.config,
    changeSummary: of("summaryEvent")[0]?.resourceChanges,
    steps: of("resourcePreEvent")
      .map(({ metadata }) => objectIn(metadata) ?? {})
      .map(({ op, urn, diffs, keys, detailedDiff, old, new: now }) => ({
        ...{ op, urn, detailedDiff, diffReasons: diffs, replaceReasons: keys },
        ...{ oldState: old, newState: now },
      })),
    diagnostics: of("diagnosticEvent"),
    policies: [...of("policyEvent"), ...of("policyRemediationEvent")],
  };
}

/** Replaces a secret, which is an object in engine events, by the text `hidden`, as in the CLI's default format. */
function withoutSecrets(_name: string, value: unknown): unknown {
  return objectIn(value)?.[mark] === secretMark ? hidden : value;
}

/** The text that stands for a secret in a preview. In a state, a secret is an object instead. */
export const hidden = "[secret]";

export function isHidden(value: unknown): boolean {
  return value === hidden;
}

export function containsHidden(value: unknown): boolean {
  if (isHidden(value)) return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(containsHidden);
}

/** True if a preview shows the whole value, without a secret or an unknown part. */
export function isShown(value: unknown): boolean {
  return !containsHidden(value) && !containsUnknown(value);
}

/**
 * The value if it is a readable text. Undefined for a secret, for a value known only after apply, and for any other
 * type.
 */
export function shownText(value: unknown): string | undefined {
  return typeof value === "string" && !isHidden(value) && !isUnknown(value) ? value : undefined;
}
