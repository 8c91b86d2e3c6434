import { ownType, urnParts } from "../../engine/urn";
import { listIn } from "../../engine/written";
import { count, enumerated } from "../../errors/count";
import { unlessOwnError } from "../../errors/error";
import { quoted } from "../../errors/redact";
import type { PreviewedResource, PreviewModel } from "../preview";
import { shownText } from "../preview/input";
import type { PreviewFinding } from "../preview/model";
import { readMail } from "../show/content";

const mostNamed = 5;

const check = "property-in-use";

/**
 * What becomes of the values of custom properties, which mails of the stack that aren't sent yet may name. The files of mails are looked
 * for in a folder, as `show` does.
 */
export async function propertiesGone(
  model: PreviewModel,
  folder: string,
): Promise<PreviewFinding[]> {
  const gone = model.resources.flatMap(lostName);
  if (gone.length === 0) return [];
  const mails = await Promise.all(
    model.resources.filter(isUnsent).map(async ({ name, now, old }) => {
      const inputs = (now ?? old)?.inputs ?? {};
      // What can't be read is an error of the preview itself.
      const read = await readMail(inputs, folder).catch(unlessOwnError);
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
    const which = enumerated(named, mostNamed);
    return [{ ...warning(`${what}; ${mailsThat} it: ${which}.`), check }];
  });
}

interface LostName {
  readonly urn: string;
  readonly name: string;
  /** Absent where the property is deleted with its values. */
  readonly renamed?: string;
  /** Whether the program accepts that mails name it. */
  readonly isSilent: boolean;
}

/** The name that a property has no more after the update. */
function lostName({ urn, change, old, now }: PreviewedResource): LostName[] {
  if (ownType(urnParts(urn).type)?.kind !== "CustomProperty" || !old) return [];
  const state = { ...old.outputs, ...old.inputs };
  const [name, renamed] = [shownText(state.name), shownText(now?.inputs?.name)];
  if (name === undefined) return [];
  const ignored = listIn((now ?? old).inputs?.ignoreChecks) ?? [];
  const known = { urn, name, isSilent: ignored.includes(check) };
  const isDeleted = (change === "delete" || change === "replace") && state.onDestroy === "delete";
  if (isDeleted) return [known];
  const isRenamed = change === "update" && renamed !== undefined && renamed !== name;
  return isRenamed ? [{ ...known, renamed }] : [];
}

const over = ["processing", "finished", "aborted", "missing"];

/** A campaign that may still be sent, as far as the state knows. */
function isUnsent({ mailPart, old }: PreviewedResource): boolean {
  return mailPart === "content" && !over.includes(String(old?.outputs?.status));
}
