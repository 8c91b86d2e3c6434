import { urnParts } from "../../../provider/engine/resource";
import { asName } from "../../../provider/errors/redact";
import { count, namesInWords } from "../../../provider/plain/text";
import { groupBy } from "../../../provider/plain/value";
import { countsOf, type FoundLinks } from "../links/report";
import type { Clean, PreviewedResource, PreviewModel, ResourceChange } from "../preview";
import { findingsAbout } from "../preview/finding";
import type { PreviewFinding, Severity } from "../preview/model";
import { code, escaped, truncated } from "./markdown";

const severities: readonly Severity[] = ["error", "warning", "note"];
const icons: Readonly<Record<Severity, string>> = { error: "🛑", warning: "⚠️", note: "ℹ️" };
const maxNames = 5;

/** A line for a sentence that isn't a finding, marked as an error. */
export function errorLine(sentence: string): string {
  return `- ${icons.error} ${escaped(sentence)}`;
}

/**
 * A line for each distinct finding, with the names of its resources, sorted by severity. Within a severity, findings of
 * policies come first, then findings with the most resources.
 */
export function findingLines(
  findings: readonly PreviewFinding[],
  { resources, clean }: Pick<PreviewModel, "resources" | "clean">,
): string[] {
  const groups = groupBy(findings, ({ severity, text }) => `${severity} ${text}`);
  const all = groups.map((same) => {
    const [{ isOfPolicy = false, ...first }] = same;
    return { ...first, isOfPolicy, urns: [...new Set(same.flatMap(({ urn }) => urn ?? []))] };
  });
  const sorted = all.toSorted(
    (one, other) =>
      severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
      Number(other.isOfPolicy) - Number(one.isOfPolicy) ||
      other.urns.length - one.urns.length,
  );
  const shown = new Set(resources.map(({ urn }) => urn));
  return sorted.map(({ severity, text, check, isOfPolicy, urns }) => {
    // Omit resources that aren't in the preview, except for a policy's finding, which may be about such a resource.
    const known = urns.filter((urn) => isOfPolicy || shown.has(urn));
    const named = known
      .map(urnParts)
      .map(({ kind, name }) => `${escaped(clean(kind))} **${escaped(asName(clean(name)))}**`);
    const who = named.length === 0 ? "" : `${namesInWords(named, maxNames)}: `;
    return `- ${icons[severity]} ${who}${escaped(text)}${check === undefined ? "" : ` \`${check}\``}`;
  });
}

export function tally(findings: readonly PreviewFinding[]): string {
  const counts = severities.flatMap((severity) => {
    const number = findings.filter((finding) => finding.severity === severity).length;
    return number === 0 ? [] : [count(number, severity)];
  });
  return counts.join(", ");
}

export type Changed = PreviewedResource & { readonly change: ResourceChange };

/**
 * A line for each changed resource. Sorted, because the engine's order varies between runs, and a pipeline should edit
 * its comment only after a change.
 */
export function changeLines(
  changes: readonly Changed[],
  findings: readonly PreviewFinding[],
): string[] {
  const sorted = changes.toSorted(
    (one, other) =>
      changeOrder.indexOf(one.change) - changeOrder.indexOf(other.change) ||
      byName.compare(one.kind, other.kind) ||
      byName.compare(one.name, other.name),
  );
  return sorted.map((changed) => {
    const { urn, change, kind, name, inputs, drifted } = changed;
    const ofChecks = findingsAbout(findings, [urn]).flatMap(({ check }) =>
      check === undefined ? [] : [`\`${check}\``],
    );
    const checks = [...new Set(ofChecks)].join(", ");
    return [
      `- ${change} ${escaped(kind)} **${escaped(name)}**`,
      inputs.length > 0 ? `: ${inputs.map(escaped).join(", ")}` : "",
      checks === "" ? "" : ` (${checks})`,
      statusInWords(changed),
      drifted.length > 0 ? `; changed in the service: ${drifted.map(escaped).join(", ")}` : "",
    ].join("");
  });
}

/** Kinds of changes, the riskiest first. */
export const changeOrder: readonly ResourceChange[] = [
  "delete",
  "replace",
  "create",
  "update",
  "import",
];

const byName = new Intl.Collator("en", { numeric: true });

/**
 * A text about the campaign's status in the state, or an empty text. Omits "draft", which may be outdated, and
 * "scheduled", because dates are in the table of emails.
 */
function statusInWords({ status, kind, change }: Changed): string {
  if (status === undefined || status === "draft" || status === "scheduled") return "";
  const isSent = status === "finished" && kind === "Campaign" && change === "update";
  const effect = isSent ? ", so nothing is sent" : "";
  return `; the campaign was ${escaped(status)} when it was last read${effect}`;
}

/** The maximum number of lines, so that reviewers read all of them. */
const maxListedLinks = 30;

/**
 * A heading with the count of each verdict, then lines for dead and unchecked addresses and for image sizes. Working
 * addresses are only counted.
 */
export function linkLines(found: readonly FoundLinks[], clean: Clean): string[] {
  const nameOf = ({ campaign }: FoundLinks) => `**${escaped(truncated(clean(campaign)))}**`;
  const all = found.flatMap((mail) =>
    mail.addresses.map(({ verdict, address, finalAddress, answer }) => {
      const place = finalAddress === undefined ? address : `${address} -> ${finalAddress}`;
      return { verdict, place, answer, name: nameOf(mail) };
    }),
  );
  const groups = groupBy(all, ({ verdict, place, answer }) =>
    JSON.stringify([verdict, place, answer]),
  );
  if (groups.length === 0) return [];
  const ofAddresses = (["dead", "not checked"] as const).flatMap((wanted) =>
    groups
      .filter(([{ verdict }]) => verdict === wanted)
      .map((same) => {
        const [{ verdict, place, answer }] = same;
        const names = [...new Set(same.map(({ name }) => name))];
        const icon = icons[verdict === "dead" ? "warning" : "note"];
        return `- ${icon} ${namesInWords(names, maxNames)}: ${verdict}: ${code(clean(place))} (${escaped(truncated(clean(answer)))})`;
      }),
  );
  const ofImages = found.flatMap((mail) =>
    mail.imageWeight === undefined
      ? []
      : [`- ${nameOf(mail)}: ${escaped(truncated(clean(mail.imageWeight)))}`],
  );
  const lines = [...ofAddresses, ...ofImages];
  const more = lines.length - maxListedLinks;
  return [
    `**${countsOf(
      groups.map(([one]) => one),
      ": ",
    )}**`,
    "",
    ...lines.slice(0, maxListedLinks),
    ...(more > 0 ? ["", `... and ${more} more in the output of show --links.`] : []),
    "",
  ];
}
