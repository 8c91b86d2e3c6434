import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect } from "chai";
import { isEngineGone } from "../provider/engine/watch";
import { engineAddress } from "../provider/runtime/engine-address";
import { startBusyServer } from "./support/busy-server";

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

describe("isEngineGone", () => {
  it("is false while the engine listens, and true once it has ended", async () => {
    const server = createServer((socket) => socket.on("error", () => undefined));
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { address: host, port } = server.address() as AddressInfo;
    expect(await isEngineGone({ host, port })).to.equal(false);
    await once(server.close(), "close");
    expect(await isEngineGone({ host, port })).to.equal(true);
  });

  it("is false for an engine that is too busy to accept, within little more than a second", async () => {
    const { port, end } = await startBusyServer();
    const startedAt = performance.now();
    const isGone = await isEngineGone({ host: "127.0.0.1", port }).finally(end);
    expect(isGone).to.equal(false);
    expect(performance.now() - startedAt).to.be.within(900, 3000);
  });

  it("is false where the look itself fails", async () => {
    expect(await isEngineGone({ host: "engine.invalid", port: 1 })).to.equal(false);
  });
});
