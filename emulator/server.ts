import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { denyControl, denyWebsite } from "./control/authentication";
import { type Controls, createControls } from "./control/controls";
import { createParts, type EmulatorOptions } from "./control/parts";
import { createControlRoutes } from "./control/route";
import { type ApiKeys, defaultKeys } from "./http/api-key";
import { type ExchangeContext, handleExchange } from "./http/exchange";
import { createService, prefixes } from "./http/service";
import { createOutbox } from "./outbox";
import { sendDue } from "./routes/campaign-schedule";

/** A running emulator. */
export interface Emulator extends Controls {
  /** Address of the main API, with `/v1`. */
  readonly baseUrl: string;
  /** Address of the verification API. */
  readonly verifyUrl: string;
  /** Stops listening and closes every connection at once; calling it again is fine. */
  close(): Promise<void>;
}

/** Starts an emulator of the service on localhost. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { host = "127.0.0.1", port = 0, onExchange, smtp, smtpHost } = options;
  const { apiKey = defaultKeys.apiKey, verifyKey = defaultKeys.verifyKey } = options;
  const keys = { apiKey, verifyKey };
  const outbox = smtp === undefined ? undefined : createOutbox(smtp, smtpHost);
  const parts = createParts(options, Object.values(keys), (mails, account) =>
    outbox?.send(mails, account),
  );
  const controls = createControls(parts);
  const stages = { ...parts, service: createService(parts.store, keys), onExchange };
  const listener = listenerOf(controls, stages, keys);
  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
    void listener(incoming, outgoing);
  });
  server.listen(port, host);
  await once(server, "listening");
  // If the clock is the machine's and an SMTP server is set, check each second for due campaigns.
  const isTicking = outbox !== undefined && options.clock === "real";
  const ticking = isTicking ? setInterval(sendDue, 1_000, parts.store).unref() : undefined;
  const { port: actual } = server.address() as AddressInfo;
  const origin = `http://${host.includes(":") ? `[${host}]` : host}:${actual}`;
  let ended: Promise<void> | undefined;
  return {
    ...controls,
    baseUrl: `${origin}${prefixes.main}`,
    verifyUrl: `${origin}${prefixes.verification}`,
    close() {
      parts.delays.end();
      clearInterval(ticking);
      ended ??= once(server.close(), "close").then(() => outbox?.close());
      server.closeAllConnections();
      return ended;
    },
  };
}

function listenerOf(controls: Controls, stages: ExchangeContext, keys: ApiKeys) {
  const controlRoutes = createControlRoutes(controls);
  return getRequestListener((request, env) => {
    const { pathname } = new URL(request.url);
    const sockets = env as HttpBindings;
    if (pathname !== "/" && !pathname.startsWith("/_emulator")) {
      return denyWebsite(request, keys) ?? handleExchange(request, sockets, stages);
    }
    return denyControl(request, sockets.incoming, keys.apiKey) ?? controlRoutes.fetch(request);
  });
}
