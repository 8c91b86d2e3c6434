import { everyKind, type Kind, type Specimen, specimens } from "../../support/specimen";
import type { WayIn } from "../../support/way-in";

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
  const { declared, declaredExtended }: Specimen["crash"] = specimens[kind].crash;
  const by = step === "delete" ? "create" : step;
  return { ...declared[by], ...(isExtended && declaredExtended?.[by]) };
}

/** A program with one resource of each of these kinds, none of which waits for another: in YAML for the plugin. */
export function programOf(wayIn: WayIn, program: Program): string | { yaml: object } {
  const all = program.kinds.map((kind) => {
    const existingId = program.existingIds?.[kind];
    const given = {
      ...declaredBy(kind, program),
      ...(existingId !== undefined && { existingId }),
    };
    return { kind, name: specimens[kind].crash.name, given };
  });
  if (wayIn === "plugin") {
    const entries = all.map(
      ({ kind, name, given }) =>
        [name, { type: `emailmarketing:${kind}`, properties: given }] as const,
    );
    return { yaml: { resources: Object.fromEntries(entries) } };
  }
  const lines = all.map(
    ({ kind, name, given }) => `new em.${kind}("${name}", ${JSON.stringify(given)});`,
  );
  return ['const em = require("pulumi-email-marketing");', ...lines, ""].join("\n");
}
