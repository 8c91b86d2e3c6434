import { objectIn } from "../../engine/written";
import { mark, type Properties, secretMark } from "../../input/plain";
import { hidden } from "./hidden";

/** Whether a text has the engine's events, one a line, as the CLI writes them where `PULUMI_ENABLE_STREAMING_JSON_PREVIEW` is set. */
export function hasEvents(json: string): boolean {
  return json.startsWith('{"sequence":');
}

/** Puts events together to the object that the CLI writes else; throws where they end before the last one. */
export function digestOf(json: string): Properties {
  const events = json
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => objectIn(JSON.parse(line, withoutSecrets)) ?? {});
  if (!events.some((one) => "cancelEvent" in one)) throw new Error("the events end early");
  const of = (name: string) =>
    events.map((one) => objectIn(one[name])).filter((one) => one !== undefined);
  return {
    config: of("preludeEvent")[0]?.config,
    changeSummary: of("summaryEvent")[0]?.resourceChanges,
    steps: of("resourcePreEvent")
      .map(({ metadata }) => objectIn(metadata) ?? {})
      .map(({ op, urn, diffs, keys, detailedDiff, old, new: now }) => ({
        ...{ op, urn, detailedDiff, diffReasons: diffs, replaceReasons: keys },
        ...{ oldState: old, newState: now },
      })),
    diagnostics: of("diagnosticEvent"),
  };
}

/** Events have an object in place of a secret. */
function withoutSecrets(_name: string, value: unknown): unknown {
  return objectIn(value)?.[mark] === secretMark ? hidden : value;
}
