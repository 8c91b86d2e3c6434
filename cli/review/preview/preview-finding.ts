import { urnParts } from "../../../provider/engine/urn";
import { enumerated } from "../../../provider/errors/count";
import { quoted, quotedId } from "../../../provider/errors/redact";
import { factsIn } from "../../../provider/input/campaign-reading";
import { type Tagged, taggedIn } from "../../../provider/input/finding";
import { present } from "../../../provider/input/plain";
import { domainIn, noteIn, type Sizes, sizesIn } from "../../../provider/input/recipients";
import { differingInputs } from "./difference";
import type { Diagnostic, PolicyEvent } from "./input";
import type {
  Clean,
  PreviewedResource,
  PreviewFinding,
  PreviewModel,
  ReviewSources,
  Severity,
} from "./model";
import { explicitProvider } from "./preview-account";

/** The finding in a diagnostic; empty for progress. */
export function findingOf(
  { message = "", severity, urn }: Diagnostic,
  clean: (text: string) => string,
): PreviewFinding[] {
  const bare = message
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the engine colours what it says.
    .replace(/\u001b\[[\d;]*m|<\{%[^%]*%\}>/g, "")
    // Drop stack frames of a thrown error, because a comment must not show paths of a machine.
    .replace(/\n[^\S\n]+at .*/g, "")
    .trim();
  const prefix = /^(error|warning): */.exec(bare);
  const words = bare.slice(prefix?.[0].length ?? 0).replace(/^EmailMarketingError: /, "");
  const tagged = taggedIn(words);
  const { said, name: check } = tagged;
  const rank = prefix?.[1] ?? severity ?? "";
  const isNote = rank !== "error" && rank !== "warning";
  // Other messages are progress.
  if (words === "" || (isNote && check === undefined)) return [];
  const level: Severity = isNote ? "note" : rank;
  return [
    present({
      severity: level,
      text: clean(said),
      check,
      urn: urn === "" ? undefined : urn,
      note: check === "campaign-audience" ? noteIn(tagged) : undefined,
      sizes: sizesOf(tagged),
      read: check === "campaign-read" ? factsIn(tagged.data) : undefined,
      domain: check === "share-domain" ? domainIn(said) : undefined,
    }),
  ];
}

/** The sizes of lists in a finding. */
function sizesOf(tagged: Tagged): Sizes | undefined {
  if (tagged.name === "campaign-audience") return sizesIn(tagged);
  const { lists } = (tagged.name === "campaign-read" && factsIn(tagged.data)) || {};
  return lists && { lists };
}

const quotes = String.raw`"((?:[^"\\]|\\.)*)"`;
const front = new RegExp(
  `^(?:Provider ${quotes}(?:, account ${quotes})?: )?(\\w+) ${quotes}(?: \\(${quotes} in the program\\))?: `,
);

/**
 * Adds the URN of its resource to a finding. Messages of engine steps about dynamic resources have no URN, but name the
 * resource at their beginning. The name stays in the text if it may be that of another resource.
 */
export function withResource(
  finding: PreviewFinding,
  resources: readonly PreviewedResource[],
  { clean, kindOf }: Pick<PreviewModel, "clean"> & Pick<ReviewSources, "kindOf">,
): PreviewFinding {
  const [said = "", provider, , kind = "", name, logical] = front.exec(finding.text) ?? [];
  if (finding.urn !== undefined || name === undefined) return finding;
  const labelInput = kindOf(kind)?.labelInput ?? "";
  // Compare quoted texts in the form in which messages contain them, after keys and addresses were removed.
  const written = (own: string) => clean(quoted(own)).slice(1, -1);
  const writtenOwn = labelInput.endsWith("Id")
    ? (own: string) => clean(quotedId(own)).slice(1, -1)
    : written;
  const [only, another] = resources.filter((one) => {
    const state = one.now ?? one.old ?? {};
    if (one.kind !== kind || explicitProvider(state) !== provider) return false;
    const logicalName = urnParts(one.urn).name;
    if (logical !== undefined && written(logicalName) !== logical) return false;
    // A message about the old state contains the name before the change.
    const own = [one.now, one.old].map((of) => of?.inputs?.[labelInput]);
    const isOwn = own.some((of) => typeof of === "string" && writtenOwn(of) === name);
    return isOwn || written(logicalName) === name;
  });
  if (only === undefined || another !== undefined) return finding;
  return { ...finding, urn: only.urn, text: finding.text.slice(said.length) };
}

/** Sorts by resource. The engine's order varies from run to run, but a pipeline edits its comment. */
export function inOrder(events: readonly PolicyEvent[]): PolicyEvent[] {
  return events.toSorted((one, other) => collator.compare(one.urn ?? "", other.urn ?? ""));
}

const collator = new Intl.Collator("en");

/** A policy's event as a finding. Its text comes from others, so it is escaped like that of an email. */
export function policyFinding(event: PolicyEvent, clean: Clean): PreviewFinding {
  const { policy, pack, level, message, before, after } = event;
  const changes = differingInputs(before && { inputs: before }, after && { inputs: after });
  const isOfStack = urnParts(event.urn ?? "").type === "pulumi:pulumi:Stack";
  const urn = isOfStack ? undefined : event.urn;
  const name = `policy ${quoted(policy)} (${quoted(pack)})`;
  const isRefused = changes.length === 0 && level !== "advisory";
  const said =
    changes.length > 0
      ? `${name} changes ${enumerated(changes)}. What a policy changes is not checked.`
      : `${isRefused ? "refused by " : ""}${name}: ${message}`;
  const severity = isRefused ? "error" : "warning";
  return present({ severity, text: clean(said), urn, isOfPolicy: true });
}

const bare = "preview failed";
const withoutReason =
  "preview failed, and this output doesn't say why. If a policy refused it, set PULUMI_ENABLE_STREAMING_JSON_PREVIEW=true for pulumi preview, which then writes what policies say. Any other reason is in the log.";

/** Removes the engine's final message that the preview failed if another error says why. */
export function withReason(
  findings: readonly PreviewFinding[],
  saysPolicies: boolean,
): PreviewFinding[] {
  const isBare = ({ severity, text }: PreviewFinding) => severity === "error" && text === bare;
  const isExplained = findings.some((one) => one.severity === "error" && !isBare(one));
  if (isExplained) return findings.filter((one) => !isBare(one));
  if (saysPolicies) return [...findings];
  return findings.map((one) => (isBare(one) ? { ...one, text: withoutReason } : one));
}
