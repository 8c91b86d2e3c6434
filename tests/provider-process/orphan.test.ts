import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "chai";

const dynamicEntry = join(__dirname, "..", "..", "provider", "dist", "dynamic.js");

/** What the SDK's provider process does with errors, and three steps that warn. */
const provider = `
process.on("uncaughtException", (error) => console.error(error.stack));
require(${JSON.stringify(dynamicEntry)}).Campaign();
const step = async (name) => {
  await null;
  console.warn(name + " warns");
  console.log(name + " has ended");
};
process.stdin.once("data", () => {
  const steps = ["one", "two", "three"].map(
    (name) => new Promise((resolve) => setTimeout(() => step(name).then(resolve), 20)),
  );
  Promise.all(steps).then(() => process.exit());
});
console.log("ready");
`;

describe("outliveEngine", () => {
  it("lets a provider end its steps whose warnings nobody reads", async () => {
    const child = spawn(process.execPath, ["-e", provider], { timeout: 10_000 });
    const lines: string[] = [];
    const output = createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
    await once(output, "line");
    child.stderr.destroy();
    await once(child.stderr, "close");
    child.stdin.end("go");
    await once(child, "exit");
    expect(lines).to.deep.equal(["ready", "one has ended", "two has ended", "three has ended"]);
  });
});
