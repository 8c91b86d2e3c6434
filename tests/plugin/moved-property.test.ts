import { expect } from "chai";
import { configuredPlugin, requestsOf, urnOf } from "../support/plugin";
import { canaryKeys, useEmulator } from "../support/service";
import { useWarnings } from "../support/warnings";
import { secret } from "../support/wire-value";

describe("the plugin's preview of a CustomProperty", function () {
  const properties = [{ id: "plan-7", name: "Plan", type: "text" }] as const;
  const emulator = useEmulator(this, { seed: { properties } });
  const warnings = useWarnings(this);

  /** Previews the replacement of a property that the state has in this account. */
  async function previewReplacement(account: string) {
    const { client } = await configuredPlugin({
      baseUrl: emulator().baseUrl,
      apiKey: secret(canaryKeys.apiKey),
      operations: "extended",
    });
    const own = requestsOf(urnOf("CustomProperty", "plan"));
    const declared = { name: "Plan", type: "number", onDestroy: "delete" };
    const before = { ...declared, type: account === "loopback" ? "text" : "number" };
    await client.check(own.check(declared, before));
    const olds = { ...before, account };
    const diff = own.diff("plan-7", { olds, news: declared, oldInputs: before });
    const replaces = (await client.diff(diff)).getReplacesList();
    await client.check(own.check(declared));
    await client.create(own.create(declared).setPreview(true));
    const conflicts = warnings().filter((one) => one.includes("[property-conflict"));
    return { replaces, conflicts: conflicts.length };
  }

  it("reports a conflict with a property of another type if the resource moves to this account", async () => {
    expect(await previewReplacement("elsewhere")).to.deep.equal({
      replaces: ["account"],
      conflicts: 1,
    });
  });

  it("reports no conflict if the resource replaces its own property of another type", async () => {
    expect(await previewReplacement("loopback")).to.deep.equal({
      replaces: ["type"],
      conflicts: 0,
    });
  });
});
