import {
  domainInNote,
  parseCampaignFacts,
  parseListSizes,
  parseScheduleNote,
  type Sizes,
} from "../../../provider/email/recipients";
import { urnParts } from "../../../provider/engine/resource";
import { quoted, quotedId } from "../../../provider/errors/redact";
import { parseTag, type Tagged } from "../../../provider/input/finding";
import { enumerate } from "../../../provider/plain/text";
import { omitUndefined } from "../../../provider/plain/value";
import { explicitProvider } from "./account";
import { differingInputs } from "./difference";
import { indexBy } from "./index-by";
import type { Diagnostic, PolicyEvent } from "./input";
import type {
  Clean,
  PreviewedResource,
  PreviewFinding,
  PreviewModel,
  ReviewSources,
  Severity,
} from "./model";

/**
 * The finding in a diagnostic. Empty for an empty message, and for a note that isn't a named finding, such as a
 * progress message.
 */
export function findingOf(
  { message = "", severity, urn }: Diagnostic,
  clean: (text: string) => string,
): PreviewFinding[] {
  const bare = message
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the engine colors its messages.
    .replace(/\u001b\[[\d;]*m|<\{%[^%]*%\}>/g, "")
    // Drop the stack frames of an error, because a comment must not show a machine's paths.
    .replace(/\n[^\S\n]+at .*/g, "")
    .trim();
  const prefix = /^(error|warning): */.exec(bare);
  const words = bare.slice(prefix?.[0].length ?? 0).replace(/^EmailMarketingError: /, "");
  const tagged = parseTag(words);
  const { said, name: check } = tagged;
  const rank = prefix?.[1] ?? severity ?? "";
  const isNote = rank !== "error" && rank !== "warning";
  if (words === "" || (isNote && check === undefined)) return [];
  const level: Severity = isNote ? "note" : rank;
  return [
    omitUndefined({
      severity: level,
      text: clean(said),
      check,
      urn: urn === "" ? undefined : urn,
      note: check === "campaign-audience" ? parseScheduleNote(tagged) : undefined,
      sizes: sizesOf(tagged),
      campaignFacts: check === "campaign-read" ? parseCampaignFacts(tagged.data) : undefined,
      domain: check === "share-domain" ? domainInNote(said) : undefined,
    }),
  ];
}

function sizesOf(tagged: Tagged): Sizes | undefined {
  if (tagged.name === "campaign-audience") return parseListSizes(tagged);
  const { lists } = (tagged.name === "campaign-read" && parseCampaignFacts(tagged.data)) || {};
  return lists && { lists };
}

const findingsByUrn = indexBy<PreviewFinding>(({ urn }) => (urn === undefined ? [] : [urn]));

export function findingsAbout(
  findings: readonly PreviewFinding[],
  urns: readonly (string | undefined)[],
): readonly PreviewFinding[] {
  return findingsByUrn(
    findings,
    urns.filter((urn) => urn !== undefined),
  );
}

const quotes = String.raw`"((?:[^"\\]|\\.)*)"`;
const front = new RegExp(
  `^(?:Provider ${quotes}(?:, account ${quotes})?: )?(\\w+) ${quotes}(?: \\(${quotes} in the program\\))?: `,
);

/**
 * Returns a function that sets the URN of a finding. A message about a dynamic resource may begin with the resource
 * instead of having a URN, as in `Sender "news": ...`. If exactly one resource fits, sets its URN and removes that
 * beginning.
 */
export function resourceFinder(
  resources: readonly PreviewedResource[],
  { clean, kindOf }: Pick<PreviewModel, "clean"> & Pick<ReviewSources, "kindOf">,
): (finding: PreviewFinding) => PreviewFinding {
  // Redact and quote the resource's name before comparing, because messages contain redacted and quoted names.
  const written = (own: string) => clean(quoted(own)).slice(1, -1);
  const writtenId = (own: string) => clean(quotedId(own)).slice(1, -1);
  const keyOf = (...parts: (string | undefined)[]) => JSON.stringify(parts);
  const byName = indexBy<PreviewedResource>(({ kind, urn, now, old }) => {
    const labelInput = kindOf(kind)?.labelInput ?? "";
    const provider = explicitProvider(now ?? old ?? {});
    // Compare with the old name too, because a message about the old state contains it.
    const own = [now, old].flatMap((of) => {
      const label = of?.inputs?.[labelInput];
      if (typeof label !== "string") return [];
      return labelInput.endsWith("Id") ? writtenId(label) : written(label);
    });
    return [written(urnParts(urn).name), ...own].map((name) => keyOf(kind, provider, name));
  });
  return (finding) => {
    const [said = "", provider, , kind = "", name, logical] = front.exec(finding.text) ?? [];
    if (finding.urn !== undefined || name === undefined) return finding;
    const [only, another] = byName(resources, [keyOf(kind, provider, name)]).filter(
      ({ urn }) => logical === undefined || written(urnParts(urn).name) === logical,
    );
    if (only === undefined || another !== undefined) return finding;
    return { ...finding, urn: only.urn, text: finding.text.slice(said.length) };
  };
}

/**
 * Sorts the events of policies by URN, because the engine's order varies between runs. A pipeline should edit its
 * comment only after a change.
 */
export function inOrder(events: readonly PolicyEvent[]): PolicyEvent[] {
  return events.toSorted((one, other) => collator.compare(one.urn ?? "", other.urn ?? ""));
}

const collator = new Intl.Collator("en");

/**
 * Converts a policy's event into a finding. The text comes from the policy's author, so keys and email addresses in it
 * are redacted.
 */
export function policyFinding(event: PolicyEvent, clean: Clean): PreviewFinding {
  const { policy, pack, level, message, before, after } = event;
  const changes = differingInputs(before && { inputs: before }, after && { inputs: after });
  const isOfStack = urnParts(event.urn ?? "").type === "pulumi:pulumi:Stack";
  const urn = isOfStack ? undefined : event.urn;
  const name = `policy ${quoted(policy)} (${quoted(pack)})`;
  const isRefused = changes.length === 0 && level !== "advisory";
  const said =
    changes.length > 0
      ? `${name} changes ${enumerate(changes)}. What a policy changes is not checked.`
      : `${isRefused ? "refused by " : ""}${name}: ${message}`;
  const severity = isRefused ? "error" : "warning";
  return omitUndefined({ severity, text: clean(said), urn, isOfPolicy: true });
}

const bare = "preview failed";
const withoutReason =
  "preview failed, and this output doesn't say why. If a policy refused it, set PULUMI_ENABLE_STREAMING_JSON_PREVIEW=true for pulumi preview, which then writes what policies say. Any other reason is in the log.";

/**
 * Removes the error "preview failed" if there is another error, which then states the reason. Otherwise, if the output
 * format omits policies' messages, adds advice on how to get them.
 */
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
