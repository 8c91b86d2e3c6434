import { expect } from "chai";
import fc from "fast-check";
import { commentOf, damage, damageAt, placesIn, realPreview } from "./damaged-preview";

/** What the comment says of the whole preview, with what each line is made of. */
const lines: readonly (readonly [line: string, from: readonly string[]])[] = [
  ["- create Sender **news**", ["/steps/1", "op", "urn"]],
  ["- create Campaign **spring**", ["/steps/2", "op", "urn"]],
  ["must be 1 to 100 characters long", ["/diagnostics/2", "message", "severity"]],
];

/** Whether a damage at a path leaves what a line is made of as it was. */
function isWhole(path: readonly string[], [owner = "", ...members]: readonly string[]): boolean {
  const [list, index] = owner.split("/").slice(1);
  if (path[0] !== list) return true;
  if (path.length === 1) return false;
  if (path[1] !== index) return true;
  return path.length > 2 && !members.includes(path[2] ?? "");
}

/** `DAMAGES=20000 DAMAGE_SEED=1` for another number, or to repeat a run. */
const runs = Number(process.env.DAMAGES ?? 300);
const seed = Number(process.env.DAMAGE_SEED ?? 20_261_124);

describe(`a damaged preview (seed ${seed}, ${runs} of each kind)`, function () {
  this.timeout(600_000);

  it("says of the whole one what failed and what changes", () => {
    const text = commentOf(realPreview);
    expect(text).to.include("### Preview of test/dev: the preview failed (2 to create)\n");
    for (const [line] of lines) expect(text).to.include(line);
  });

  it("never throws, and keeps every error and change of the part that is whole", () => {
    const places = placesIn(JSON.parse(realPreview));
    const property = fc.property(damage, ({ at, how }) => {
      const path = places[Math.floor(at * places.length)] ?? [];
      const text = commentOf(damageAt(JSON.parse(realPreview), path, how));
      expect(text, `${how} at ${path.join(".")}`).to.not.match(/no changes|TypeError|RangeError/);
      for (const [line, from] of lines) {
        // A dropped item moves those behind it, but is none of them.
        if (isWhole(path, from)) expect(text, `${how} at ${path.join(".")}`).to.include(line);
      }
    });
    fc.assert(property, { seed, numRuns: runs });
  });

  it("never says anything but that it failed where it is cut", () => {
    const end = realPreview.lastIndexOf("}");
    const property = fc.property(fc.integer({ min: 0, max: end }), (at) => {
      const text = commentOf(realPreview.slice(0, at));
      expect(text).to.match(/^### Preview.*: the preview failed/m);
      for (const [line, [owner = ""]] of lines) {
        if (at > endOf(owner)) expect(text, `cut at ${at}`).to.include(line);
      }
    });
    fc.assert(property, { seed, numRuns: runs });
  });

  it("reads 50 MB", () => {
    const preview = JSON.parse(realPreview) as { steps: object[] };
    const large = { op: "future-op", urn: "urn:pulumi:dev::test::a:b:C::d", text: "x".repeat(500) };
    preview.steps.unshift(...Array.from({ length: 90_000 }, () => large));
    const json = JSON.stringify(preview);
    expect(json.length).to.be.above(50_000_000);
    for (const text of [json, json.slice(0, -5)]) {
      const comment = commentOf(text);
      for (const [line] of lines.slice(0, 2)) expect(comment).to.include(line);
    }
  });
});

/** Where an item of the preview ends, by the spaces that the engine's JSON has before it. */
function endOf(owner: string): number {
  const [list = "", index = "0"] = owner.split("/").slice(1);
  let at = realPreview.indexOf(`\n  "${list}": [`);
  for (let number = 0; number <= Number(index); number += 1) {
    at = realPreview.indexOf("\n    }", at + 1);
  }
  return at + "\n    }".length;
}
