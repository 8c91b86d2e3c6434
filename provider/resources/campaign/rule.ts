import { isDeepStrictEqual } from "node:util";
import type { Finding } from "../../input/finding";
import { holdsUnknown } from "../../input/unknown";
import { takenBack } from "../../lifecycle/judge";
import type { Known } from "../../lifecycle/lifecycle";
import { sentFields } from "./fields";
import type { CampaignProps } from "./props";

/** What the inputs of a campaign show wrong together. */
export function judgeCampaign(
  props: Partial<CampaignProps>,
  known?: Known<CampaignProps>,
): Finding[] {
  const { html, plainText, listIds, segmentId, extraFields } = props;
  const missing = (path: string, problem: string) => ({ path, problem });
  return [
    ...(html === undefined && plainText === undefined
      ? [missing("", "has no content: give html or plainText")]
      : []),
    ...(listIds === undefined && segmentId === undefined
      ? [missing("", "has nobody to go to: give listIds or segmentId")]
      : []),
    ...overriding("extraFields.create", extraFields?.create),
    ...overriding("extraFields.update", extraFields?.update),
    ...judgeExtraFields(props, known?.old),
  ];
}

/** Spellings that differ in case, `_` or `-` only are the same field to somebody who writes one. */
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
      const problem = "would mail the campaign. Declare a CampaignSchedule with the date instead";
      return [{ path: at, problem }];
    }
    const input = inputOf.get(bare(name));
    const problem = `is a field that this resource knows. Give it as the input ${input}`;
    return input === undefined ? [] : [{ path: at, problem }];
  });
}

/** What a change of the fields without an input shows wrong. */
function judgeExtraFields(
  props: Partial<CampaignProps>,
  old: CampaignProps | undefined,
): Finding[] {
  if (!old || holdsUnknown(props.extraFields)) return [];
  const [before, now] = [old.extraFields, props.extraFields];
  const path = "extraFields.create";
  const waysOut = "Go back to the old value, give it another one, or give ignoreChanges for it.";
  const problem = `is sent with the create only, so it can't be changed. Go back to the old value, or give ignoreChanges for it; what an update takes belongs into extraFields.update.`;
  return [
    ...(isDeepStrictEqual(before?.create ?? {}, now?.create ?? {}) ? [] : [{ path, problem }]),
    ...Object.entries(before?.update ?? {}).flatMap(([name, value]) =>
      takenBack(`extraFields.update.${name}`, { old: value, now: now?.update?.[name], waysOut }),
    ),
  ];
}
