import type { ObjectType, Property, Shape } from "../model";
import type { Page } from "./site";
import { givenTable } from "./table";

type Table = (page: Page, properties: readonly Property[]) => string;

/** The objects inside some properties, each under a heading of its own. */
export function supportingTypes(
  page: Page,
  types: ReadonlyMap<string, ObjectType>,
  used: readonly { readonly properties: readonly Property[]; readonly table?: Table }[],
): string[] {
  const parts = used.flatMap(({ properties, table = givenTable }) =>
    [...objectsIn(properties, types)].flatMap((type) => [
      `### ${type.name}`,
      page.text(type.doc.text),
      table(page, type.properties),
    ]),
  );
  return parts.length === 0 ? [] : ["## Supporting types", ...parts];
}

function objectsIn(
  properties: readonly Property[],
  types: ReadonlyMap<string, ObjectType>,
): Set<ObjectType> {
  const found = new Set<ObjectType>();
  for (const { shape } of properties) {
    const type = types.get(objectName(shape) ?? "");
    if (!type) continue;
    found.add(type);
    for (const inner of objectsIn(type.properties, types)) found.add(inner);
  }
  return found;
}

function objectName(shape: Shape): string | undefined {
  if (shape.is === "list" || shape.is === "map") return objectName(shape.of);
  return shape.is === "object" ? shape.type : undefined;
}
