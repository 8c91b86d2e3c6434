import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import type { Clock } from "../client/clock";

const forgottenAfterMs = 10 * 60 * 1000;

/** Calls `end` ten minutes after the last connection was closed, or where none ever came. */
export function whenForgotten(
  server: EventEmitter,
  { after }: Pick<Clock, "after">,
  end: () => void,
): void {
  let open = 0;
  let cancel = after(forgottenAfterMs, end);
  server.on("connection", (socket: Socket) => {
    open += 1;
    cancel();
    socket.once("close", () => {
      open -= 1;
      if (open === 0) cancel = after(forgottenAfterMs, end);
    });
  });
}
