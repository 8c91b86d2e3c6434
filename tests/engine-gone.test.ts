import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { expect } from "chai";
import { isEngineGone } from "../provider/engine/watch";
import { engineAddress } from "../provider/runtime/engine-address";

describe("engineAddress", () => {
  it("is the last argument of a dynamic provider, behind the flags of the engine's log", () => {
    const address = { host: "127.0.0.1", port: 43_210 };
    expect(engineAddress(["127.0.0.1:43210"])).to.deep.equal(address);
    expect(engineAddress(["--logtostderr", "-v=9", "127.0.0.1:43210"])).to.deep.equal(address);
  });

  for (const given of [[], ["drift"], ["--cwd", "C:\\project"], ["tests/a.test.ts:12"]]) {
    it(`is unknown where the arguments are "${given.join(" ")}"`, () => {
      expect(engineAddress(given)).to.equal(undefined);
    });
  }
});

/** A process that listens and never accepts: its queue takes two connections, and no other is answered. */
const busy = `
const server = require("node:net").createServer().listen(0, "127.0.0.1", 1, () => {
  require("node:fs").writeSync(1, server.address().port + "\\n");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
`;

describe("isEngineGone", () => {
  let child: ChildProcess | undefined;
  const sockets: Socket[] = [];
  afterEach("ends the process that never accepts", () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    child?.kill("SIGKILL");
    child = undefined;
  });

  it("is false while the engine listens, and true once it has ended", async () => {
    const server = createServer((socket) => socket.on("error", () => undefined));
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { address: host, port } = server.address() as AddressInfo;
    expect(await isEngineGone({ host, port })).to.equal(false);
    await once(server.close(), "close");
    expect(await isEngineGone({ host, port })).to.equal(true);
  });

  it("is false for an engine that is too busy to accept, within little more than a second", async () => {
    child = spawn(process.execPath, ["-e", busy], { stdio: ["ignore", "pipe", "inherit"] });
    if (!child.stdout) throw new Error("the process has no output");
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    const address = { host: "127.0.0.1", port: Number(line) };
    for (let queued = 0; queued < 2; queued += 1) {
      const socket = connect(address);
      sockets.push(socket);
      await once(socket, "connect");
    }
    const startedAt = performance.now();
    expect(await isEngineGone(address)).to.equal(false);
    expect(performance.now() - startedAt).to.be.within(900, 3000);
  });

  it("is false where the look itself fails", async () => {
    expect(await isEngineGone({ host: "engine.invalid", port: 1 })).to.equal(false);
  });
});
