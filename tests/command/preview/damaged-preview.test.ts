import { expect } from "chai";
import fc from "fast-check";
import { renderComment } from "../../../provider/command/comment";
import { previewModel } from "../../../provider/command/preview";
import { previewIn } from "../../../provider/command/preview/input";
import { damaged, damagesOf, seed, someDamages, written } from "./damage";

/** What the comment says of a whole preview, with what each line is made of. */
type Lines = readonly (readonly [line: string, from: readonly string[]])[];

const lateSchedule = "WILL still be sent at 2098-03-01 09:00:00. To stop it, pause campaign";

const previews: Readonly<Record<string, { status: number; headline: string; lines: Lines }>> = {
  failed: {
    status: 255,
    headline: "the preview failed (2 to create)",
    lines: [
      ["- create Sender **news**", ["/steps/1", "op", "urn"]],
      ["- create Campaign **spring**", ["/steps/2", "op", "urn"]],
      ["must be 1 to 100 characters long", ["/diagnostics/2", "message", "severity"]],
    ],
  },
  changed: {
    status: 0,
    headline: "2 to delete, 1 to replace, 1 to create, 2 to update",
    lines: [
      ["- update Campaign **spring**", ["/steps/2", "op", "urn"]],
      ["- create Campaign **winter**", ["/steps/3", "op", "urn"]],
      [
        "**fall**: html, plainText, subject",
        ["/steps/4", "op", "urn", "diffReasons", "detailedDiff"],
      ],
      ["- replace Sender **other**", ["/steps/5", "op", "urn"]],
      ["- delete CustomProperty **tier**", ["/steps/6", "op", "urn"]],
      ["**tier**: it stays in the account with", ["/steps/6", "op", "urn", "oldState"]],
      ["- delete CampaignSchedule **date**", ["/steps/7", "op", "urn"]],
      [`${lateSchedule} campaign-4`, ["/steps/7", "op", "urn", "oldState"]],
      [
        'Campaign "Fall": the email has no unsubscribe link',
        ["/diagnostics/1", "message", "severity"],
      ],
      [
        'Campaign "Winter": the email has no unsubscribe link',
        ["/diagnostics/2", "message", "severity"],
      ],
    ],
  },
  "failed-change": {
    status: 255,
    headline: "the preview failed (1 to create, 2 to update)",
    lines: [
      ["- create Campaign **winter**", ["/steps/1", "op", "urn"]],
      ["- update Campaign **spring**", ["/steps/2", "op", "urn"]],
      ["- update Campaign **fall**", ["/steps/3", "op", "urn"]],
      ["must be 1 to 100 characters long", ["/diagnostics/3", "message", "severity"]],
    ],
  },
  "dynamic-changed": {
    status: 0,
    headline: "1 to delete, 1 to replace, 1 to update",
    lines: [
      ["- replace Sender **other**", ["/steps/2", "op", "urn"]],
      ["- update Campaign **spring**", ["/steps/4", "op", "urn"]],
      ["- delete CampaignSchedule **spring**", ["/steps/5", "op", "urn"]],
      [`${lateSchedule} campaign-3`, ["/steps/5", "op", "urn", "oldState"]],
    ],
  },
};

function commentOf(text: string, status: number): string {
  const { preview, problem, endsEarly } = previewIn(text, "the file preview.json");
  const isFailed = endsEarly || status !== 0;
  const aside = { isFailed, ...(problem !== undefined && { problem }) };
  return renderComment(previewModel(preview, []), aside);
}

/** Whether a damage at a path leaves what a line is made of as it was. */
function isWhole(path: readonly string[], [owner = "", ...members]: readonly string[]): boolean {
  const [list, index] = owner.split("/").slice(1);
  if (path[0] !== list) return true;
  if (path.length === 1) return false;
  if (path[1] !== index) return true;
  return path.length > 2 && !members.includes(path[2] ?? "");
}

/** Where an item of the preview ends, by the spaces that the engine's JSON has before it. */
function endOf(text: string, owner: string): number {
  const [list = "", index = "0"] = owner.split("/").slice(1);
  let at = text.indexOf(`\n  "${list}": [`);
  for (let number = 0; number <= Number(index); number += 1) at = text.indexOf("\n    }", at + 1);
  return at + "\n    }".length;
}

const runs = damagesOf(30);

describe(`a damaged preview (seed ${seed}, ${runs} of each kind)`, function () {
  this.timeout(1_200_000);

  for (const [name, { status, headline, lines }] of Object.entries(previews)) {
    const whole = written(name);

    it(`says of the whole one what failed and what changes: ${name}`, () => {
      const text = commentOf(whole, status);
      expect(text).to.include(`### Preview of test/dev: ${headline}\n`);
      for (const [line] of lines) expect(text).to.include(line);
    });

    it(`never throws, and keeps every error and change of the part that is whole: ${name}`, () => {
      const property = fc.property(someDamages, (list) => {
        const { text, paths } = damaged(whole, list);
        const comment = commentOf(text, status);
        expect(comment).to.not.match(/no changes|TypeError|RangeError/);
        for (const [line, from] of lines) {
          if (paths.every((path) => isWhole(path, from))) expect(comment).to.include(line);
        }
      });
      fc.assert(property, { seed, numRuns: runs });
    });

    it(`never says anything but that it failed where it is cut: ${name}`, () => {
      const property = fc.property(fc.integer({ min: 0, max: whole.lastIndexOf("}") }), (at) => {
        const comment = commentOf(whole.slice(0, at), 0);
        expect(comment).to.match(/^### Preview.*: the preview failed/m);
        for (const [line, [owner = ""]] of lines) {
          if (at > endOf(whole, owner)) expect(comment, `cut at ${at}`).to.include(line);
        }
      });
      fc.assert(property, { seed, numRuns: runs });
    });
  }

  it("reads 50 MB", () => {
    const preview = JSON.parse(written("failed")) as { steps: object[] };
    const large = { op: "future-op", urn: "urn:pulumi:dev::test::a:b:C::d", text: "x".repeat(500) };
    preview.steps.unshift(...Array.from({ length: 90_000 }, () => large));
    const json = JSON.stringify(preview);
    expect(json.length).to.be.above(50_000_000);
    for (const text of [json, json.slice(0, -5)]) {
      const comment = commentOf(text, 255);
      expect(comment).to.include("- create Sender **news**");
      expect(comment).to.include("- create Campaign **spring**");
    }
  });
});
