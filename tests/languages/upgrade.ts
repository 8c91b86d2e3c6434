import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { scratchEnvironment } from "../../tools/engine/environment";
import { requireLanguage } from "../../tools/engine/language-host";
import { runTool } from "../../tools/language/requirement";
import { pluginExecutable } from "../../tools/plugin/install";
import { useScratch } from "../support/scratch";
import { environmentOf, sent, useEmulator } from "../support/service";
import { sharedEngine } from "../support/stack";

const module = join(__dirname, "upgrade");

/*
 * Pulumi's own test of upgrades: providertest previews the state that an older plugin recorded, with the plugin of this
 * repository. To record a version whose state has another shape, make an empty folder named after it in upgrade/recorded, run
 * this, which fails once because recording sends requests, and then `npm run fix`.
 */
describe("a stack of an older plugin", function () {
  this.timeout(1_200_000);
  const emulator = useEmulator(this);
  const scratch = useScratch(this);

  for (const version of readdirSync(join(module, "recorded"))) {
    it(`of ${version} is previewed without a change and without a request`, async () => {
      const engine = await sharedEngine();
      await requireLanguage(engine, "yaml");
      const env = {
        ...scratchEnvironment(engine, join(scratch(), "home")),
        ...environmentOf(emulator()),
        GOWORK: "off",
        // What providertest keeps of a failure goes with the folder.
        TMPDIR: scratch(),
        PLUGIN: await pluginExecutable(scratch()),
        RECORDED_VERSION: version,
      };
      await runTool("go", ["test", "-mod=readonly", "-count=1", "."], { cwd: module, env });
      expect(sent(emulator().requests())).to.deep.equal([]);
    });
  }
});
