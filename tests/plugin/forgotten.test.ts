import { EventEmitter } from "node:events";
import { expect } from "chai";
import { endAfterLastConnection } from "../../provider/plugin/lifetime";
import { createFakeClock } from "../support/clock";

const minute = 60_000;

describe("a plugin process that a person started", () => {
  /** The minute at which the process ends if its connections open and close at these minutes. */
  async function endOf(connections: readonly (readonly [from: number, to: number])[]) {
    const clock = createFakeClock();
    const server = new EventEmitter();
    const ended = new Promise<number>((resolve) => {
      endAfterLastConnection(server, clock, () => resolve(clock.now() / minute));
    });
    for (const [from, to] of connections) {
      const socket = new EventEmitter();
      clock.after(from * minute, () => server.emit("connection", socket));
      clock.after(to * minute, () => socket.emit("close"));
    }
    return clock.run(ended);
  }

  for (const [what, connections, minutes] of [
    ["the start if no engine connects", [], 10],
    ["the end of one connection", [[1, 30]], 40],
    [
      "the end of two overlapping connections",
      [
        [1, 5],
        [4, 20],
      ],
      30,
    ],
    [
      "the last of several connections",
      [
        [1, 5],
        [12, 13],
      ],
      23,
    ],
  ] as const) {
    it(`ends ten minutes after ${what}`, async () => {
      expect(await endOf(connections)).to.equal(minutes);
    });
  }
});
