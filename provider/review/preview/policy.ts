import { urnParts } from "../../engine/urn";
import { enumerated } from "../../errors/count";
import { quoted } from "../../errors/redact";
import { present } from "../../input/plain";
import { differingInputs } from "./difference";
import type { PolicyEvent } from "./input";
import type { Clean } from "./model";
import type { PreviewFinding } from "./preview-finding";

/** The same order in every run, whatever the engine's was, since a comment is edited in place. */
export function inOrder(events: readonly PolicyEvent[]): PolicyEvent[] {
  return events.toSorted((one, other) => collator.compare(one.urn ?? "", other.urn ?? ""));
}

const collator = new Intl.Collator("en");

/** An event in words: those of a policy are as foreign as a mail's. */
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
  return present({ severity, text: clean(said), urn, about: urn, isOfPolicy: true });
}

const bare = "preview failed";
const withoutReason =
  "preview failed, and this output doesn't say why. If a policy refused it, set PULUMI_ENABLE_STREAMING_JSON_PREVIEW=true for pulumi preview, which then writes what policies say. Any other reason is in the log.";

/** The engine's last words say only that something failed: they give way to what says why. */
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
