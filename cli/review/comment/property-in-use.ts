import { ownType, urnParts } from "../../../provider/engine/resource";
import { ignoreOwnError } from "../../../provider/errors/error";
import { quoted } from "../../../provider/errors/redact";
import { count, enumerate, isAlike } from "../../../provider/plain/text";
import type { Resource } from "../../engine/resource";
import { listIn } from "../../engine/text-file";
import type { PreviewedResource, PreviewModel } from "../preview";
import { isSameAccount } from "../preview/account";
import { shownText } from "../preview/input";
import type { PreviewFinding } from "../preview/model";
import { readMail } from "../show/content";

const maxNames = 5;

const check = "property-in-use";

/**
 * Findings about custom properties that the update deletes with their values, and about those that it renames although
 * unsent emails use them. The paths of the emails' assets are relative to `folder`.
 */
export async function removedPropertyFindings(
  model: PreviewModel,
  folder: string,
): Promise<PreviewFinding[]> {
  const gone = model.resources.flatMap((one) => lostName(one, model));
  if (gone.length === 0) return [];
  const mails = await Promise.all(
    model.resources.filter(isUnsent).map(async ({ name, now, old }) => {
      const inputs = (now ?? old)?.inputs ?? {};
      // Ignore a file that can't be read as text, because the preview already reports it.
      const read = await readMail(inputs, folder).catch(ignoreOwnError);
      const texts = [...Object.values(read?.content ?? {}), shownText(inputs.permissionReminder)];
      return { name, text: texts.join("\n").toLowerCase() };
    }),
  );
  return gone.flatMap(({ urn, name, renamed, isSilent }) => {
    const tag = `%%${name.toLowerCase()}%%`;
    const named = mails.flatMap((one) => (!isSilent && one.text.includes(tag) ? one.name : []));
    const what =
      renamed === undefined
        ? `all values of ${quoted(name)} are deleted`
        : `${quoted(name)} becomes ${quoted(renamed)}`;
    const warning = (text: string) =>
      ({ severity: "warning", text: model.clean(text), urn }) as const;
    if (named.length === 0) return renamed === undefined ? [warning(`${what}.`)] : [];
    const mailsThat = count(named.length, "mail names", "mails name");
    const which = enumerate(named, maxNames);
    return [{ ...warning(`${what}; ${mailsThat} it: ${which}.`), check }];
  });
}

interface LostName {
  readonly urn: string;
  readonly name: string;
  /** The new name; absent if the property is deleted with its values. */
  readonly renamed?: string;
  /**
   * True if `ignoreChecks` of the property has `property-in-use`. Emails that use the property's name are then not
   * reported.
   */
  readonly isSilent: boolean;
}

/** The name of a property that the update certainly deletes or renames. Empty for any other resource. */
function lostName(resource: PreviewedResource, { resources }: PreviewModel): LostName[] {
  const { urn, change, old, now } = resource;
  if (!isProperty(resource) || !old) return [];
  const state = { ...old.outputs, ...old.inputs };
  const [name, renamed] = [shownText(state.name), shownText(now?.inputs?.name)];
  if (name === undefined) return [];
  const ignored = listIn((now ?? old).inputs?.ignoreChecks) ?? [];
  const known = { urn, name, isSilent: ignored.includes(check) };
  if (state.onDestroy === "delete" && isRemoved(resource, resources)) return [known];
  const isRenamed = change === "update" && renamed !== undefined && renamed !== name;
  return isRenamed ? [{ ...known, renamed }] : [];
}

function isProperty({ urn }: PreviewedResource): boolean {
  return ownType(urnParts(urn).type)?.kind === "CustomProperty";
}

/**
 * True if the update deletes a property for good. False if Pulumi retains the property, or if another resource adopts
 * it.
 */
function isRemoved(
  { urn, change, old = {}, now, retainedBy }: PreviewedResource,
  resources: readonly PreviewedResource[],
): boolean {
  if (retainedBy !== undefined) return false;
  // A replacement with another type deletes the property. Any other replacement keeps it.
  if (change === "replace") return old.inputs?.type !== now?.inputs?.type;
  if (change !== "delete") return false;
  return !resources.some(
    (one) =>
      one.urn !== urn &&
      isProperty(one) &&
      one.change !== "delete" &&
      isSameProperty(old, one.now ?? one.old),
  );
}

function isSameProperty(old: Resource, other: Resource | undefined): boolean {
  if (other?.inputs === undefined || !isSameAccount(old, other)) return false;
  const { name, type, existingId } = other.inputs;
  if (existingId !== undefined) return existingId === old.id;
  const [named, before] = [shownText(name), shownText(old.inputs?.name)];
  if (named === undefined || before === undefined) return false;
  return isAlike(named, before) && type === old.inputs?.type;
}

const closedStatuses = ["processing", "finished", "aborted", "missing"];

/** True for a campaign that may still be sent, according to the state. */
function isUnsent({ emailRole, old }: PreviewedResource): boolean {
  return emailRole === "content" && !closedStatuses.includes(String(old?.outputs?.status));
}
