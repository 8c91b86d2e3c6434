import { isDeepStrictEqual } from "node:util";
import type { Finding } from "../../input/finding";
import { holdsUnknown } from "../../input/unknown";
import { takenBack } from "../../lifecycle/judge";
import type { Known } from "../../lifecycle/lifecycle";
import { sentFields } from "./fields";
import type { CampaignProps } from "./props";

/** What is wrong with the inputs of a campaign together. */
export function judgeCampaign(
  props: Partial<CampaignProps>,
  known?: Known<CampaignProps>,
): Finding[] {
  const { html, plainText, listIds, segmentId, extraFields } = props;
  const missing = (path: string, problem: string) => ({ path, problem });
  return [
    ...(html === undefined && plainText === undefined
      ? [missing("", "missing required input: set html, plainText or both")]
      : []),
    ...(listIds === undefined && segmentId === undefined
      ? [missing("", "missing required input: set listIds, segmentId or both")]
      : []),
    ...overriding("extraFields.create", extraFields?.create),
    ...overriding("extraFields.update", extraFields?.update),
    ...judgeExtraFields(props, known?.old),
  ];
}

/** Spellings that differ only in case, `_` or `-` mean the same field to the person who writes one. */
const bare = (name: string) => name.toLowerCase().replace(/[_-]/g, "");

const inputOf = new Map<string, string>([
  ...sentFields.flatMap(({ name, wire }): [string, string][] => [
    [bare(wire), name],
    [bare(name), name],
  ]),
  ["sender", "sender"],
]);

function overriding(path: string, fields: object | undefined): Finding[] {
  if (typeof fields !== "object") return [];
  return Object.keys(fields).flatMap((name) => {
    const at = `${path}.${name}`;
    if (bare(name) === "scheduledat") {
      const problem =
        "must not be set, because it would send the campaign. Declare a CampaignSchedule with the date instead";
      return [{ path: at, problem }];
    }
    const input = inputOf.get(bare(name));
    const problem = `must not be set here, because the resource has an input for it. Set ${input} instead`;
    return input === undefined ? [] : [{ path: at, problem }];
  });
}

/** What is wrong with a change of `extraFields`. */
function judgeExtraFields(
  props: Partial<CampaignProps>,
  old: CampaignProps | undefined,
): Finding[] {
  if (!old || holdsUnknown(props.extraFields)) return [];
  const [before, now] = [old.extraFields, props.extraFields];
  const path = "extraFields.create";
  const waysOut =
    "Restore the old value, set another one, or add extraFields.update to ignoreChanges.";
  const problem = `can't be changed after creation, because it is only sent with the create. Restore the old value, or add extraFields.create to ignoreChanges. To send a field with an update, set it in extraFields.update.`;
  return [
    ...(isDeepStrictEqual(before?.create ?? {}, now?.create ?? {}) ? [] : [{ path, problem }]),
    ...Object.entries(before?.update ?? {}).flatMap(([name, value]) =>
      takenBack(`extraFields.update.${name}`, { old: value, now: now?.update?.[name], waysOut }),
    ),
  ];
}
