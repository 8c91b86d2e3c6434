import { expect } from "chai";
import type { Properties } from "../../../provider/input/plain";
import { extended, useResource } from "../../support/resource";
import { spring } from "./spring";

describe("another campaign in the place of one that", function () {
  const { resource } = useResource(this, "Campaign", extended);

  /** What the check of the new one says, after the diff of the old one, as the engine asks for a replacement. */
  async function said(status: string | undefined, more: Properties = {}): Promise<string[]> {
    const state = { ...spring, account: "loopback", ...(status !== undefined && { status }) };
    const props = { ...spring, ...more };
    await resource().diff("campaign-2", state, props);
    return resource().faults(props);
  }

  const refused = (status: string) => [
    `the campaign that it replaces, campaign-2, is no draft any more (status "${status}"): with a date for the new one, readers could be mailed twice. If both are to be sent, or you have stopped campaign campaign-2 in the service's web app, add "campaign-replaced" to ignoreChecks. [campaign-replaced]`,
  ];
  const rows: readonly (readonly [string, string | undefined, Properties, readonly string[]])[] = [
    ["is scheduled", "scheduled", {}, refused("scheduled")],
    ["is being sent", "processing", {}, refused("processing")],
    ["was sent", "finished", {}, refused("finished")],
    ["is paused", "paused", {}, refused("paused")],
    ["is missing", "missing", {}, refused("missing")],
    ["is a draft", "draft", {}, []],
    ["was aborted", "aborted", {}, []],
    ["was never read", undefined, {}, []],
    ["is adopted in its own place", "scheduled", { existingId: "campaign-2" }, []],
    ["the program lets pass", "scheduled", { ignoreChecks: ["campaign-replaced"] }, []],
  ];
  for (const [title, status, more, expected] of rows) {
    it(title, async () => {
      expect(await said(status, more)).to.deep.equal(expected);
    });
  }
});
