import { isDeepStrictEqual } from "node:util";
import { redact } from "../../client/redact";
import { urnParts } from "../../urn";
import type { Diagnostic, Preview, PreviewStep } from "../stack/written-schema";
import { leftBehind } from "./left-behind";

/** How bad a finding is. */
export type Severity = "error" | "warning" | "note";

/** Something that the preview says, of one resource or of the stack. */
export interface PreviewFinding {
  readonly severity: Severity;
  readonly text: string;
  /** The name in brackets at its end. */
  readonly check?: string;
  readonly urn?: string;
}

/** A resource that the preview would change. */
export interface PreviewChange {
  readonly urn: string;
  /** The last part of its type, such as `Campaign`. */
  readonly kind: string;
  readonly name: string;
  readonly op: string;
  /** Names of inputs that differ; never values. */
  readonly inputs: readonly string[];
  /** What has become of a campaign, such as `finished`, as of the last refresh. */
  readonly status?: string;
  /** Names of inputs that a refresh in the same preview has found changed in the service. */
  readonly drifted: readonly string[];
}

/** A preview as a reviewer needs it. */
export interface PreviewDigest {
  readonly stack: string;
  /** What deletes and replacements leave as it is. */
  readonly left: readonly PreviewFinding[];
  readonly findings: readonly PreviewFinding[];
  readonly changes: readonly PreviewChange[];
}

/** The ops that change something, those that a reviewer fears most first; a replacement has several steps. */
const opsByWeight = [
  "delete",
  "replace",
  "create-replacement",
  "delete-replaced",
  "create",
  "update",
  "import",
];

/** Takes what a reviewer needs out of a preview: no value of any input or output, no key and no address. */
export function digestPreview(preview: Preview, keys: readonly string[]): PreviewDigest {
  const steps = preview.steps ?? [];
  const diagnostics = preview.diagnostics ?? [];
  const clean = (text: string) => redact(text, keys);
  const changes = new Map<string, PreviewChange>();
  // A refresh comes first, and has the state as it was.
  const before = new Map(
    steps.flatMap(({ op, urn = "", oldState }) =>
      op === "refresh" ? [[urn, oldState?.inputs ?? {}] as const] : [],
    ),
  );
  for (const { op = "", urn = "", diffReasons, detailedDiff, oldState } of steps) {
    const isWorse = weight(op) < weight(changes.get(urn)?.op ?? "");
    if (!opsByWeight.includes(op) || !isWorse) continue;
    const { kind, name } = urnParts(urn);
    const inputs = inputsOf([...(diffReasons ?? []), ...Object.keys(detailedDiff ?? {})]);
    const known = changes.get(urn)?.inputs ?? [];
    const named = { kind: clean(kind), name: clean(name) };
    const status = kind.startsWith("Campaign") ? oldState?.outputs?.status : undefined;
    changes.set(urn, {
      urn,
      ...named,
      op,
      inputs: inputs.length > 0 ? inputs : known,
      ...(typeof status === "string" && { status: clean(status) }),
      drifted: driftedInputs(before.get(urn), oldState?.inputs ?? {}),
    });
  }
  return {
    stack: clean(stackOf([...steps, ...diagnostics].find(({ urn }) => urn)?.urn ?? "")),
    left: steps.flatMap((step) => leftBy(step, clean)),
    findings: diagnostics.flatMap((diagnostic) => findingOf(diagnostic, clean)),
    changes: [...changes.values()].filter(({ kind }) => kind !== "Stack"),
  };
}

const removing = ["delete", "replace", "delete-replaced"];

function leftBy(
  { op = "", urn, replaceReasons, oldState }: PreviewStep,
  clean: (text: string) => string,
): PreviewFinding[] {
  const type = oldState?.type ?? "";
  const state = oldState?.outputs ?? {};
  const left = removing.includes(op)
    ? leftBehind({ type, state, replaceReasons: replaceReasons ?? [] })
    : undefined;
  if (left === undefined || urn === undefined) return [];
  // The one that reaches readers.
  const severity = type.endsWith(":CampaignSchedule") ? "warning" : "note";
  return [{ severity, text: clean(left), urn }];
}

function driftedInputs(
  before: Readonly<Record<string, unknown>> | undefined,
  after: Readonly<Record<string, unknown>>,
): string[] {
  if (before === undefined) return [];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

function weight(op: string): number {
  const at = opsByWeight.indexOf(op);
  return at === -1 ? opsByWeight.length : at;
}

function stackOf(urn: string): string {
  const [stack = "", project = ""] = urn.replace(/^urn:pulumi:/, "").split("::");
  return project === "" ? stack : `${project}/${stack}`;
}

/** The inputs that paths such as `rules.limit` and `listIds[0]` lie in. */
function inputsOf(paths: readonly string[]): string[] {
  const names = paths.map((path) => /^[\w$-]+/.exec(path)?.[0] ?? "");
  return [...new Set(names)].filter((name) => name !== "" && name !== "__provider");
}

function findingOf(
  { message = "", severity, urn }: Diagnostic,
  clean: (text: string) => string,
): PreviewFinding[] {
  const bare = message
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the engine colours what it says.
    .replace(/\u001b\[[\d;]*m|<\{%[^%]*%\}>/g, "")
    // Of what a program threw, its own words are enough: a comment shows no paths of a machine.
    .replace(/\n[^\S\n]+at .*/g, "")
    .trim();
  const prefix = /^(error|warning): */.exec(bare);
  const said = bare.slice(prefix?.[0].length ?? 0).replace(/^EmailMarketingError: /, "");
  const check = /\[([a-z][a-z-]*)\]$/.exec(said)?.[1];
  const rank = prefix?.[1] ?? severity ?? "";
  const isNote = rank !== "error" && rank !== "warning";
  // The rest of what is said is progress.
  if (said === "" || (isNote && check === undefined)) return [];
  const text = clean(check === undefined ? said : said.slice(0, -check.length - 2));
  const level: Severity = isNote ? "note" : rank;
  return [{ severity: level, text, ...(check && { check }), ...(urn && { urn }) }];
}
