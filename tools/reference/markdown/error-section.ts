import type { ChangeEffect, Input, ResourceModel } from "../model";
import { ownedRows } from "./owned-row";
import type { Page } from "./site";
import { table } from "./table";

/** What can fail with a resource, and what to do: the parts of a section. */
export function errorSection(page: Page, { kind, inputs }: ResourceModel): string[] {
  const refused = refusedChanges(inputs);
  const found = ownedRows(page, "findings.md", "resource", kind);
  const troubles = page.to("../guides/troubleshooting.md");
  return [
    "## Errors",
    ...(refused.length === 0
      ? []
      : [
          "The service can't make these changes, so the preview fails:",
          table(["Change", "What to do"], refused),
        ]),
    ...(found.length === 0
      ? []
      : [
          `A preview reports these [findings](${page.to("findings.md")}). Each message says what to do:`,
          table(
            ["Finding", "What was found"],
            found.map((row) => [row.name ?? "", row["what was found"] ?? ""]),
          ),
        ]),
    `If an update fails, find its message in [When something went wrong](${troubles}).`,
  ];
}

/** The changes with the same way out in one row. */
function refusedChanges(inputs: readonly Input[]): string[][] {
  const rows = new Map<string, { readonly what: string; readonly names: string[] }>();
  for (const { name, onChange, onChangeExtended } of inputs) {
    const effects = onChangeExtended
      ? [
          { mode: " (specified)", ...onChange },
          { mode: " (extended)", ...onChangeExtended },
        ]
      : [{ mode: "", ...onChange }];
    for (const { mode, wayOut, effect } of effects) {
      if (wayOut === undefined) continue;
      const what = verbOf(effect);
      const row = rows.get(`${what} ${wayOut}`) ?? { what, names: [] };
      row.names.push(`\`${name}\`${mode}`);
      rows.set(`${what} ${wayOut}`, row);
    }
  }
  return [...rows].map(([key, { what, names }]) => [
    `${what} ${names.join(", ")}`,
    key.slice(what.length + 1),
  ]);
}

function verbOf(effect: ChangeEffect["effect"]): string {
  return effect === "error" ? "change" : "remove";
}
