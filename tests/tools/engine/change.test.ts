import { expect } from "chai";
import { changesIn } from "../../../tools/engine/change";

describe("changesIn", () => {
  it("reads what a preview announces", () => {
    const text =
      "Previewing update (dev):\n\nResources:\n    + 2 to create\n    ~ 1 to update\n    - 3 to delete\n    +-4 to replace\n    5 unchanged\n\n";
    expect(changesIn(text)).to.deep.equal({ create: 2, update: 1, delete: 3, replace: 4, same: 5 });
  });

  it("reads what an update has done", () => {
    const text =
      "Resources:\n    + 2 created\n    ~ 1 updated\n    - 3 deleted\n    +-4 replaced\n    15 unchanged\n\nDuration: 2s\n";
    expect(changesIn(text)).to.deep.equal({
      create: 2,
      update: 1,
      delete: 3,
      replace: 4,
      same: 15,
    });
  });

  it("reads several counts on one line", () => {
    const text = "Resources:\n    = 1 imported\n    2 changes. 3 unchanged\n";
    expect(changesIn(text)).to.deep.equal({ import: 1, same: 3 });
  });

  it("reads the summary of a preview in JSON", () => {
    expect(changesIn('{ "steps": [], "changeSummary": { "create": 2 } }')).to.deep.equal({
      create: 2,
    });
  });

  it("reads nothing where nothing is told, nor what a program prints", () => {
    expect(changesIn("error: no stack\n    7 unchanged\n")).to.deep.equal({});
  });
});
