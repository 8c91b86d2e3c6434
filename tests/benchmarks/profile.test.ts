import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { processorTime, processorTimeIn, profiledEnvironment } from "../../benchmarks/profile";
import { useScratch } from "../support/scratch";

const provider = pathToFileURL(join(process.cwd(), "provider")).href;

describe("processorTime", () => {
  const frame = (id: number, functionName: string, url = "") => ({
    id,
    callFrame: { functionName, url },
  });

  it("tells our compiled code from everything else, and leaves out the time that was waited", () => {
    const profile = {
      nodes: [
        frame(1, "(idle)"),
        frame(2, "(garbage collector)"),
        frame(3, "create", `${provider}/dist/nouns/sender/resource.js`),
        frame(4, "fetch", `${provider}/node_modules/node-fetch/src/index.js`),
      ],
      samples: [1, 2, 3, 4, 3],
      timeDeltas: [50_000, 1000, 2000, 4000, 8000],
    };
    expect(processorTime(profile)).to.deep.equal({ ownMs: 10, allMs: 15 });
  });
});

describe("profiledEnvironment", function () {
  const scratch = useScratch(this);
  this.timeout(60_000);

  for (const [ending, code] of [
    ["by itself", ""],
    ["by the signal that ends a provider", "process.kill(process.pid, 'SIGINT');"],
  ] as const) {
    it(`has a process that ends ${ending} write its profile`, async () => {
      const folder = join(scratch(), "profiles");
      mkdirSync(folder);
      const script = join(scratch(), "busy.cjs");
      writeFileSync(
        script,
        `const end = Date.now() + 200; while (Date.now() < end); ${code} setTimeout(() => {}, 100);`,
      );
      const env = { ...process.env, ...profiledEnvironment(folder) };
      spawnSync(process.execPath, [script], { env });
      const { ownMs, allMs } = await processorTimeIn(folder);
      expect(ownMs).to.equal(0);
      expect(allMs).to.be.greaterThan(100);
    });
  }
});
