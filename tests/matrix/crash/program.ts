import { everyKind, type Fixture, fixtures, type Kind } from "../../support/fixtures";
import { programsByRuntime, type Resources } from "../../support/program";
import type { Runtime } from "../../support/runtime";

/** The kinds that send more, or anything at all, under the extended operations only. */
export const extendedKinds = everyKind.flatMap(([kind, { isExtended, crash }]) =>
  isExtended || crash.declaredExtended ? [kind] : [],
);

/** Objects that a program takes over, by kind. */
export type ExistingIds = Partial<Record<Kind, string>>;

/** What a program declares. */
interface Program {
  readonly kinds: readonly Kind[];
  readonly step: "create" | "update" | "delete";
  readonly isExtended: boolean;
  readonly existingIds?: ExistingIds;
}

/** What a resource of the programs declares in a step; a delete removes what a create has declared. */
export function declaredBy(kind: Kind, { step, isExtended }: Omit<Program, "kinds">) {
  const { declared, declaredExtended }: Fixture["crash"] = fixtures[kind].crash;
  const by = step === "delete" ? "create" : step;
  return { ...declared[by], ...(isExtended && declaredExtended?.[by]) };
}

/** A program with one resource of each of these kinds, none of which waits for another: in YAML for the plugin. */
export function programOf(runtime: Runtime, program: Program) {
  const resources: Resources = Object.fromEntries(
    program.kinds.map((kind) => {
      const existingId = program.existingIds?.[kind];
      const named = existingId === undefined ? {} : { existingId };
      return [fixtures[kind].crash.name, [kind, { ...declaredBy(kind, program), ...named }]];
    }),
  );
  return programsByRuntime[runtime === "plugin" ? "the plugin" : "dynamic resources"](resources);
}
