import { everyKind, type Fixture, fixtures, type Kind } from "../../support/fixtures";
import { programsByRuntime, type Resources } from "../../support/program";
import type { Runtime } from "../../support/runtime";

/** The kinds that only the extended operations support, or that have additional inputs with these operations. */
export const extendedKinds = everyKind.flatMap(([kind, { isExtended, crash }]) =>
  isExtended || crash.declaredExtended ? [kind] : [],
);

/** The ids of objects that a program adopts, by kind. */
export type ExistingIds = Partial<Record<Kind, string>>;

/** The options of a program. */
interface Program {
  readonly kinds: readonly Kind[];
  readonly step: "create" | "update" | "delete";
  readonly isExtended: boolean;
  readonly existingIds?: ExistingIds;
}

/** The inputs of a resource in a step. For a delete, the inputs of the create before it. */
export function declaredBy(kind: Kind, { step, isExtended }: Omit<Program, "kinds">) {
  const { declared, declaredExtended }: Fixture["crash"] = fixtures[kind].crash;
  const by = step === "delete" ? "create" : step;
  return { ...declared[by], ...(isExtended && declaredExtended?.[by]) };
}

/** A program with one resource of each of these kinds, without dependencies. In YAML for the plugin. */
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
