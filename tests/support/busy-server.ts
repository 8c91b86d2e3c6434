import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** The code of a process that listens, but accepts no connection. */
const script = `
const server = require("node:net").createServer().listen(0, "127.0.0.1", 1, () => {
  require("node:fs").writeSync(1, String(server.address().port));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});`;

/** Starts a server whose queue of connections is full, so that the next connection gets no response. */
export async function startBusyServer(): Promise<{ readonly port: number; end(): void }> {
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  const port = Number(String(await once(child.stdout, "data")));
  const sockets: Socket[] = [];
  for (let queued = 0; queued < 2; queued += 1) {
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    await once(socket, "connect");
  }
  return {
    port,
    end() {
      for (const socket of sockets) socket.destroy();
      child.kill("SIGKILL");
    },
  };
}
