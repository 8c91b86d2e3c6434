import { urnParts } from "../../engine/urn";
import { quoted, quotedId } from "../../errors/redact";
import type { PreviewedResource, PreviewModel, ReviewSources } from "./model";
import { explicitProvider } from "./preview-account";
import type { PreviewFinding } from "./preview-finding";

const quotes = String.raw`"((?:[^"\\]|\\.)*)"`;
const front = new RegExp(
  `^(?:Provider ${quotes}(?:, account ${quotes})?: )?(\\w+) ${quotes}(?: \\(${quotes} in the program\\))?: `,
);

/**
 * The URN of the resource that a finding is about. What a step of the engine says of a dynamic resource has none, and names it in front
 * of its sentence; undefined where that may be another one.
 */
export function aboutOf(
  { urn, text }: PreviewFinding,
  resources: readonly PreviewedResource[],
  { clean, kindOf }: Pick<PreviewModel, "clean"> & Pick<ReviewSources, "kindOf">,
): string | undefined {
  if (urn !== undefined) return urn;
  const [, provider, , kind = "", name, logical] = front.exec(text) ?? [];
  if (name === undefined) return undefined;
  const namedBy = kindOf(kind)?.namedBy ?? "";
  // As sentences write it, of which keys and addresses are taken out afterwards.
  const written = (own: string) => clean(quoted(own)).slice(1, -1);
  const writtenOwn = namedBy.endsWith("Id")
    ? (own: string) => clean(quotedId(own)).slice(1, -1)
    : written;
  const [only, another] = resources.filter((one) => {
    const state = one.now ?? one.old ?? {};
    if (one.kind !== kind || explicitProvider(state) !== provider) return false;
    const logicalName = urnParts(one.urn).name;
    if (logical !== undefined && written(logicalName) !== logical) return false;
    // A name that a change gives up is the subject of what is said of the old one.
    const own = [one.now, one.old].map((of) => of?.inputs?.[namedBy]);
    const isOwn = own.some((of) => typeof of === "string" && writtenOwn(of) === name);
    return isOwn || written(logicalName) === name;
  });
  return another === undefined ? only?.urn : undefined;
}

/** A sentence of a step that names a schedule by the id of its campaign, which tells a reviewer nothing, with its name in the program. */
export function withLogicalName({ urn, text }: PreviewFinding, about: string | undefined): string {
  const [said, , , kind, name, logical] = front.exec(text) ?? [];
  if (said === undefined || urn !== undefined || about === undefined) return text;
  const inProgram = quoted(urnParts(about).name);
  if (kind !== "CampaignSchedule" || logical !== undefined || inProgram.slice(1, -1) === name)
    return text;
  return `${said.slice(0, -2)} (${inProgram} in the program): ${text.slice(said.length)}`;
}
