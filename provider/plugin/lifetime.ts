import type { EventEmitter } from "node:events";
import { fstatSync } from "node:fs";
import type { Socket } from "node:net";
import { engineAddress } from "../account/claims";
import type { Clock } from "../client/api-state";
import {
  createEngineWatch,
  engineCheckIntervalMs,
  isEngineGone,
} from "../dynamic-provider/dynamic-provider";
import { quoted } from "../errors/redact";
import { version } from "../plain/package";

const description = `pulumi-resource-emailmarketing ${version}: the plugin of pulumi-email-marketing. The Pulumi engine starts it by itself, so there is nothing to run by hand. For the commands (doctor, drift, import, show, comment), run: pulumi-email-marketing --help`;

/** Arguments that the engine may put before its address, or pass to a plugin that is debugged. */
const engineArguments = /^--?(logtostderr|logflow|v=\d+|tracing(=.*)?)$/;

/** The text for a person who started the plugin by hand; undefined if an engine or another program started it. */
export function manualStartMessage(
  given: readonly string[],
  { isTerminal }: { readonly isTerminal: boolean | undefined },
) {
  // An engine passes its address last. Arguments before it aren't checked, because a newer engine may pass more.
  if (engineAddress(given) !== undefined) return undefined;
  const unknown = given.filter((one) => !engineArguments.test(one));
  const [first = ""] = unknown;
  const isHelp = unknown.every((one) => ["--help", "-h", "--version"].includes(one));
  if (unknown.length > 0) {
    const problem = isHelp ? "" : `error: unknown argument ${quoted(first)}.\n`;
    return { text: problem + description, ends: true, status: isHelp ? 0 : 1 };
  }
  if (!isTerminal) return undefined;
  const serving =
    "It is running, so that an engine can attach to it (PULUMI_DEBUG_PROVIDERS=emailmarketing:PORT, with the port below). To end it, press Ctrl-C.";
  return { text: `${description}\n${serving}`, ends: false, status: 1 };
}

/** Ends the process when the engine ends. If the engine was killed, `watch` refuses further writes. */
export function startLifetime(given: readonly string[]) {
  const address = engineAddress(given);
  let underWay = 0;
  let isEnding = false;

  const end = () => process.exit(0);
  const watch = createEngineWatch(async () => address !== undefined && isEngineGone(address), end);
  // After a Ctrl-C, running steps finish first.
  const endWhenIdle = () => {
    isEnding = true;
    if (underWay === 0) end();
  };
  // The engine sends SIGINT at the end of a command, and kills the plugin if it still runs 5 s later.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, endWhenIdle);
  // Only a pipe closes with the engine; a terminal or a file doesn't.
  if (fstatSync(0).isFIFO()) {
    const close = () => void watch.exitIfEngineEnded(true);
    process.stdin.on("end", close).on("error", close).resume();
  } else if (address !== undefined) {
    setInterval(() => void watch.exitIfEngineEnded(), engineCheckIntervalMs).unref();
  } else {
    // A process that was started by hand ends with its parent, a shell or the program that attaches the plugin.
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && endWhenIdle(), engineCheckIntervalMs).unref();
  }
  return {
    watch,
    end: endWhenIdle,
    /** The engine's address; undefined if the plugin was started by hand. */
    engine: address,
    /** Keeps the process alive until the returned function is called, unless the engine is gone. */
    begin() {
      underWay += 1;
      return () => {
        underWay -= 1;
        // Deferred, so that the response is sent first.
        if (isEnding) setImmediate(() => underWay === 0 && end());
      };
    },
  };
}

const forgottenAfterMs = 10 * 60 * 1000;

/** Calls `end` ten minutes after the last connection was closed, or after the start if there was no connection. */
export function endAfterLastConnection(
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
