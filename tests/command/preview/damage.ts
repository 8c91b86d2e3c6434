import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";

/** What the engine, its CLI or an emulator wrote for a program of these tests. */
export function written(name: string): string {
  return readFileSync(join(__dirname, "..", "written", `${name}.json`), "utf8");
}

/** `DAMAGES=20000 DAMAGE_SEED=1` for another number of each kind, or to repeat a run. */
export const seed = Number(process.env.DAMAGE_SEED ?? 20_261_124);

/** How many damages of a kind are tried, where a short run tries so many. */
export function damagesOf(short: number): number {
  return Number(process.env.DAMAGES ?? short);
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const damages = {
  drop: () => undefined,
  null: () => null,
  number: () => 5,
  text: () => "other",
  truth: () => true,
  list: () => [],
  object: () => ({}),
  lists: () => nested("[", "]"),
  objects: () => nested('{"a":', "}", "1"),
} as const satisfies Record<string, () => Json | undefined>;

function nested(open: string, close: string, inmost = ""): Json {
  return JSON.parse(open.repeat(500) + inmost + close.repeat(500)) as Json;
}

interface Damage {
  readonly at: number;
  readonly how: keyof typeof damages;
}

const damage = fc.record({
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  how: fc.constantFrom(...(Object.keys(damages) as (keyof typeof damages)[])),
});

/** One to three places, and what becomes of each. */
export const someDamages = fc.array(damage, { minLength: 1, maxLength: 3 });

/** Every place in a value, as the names that lead to it. */
function placesIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    [...path, name],
    ...placesIn(member, [...path, name]),
  ]);
}

/** A text after damages, and where they are. */
export interface Damaged {
  readonly text: string;
  readonly paths: readonly (readonly string[])[];
}

/** Damages JSON, at places that `isMeant` names. */
export function damaged(
  text: string,
  list: readonly Damage[],
  isMeant: (path: readonly string[]) => boolean = () => true,
): Damaged {
  const value: unknown = JSON.parse(text);
  const places = placesIn(value).filter(isMeant);
  const lists = new Set<unknown[]>();
  const paths = list.map(({ at, how }) => {
    const path = places[Math.floor(at * places.length)] ?? [];
    const parent = path.slice(0, -1).reduce<unknown>(memberOf, value);
    // Another damage may have taken it away.
    if (typeof parent !== "object" || parent === null) return path;
    const given = damages[how]();
    const last = path.at(-1) ?? "";
    if (given !== undefined) Reflect.set(parent, last, given);
    else Reflect.deleteProperty(parent, last);
    if (Array.isArray(parent)) lists.add(parent);
    return path;
  });
  // Only now, since a dropped item moves those behind it.
  for (const one of lists) one.splice(0, one.length, ...one.filter(() => true));
  return { text: JSON.stringify(value), paths };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
