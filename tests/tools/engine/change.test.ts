import { expect } from "chai";
import { type Changes, changesIn } from "../../../tools/engine/change";

describe("changesIn", () => {
  for (const [what, [text, changes]] of Object.entries<readonly [string, Changes]>({
    "what a preview announces": [
      "Previewing update (dev):\n\nResources:\n    + 2 to create\n    ~ 1 to update\n    - 3 to delete\n    +-4 to replace\n    5 unchanged\n\n",
      { create: 2, update: 1, delete: 3, replace: 4, same: 5 },
    ],
    "what an update has done": [
      "Resources:\n    + 2 created\n    ~ 1 updated\n    - 3 deleted\n    +-4 replaced\n    15 unchanged\n\nDuration: 2s\n",
      { create: 2, update: 1, delete: 3, replace: 4, same: 15 },
    ],
    "several counts on one line": [
      "Resources:\n    = 1 imported\n    2 changes. 3 unchanged\n",
      { import: 1, same: 3 },
    ],
    "the summary of a preview in JSON": [
      '{ "steps": [], "changeSummary": { "create": 2 } }',
      { create: 2 },
    ],
    "nothing where nothing is told, nor what a program prints": [
      "error: no stack\n    7 unchanged\n",
      {},
    ],
  })) {
    it(`reads ${what}`, () => {
      expect(changesIn(text)).to.deep.equal(changes);
    });
  }
});
