import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { renderComment } from "../../provider/command/comment";
import { digestPreview } from "../../provider/command/preview-digest";
import { previewIn } from "../../provider/command/preview-input";
import { campaignsOfPreview, schedulesWithoutCampaign } from "../../provider/command/show-campaign";

/** What the engine printed of a program of these tests. */
export const realPreview = readFileSync(join(__dirname, "preview", "failed.json"), "utf8");

/** A comment as the command makes it, of a preview that may be damaged. */
export function commentOf(text: string, status = 0): string {
  const { preview, problem, endsEarly } = previewIn(text, "the file preview.json");
  // What show makes of it, too, must not throw.
  schedulesWithoutCampaign(preview, campaignsOfPreview(preview));
  const isFailed = endsEarly || status !== 0;
  const aside = { isFailed, ...(problem !== undefined && { problem }) };
  return renderComment(digestPreview(preview, []), aside);
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A change of one value, somewhere in the JSON. */
export const damages = {
  drop: () => undefined,
  null: () => null,
  number: () => 5,
  text: () => "other",
  list: () => [],
  object: () => ({}),
  deep: () => deep(500),
} as const satisfies Record<string, () => Json | undefined>;

function deep(levels: number): Json {
  return JSON.parse("[".repeat(levels) + "]".repeat(levels)) as Json;
}

/** Where to damage a preview, and how. */
export const damage = fc.record({
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  how: fc.constantFrom(...(Object.keys(damages) as (keyof typeof damages)[])),
});

/** Every place in a value, as the names that lead to it. */
export function placesIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    [...path, name],
    ...placesIn(member, [...path, name]),
  ]);
}

/** Damages one place of a value that was just parsed. */
export function damageAt(
  value: unknown,
  path: readonly string[],
  how: keyof typeof damages,
): string {
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((at, name) => Reflect.get(at as object, name), value);
  const last = path.at(-1) ?? "";
  const given = damages[how]();
  if (given === undefined) Reflect.deleteProperty(parent as object, last);
  else Reflect.set(parent as object, last, given);
  return JSON.stringify(value);
}
