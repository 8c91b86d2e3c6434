import { expect } from "chai";
import { folded } from "../../../tools/demo/fold";

const stack = " +  pulumi:pulumi:Stack acme-dev create";
const resource = (kind: string, change: string) =>
  ` +  pulumi-nodejs:dynamic/emailmarketing:${kind} ${change}`;

describe("folded", () => {
  for (const [what, lines, found] of [
    [
      "an update to its changes, warnings and counts",
      [
        "Updating (dev):",
        stack,
        "@ updating....",
        resource("Sender", "news creating (0s)"),
        resource("Sender", "news created (0.1s)"),
        resource("Campaign", "spring created (0.2s)"),
        "Diagnostics:",
        '    warning: no plain text. [plain-text-missing {"a":1}]',
        "Resources:",
        "    + 3 created",
        "    1 unchanged",
        "",
        "Duration: 4s",
      ],
      ["warning: no plain text.", "+ 3 created, 1 unchanged: Campaign spring, Sender news"],
    ],
    [
      "a preview that fails to its errors",
      [
        "Previewing update (dev):",
        resource("Campaign", "spring create"),
        "    error: preflight found problems (see the resources above).",
        "    error: listIds: no list. [list-unknown]",
        "    + 1 to create",
      ],
      ["error: listIds: no list."],
    ],
    [
      "another command to its lines",
      ["<!-- acme -->", "### Preview", "", "| a | b |", "| --- | --- |"],
      ["### Preview", "| a | b |"],
    ],
  ] as const) {
    it(`folds ${what}`, () => {
      expect(folded(lines.join("\n"))).to.deep.equal(found);
    });
  }
});
