import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { engineAddress, engineProcess } from "../provider/account/claims";
import { isEngineGone } from "../provider/dynamic-provider/dynamic-provider";
import { startBusyServer } from "./support/busy-server";

describe("the engine's address in the arguments of a process", () => {
  it("is the last argument if the process is a dynamic provider", () => {
    const address = "127.0.0.1:43210";
    expect(engineAddress([address])).to.equal(address);
    expect(engineAddress(["--logtostderr", "-v=9", address])).to.equal(address);
  });

  for (const given of [[], ["drift"], ["--cwd", "C:\\project"], ["tests/a.test.ts:12"]]) {
    it(`is unknown if the arguments are "${given.join(" ")}"`, () => {
      expect(engineAddress(given)).to.equal(undefined);
    });
  }
});

describe("the id of the engine's process", () => {
  const file = join(__dirname, "..", "provider", "dist", "account", "claims.js");
  const program = `process.stdout.write(String(require(${JSON.stringify(file)}).engineProcess()))`;
  /** The output of a provider that this process starts in the same way as the engine does. */
  async function said(command: string, ...args: string[]): Promise<string> {
    const provider = spawn(command, args, { detached: true, stdio: ["ignore", "pipe", "inherit"] });
    return text(provider.stdout);
  }

  it("is never the id of a shell that has started the provider", async () => {
    const plugin = await said(process.execPath, "-e", program);
    const dynamic = await said("sh", "-c", '"$0" -e "$1"; true', process.execPath, program);
    expect(dynamic).to.equal(plugin);
    const pattern = process.platform === "linux" ? `^${process.pid} [0-9]+$` : "^undefined$";
    expect(plugin).to.match(new RegExp(pattern));
    // This process is a provider of another engine.
    expect(engineProcess()).to.not.equal(plugin);
  });
});

describe("the check isEngineGone", () => {
  it("is true only if the engine has ended", async () => {
    const server = createServer((socket) => socket.on("error", () => undefined));
    await once(server.listen(0, "127.0.0.1"), "listening");
    const engine = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await isEngineGone(engine)).to.equal(false);
    await once(server.close(), "close");
    expect(await isEngineGone(engine)).to.equal(true);
  });

  it("is false after about a second if the engine is too busy to accept a connection", async () => {
    const { port, end } = await startBusyServer();
    const startedAt = performance.now();
    const isGone = await isEngineGone(`127.0.0.1:${port}`).finally(end);
    expect(isGone).to.equal(false);
    expect(performance.now() - startedAt).to.be.within(900, 3000);
  });

  it("is false if the engine's host name can't be resolved", async () => {
    expect(await isEngineGone("engine.invalid:1")).to.equal(false);
  });
});
