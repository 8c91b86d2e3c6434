import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "chai";

const dynamicEntry = join(__dirname, "..", "..", "provider", "dist", "dynamic.js");

/** A provider that handles errors as the SDK's provider process does, with three steps that warn. */
const warningProvider = `
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

/** A provider that waits for steps endlessly, as the SDK's server does. */
const idleProvider = `
require(${JSON.stringify(dynamicEntry)}).Campaign();
require("node:net").createServer().listen(0, "127.0.0.1", () => console.log("ready"));
`;

/** Starts a provider, and waits until it is ready. */
async function start(provider: string, args: readonly string[] = []) {
  const child = spawn(process.execPath, ["-e", provider, "provider", ...args], { timeout: 20_000 });
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  await once(output, "line");
  return { child, lines };
}

describe("a provider process whose engine has ended", () => {
  it("finishes the running steps even if no process reads the warnings", async () => {
    const { child, lines } = await start(warningProvider);
    child.stderr.destroy();
    await once(child.stderr, "close");
    child.stdin.end("go");
    await once(child, "exit");
    expect(lines).to.deep.equal(["ready", "one has ended", "two has ended", "three has ended"]);
  });

  it("ends within 20 seconds if no step is running", async () => {
    const engine = createServer((socket) => socket.on("error", () => undefined));
    await once(engine.listen(0, "127.0.0.1"), "listening");
    const { child } = await start(idleProvider, [
      `127.0.0.1:${(engine.address() as AddressInfo).port}`,
    ]);
    // The provider checks its engine, which still runs.
    await once(engine, "connection");
    expect(child.exitCode).to.equal(null);
    engine.close();
    const exited = await once(child, "exit");
    expect(exited).to.deep.equal([0, null]);
  });
});
