import { execFile } from "node:child_process";
import dns from "node:dns";
import { createServer, Agent as HttpAgent, type IncomingHttpHeaders } from "node:http";
import { createServer as createTlsServer, Agent as HttpsAgent } from "node:https";
import { connect, createServer as createNetServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import type { Outage } from "../../provider/client/api-state";
import type { CallEvent } from "../../provider/client/call";
import { agentFor } from "../../provider/client/http-client";
import { startBusyServer } from "../support/busy-server";
import { clientOf, noLimit, search } from "../support/client";
import { createSkippingClock } from "../support/clock";
import { useEnvironment } from "../support/environment";
import { closedPort } from "../support/free-port";
import { failure } from "../support/rejection";
import { useScratch } from "../support/scratch";
import { json, useListening, useServers } from "../support/server";
import { createCertificate } from "./tls";

const run = promisify(execFile);
const callProcess = join(__dirname, "call-process.ts");
const good = '{"data":["from the service"]}';

/** Sends one read in a process with these environment variables, and returns the output: the response or the error. */
async function call(url: string, env: Record<string, string>): Promise<string> {
  const { PATH = "", HOME = "" } = process.env;
  const { stdout } = await run(process.execPath, ["--import", "tsx", callProcess, url], {
    env: { PATH, HOME, ...env },
  });
  return stdout.trim();
}

describe("the HTTP client's connection", function () {
  this.timeout(30_000);
  const scratch = useScratch(this);
  const serve = useServers(this);
  const listen = useListening(this);
  let servicePort = 0;
  let authorityFile = "";

  beforeEach("starts a service with TLS, known as service.example and localhost", async () => {
    const certificate = await createCertificate(scratch(), ["service.example", "localhost"]);
    authorityFile = certificate.authorityFile;
    const service = createTlsServer(certificate, (_request, response) => response.end(good));
    servicePort = (await listen(service)).port;
  });

  /** Starts a proxy that connects every tunnel to the service, or refuses tunnels with a status. Records requests. */
  async function startProxy(status = 200) {
    const asked: { target: string; headers: IncomingHttpHeaders }[] = [];
    const proxy = createServer((request, response) => {
      asked.push({ target: request.url ?? "", headers: request.headers });
      response.writeHead(502);
      response.end();
    });
    proxy.on("connect", ({ url = "", headers }, client: Socket) => {
      asked.push({ target: url, headers });
      if (status !== 200) return client.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
      const service = connect(servicePort, "127.0.0.1", () => {
        client.write("HTTP/1.1 200 Connection established\r\n\r\n");
        client.pipe(service).pipe(client);
      });
      return service;
    });
    return { address: `127.0.0.1:${(await listen(proxy)).port}`, asked };
  }

  it("fails with an error that names NODE_EXTRA_CA_CERTS if the server's certificate isn't trusted", async () => {
    const address = `https://localhost:${servicePort}/v1`;
    expect(await failure(clientOf(address).send(search))).to.include({
      code: "network",
      attempts: 1,
      message:
        `the certificate of ${address} (DEPTH_ZERO_SELF_SIGNED_CERT, POST /senders/search) is not trusted. ` +
        "To trust another certificate authority, set NODE_EXTRA_CA_CERTS to a file with its certificate.",
    });
  });

  it("fails with an error that names the file in NODE_EXTRA_CA_CERTS if the file can't be read", async () => {
    for (const [file, code] of [
      ["/nowhere/authority.pem", "ENOENT"],
      [tmpdir(), "EISDIR"],
    ] as const) {
      const env = { NODE_EXTRA_CA_CERTS: file };
      expect(await call(`https://localhost:${servicePort}/v1`, env)).to.match(
        new RegExp(
          `is not trusted\\. NODE_EXTRA_CA_CERTS names "${file}", which can't be read \\(${code}\\)\\. Set it to a file with the certificate of the authority\\.$`,
        ),
      );
    }
  });

  it("records no response of the service if the certificate isn't trusted or the host is unknown", async () => {
    for (const url of [`https://localhost:${servicePort}/v1`, "http://nowhere.invalid/v1"]) {
      const outage: Outage = { hasResponded: false, isReported: false };
      await failure(clientOf(url, { outage }).send({ ...search, attempts: 1 }));
      expect(outage.hasResponded).to.equal(false);
    }
  });

  it("fails with an error about the certificate if the certificate is for another host", async () => {
    const env = { NODE_EXTRA_CA_CERTS: authorityFile };
    expect(await call(`https://127.0.0.1:${servicePort}/v1`, env)).to.match(
      /^network: the certificate of \S+ \(ERR_TLS_CERT_ALTNAME_INVALID, POST \/senders\/search\)/,
    );
  });

  it("fails a request without a retry if the server doesn't speak TLS", async () => {
    const server = await serve((response) => json(response, { data: [] }));
    const client = clientOf(server.url.replace("http:", "https:"));
    const error = await failure(client.send(search));
    expect(error).to.include({ code: "network", attempts: 1 });
    expect(error.message).to.match(
      /^can't connect to https:\S+ \((EPROTO|ERR_SSL_\w+), POST \/senders\/search\)\. Check emailmarketing:baseUrl\.$/,
    );
  });

  it("sends a proxy the credentials in the proxy's URL, but not the API key", async () => {
    const proxy = await startProxy();
    const env = {
      NODE_EXTRA_CA_CERTS: authorityFile,
      HTTPS_PROXY: `http://user:secret-word@${proxy.address}`,
    };
    expect(await call("https://service.example/v1", env)).to.equal(good);
    expect(proxy.asked.map(({ target }) => target)).to.deep.equal(["service.example:443"]);
    expect(proxy.asked[0]?.headers["proxy-authorization"]).to.equal(
      `Basic ${Buffer.from("user:secret-word").toString("base64")}`,
    );
    expect(JSON.stringify(proxy.asked)).to.not.include("canary-main-key");
  });

  it("fails if the proxy refuses the credentials, with an error that doesn't show the credentials", async () => {
    const proxy = await startProxy(407);
    const env = { HTTPS_PROXY: `http://user:secret-word@${proxy.address}` };
    expect(await call("https://service.example/v1", env)).to.equal(
      "network: the proxy in HTTPS_PROXY refused to connect to https://service.example/v1 (407, POST /senders/search). Check HTTPS_PROXY with its credentials, and what the proxy allows.",
    );
  });

  it("fails with an error about the proxy if the proxy can't be reached", async () => {
    const env = { HTTPS_PROXY: "http://127.0.0.1:1" };
    expect(await call("https://service.example/v1", env)).to.equal(
      "network: can't connect to https://service.example/v1 through the proxy in HTTPS_PROXY " +
        "(ECONNREFUSED, POST /senders/search). Check HTTPS_PROXY and that the proxy is running.",
    );
  });
});

describe("a write request", function () {
  this.timeout(30_000);
  const setEnvironment = useEnvironment(this);
  const cleanups: (() => unknown)[] = [];
  afterEach("ends what was started", async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  const listen = useListening(this);

  async function withFullBacklog(): Promise<string> {
    const { port, end } = await startBusyServer();
    cleanups.push(end);
    return `http://127.0.0.1:${port}/v1`;
  }

  const whenAsked = (act: (socket: Socket) => unknown) => (socket: Socket) =>
    void socket.once("data", () => act(socket));
  /** Starts a server that calls `onSocket` for every connection, and returns the server's address. */
  const http = async (onSocket: (socket: Socket) => void) =>
    `${(await listen(createNetServer(onSocket))).origin}/v1`;
  const https = async (onSocket: (socket: Socket) => void) =>
    (await http(onSocket)).replace("http", "https");

  /** Starts a service in this process. When the service gets a request, the client's socket fails with this code. */
  async function failingWith(code: string): Promise<string> {
    const address: string = await http(
      whenAsked(async () => {
        const agent = await agentFor(address, { isKept: false });
        const error = Object.assign(new Error(code), { code, syscall: "read" });
        for (const socket of Object.values(agent.sockets).flat()) socket?.destroy(error);
      }),
    );
    return address;
  }

  /** A host name with two addresses and no listener. Both are 127.0.0.1, the only loopback address of macOS. */
  async function twoAddresses(): Promise<string> {
    const address = `http://two.example:${closedPort}/v1`;
    const { lookup } = dns;
    const both = ["127.0.0.1", "127.0.0.1"].map((address) => ({ address, family: 4 }));
    const found = (_host: string, _options: object, done: (...found: unknown[]) => void) =>
      done(null, both);
    dns.lookup = found as unknown as typeof dns.lookup;
    cleanups.push(() => {
      dns.lookup = lookup;
    });
    return address;
  }

  /** Sets a proxy that calls `onConnect` for a tunnel request. Returns the address of a service behind this proxy. */
  async function behindProxy(onConnect: (socket: Socket) => unknown): Promise<string> {
    const { port } = await listen(createNetServer(whenAsked(onConnect)));
    setEnvironment({ HTTPS_PROXY: `http://127.0.0.1:${port}` });
    return `https://behind-${port}.example/v1`;
  }

  const reset = (socket: Socket) => socket.resetAndDestroy();
  const hangUp = (socket: Socket) => socket.end();
  const responseOf = (status: string) => (socket: Socket) => {
    socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`);
  };
  const openTunnel = (socket: Socket) => socket.write("HTTP/1.1 200 OK\r\n\r\n");
  const half = (status: string) => `HTTP/1.1 ${status}\r\ncontent-length: 9\r\n\r\n{"`;
  const cutResponse = (socket: Socket) => socket.write(half("200 OK"), () => reset(socket));
  const switchTo = (socket: Socket) =>
    socket.write(
      "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n",
    );
  const hint = (socket: Socket) => socket.write("HTTP/1.1 103 Early Hints\r\n\r\n");
  const partOf = (status: string) => (socket: Socket) => socket.write(half(status));
  const endOf = (status: string) => (socket: Socket) => socket.end(half(status));

  const unreached = (code: string) => `can't connect to ADDRESS (${code}, `;
  const unproxied = (code: string) =>
    `can't connect to ADDRESS through the proxy in HTTPS_PROXY (${code}, `;
  const lost = (code: string) => `the connection to ADDRESS (${code}, `;
  const refused = (status: number) =>
    `the proxy in HTTPS_PROXY refused to connect to ADDRESS (${status}`;
  const foreign = "ADDRESS replied with something that is not the API's (";
  const silent = "no reply from ADDRESS within 1 s (";
  const response = (act: (socket: Socket) => unknown) => () => http(whenAsked(act));
  const early = endOf("403 No");
  const mute101 = responseOf("101 Switching Protocols");
  for (const [what, address, outcome, said] of [
    ["the server's backlog is full", withFullBacklog, "sent again", unreached("ETIMEDOUT")],
    [
      "both addresses of the host are closed",
      twoAddresses,
      "sent again",
      unreached("ECONNREFUSED"),
    ],
    [
      "the TLS handshake gets no answer",
      () => https(() => {}),
      "sent again",
      unreached("ETIMEDOUT"),
    ],
    [
      "the TLS handshake is reset",
      () => https(whenAsked(reset)),
      "sent again",
      unreached("ECONNRESET"),
    ],
    ["the proxy doesn't answer", () => behindProxy(() => {}), "sent again", unproxied("ETIMEDOUT")],
    [
      "no server answers in the tunnel through the proxy",
      () => behindProxy(openTunnel),
      "sent again",
      unproxied("ETIMEDOUT"),
    ],
    // Node.js gives this error no code.
    [
      "the proxy closes the connection",
      () => behindProxy(hangUp),
      "sent again",
      unproxied("unknown error"),
    ],
    [
      "the proxy refuses the tunnel with status 502",
      () => behindProxy(responseOf("502 No")),
      "sent again",
      unproxied("502"),
    ],
    [
      "the proxy refuses the tunnel with status 403",
      () => behindProxy(responseOf("403 No")),
      "no",
      refused(403),
    ],
    ["the proxy responds with status 101", () => behindProxy(switchTo), "no", refused(101)],
    [
      "the proxy's refusal with status 403 is truncated",
      () => behindProxy(early),
      "sent again",
      unproxied("ECONNRESET"),
    ],
    ["the response switches to another protocol", response(switchTo), "maybe", `${foreign}POST`],
    [
      "the response has status 101 without an upgrade header",
      response(mute101),
      "maybe",
      `${foreign}101`,
    ],
    [
      "the response is not HTTP",
      () => http((socket) => socket.end("SSH-2\r\n")),
      "maybe",
      `${foreign}POST`,
    ],
    ["nothing follows a response with status 103 (Early Hints)", response(hint), "maybe", silent],
    ["nothing follows the first half of a response", response(partOf("200 OK")), "maybe", silent],
    [
      "the connection ends in the middle of the response",
      response(endOf("200 OK")),
      "maybe",
      lost("ECONNRESET"),
    ],
    ["there is no response", () => http(() => {}), "maybe", silent],
    ["the connection is reset after the request", response(reset), "maybe", lost("ECONNRESET")],
    [
      "the connection is reset in the middle of the response",
      response(cutResponse),
      "maybe",
      lost("ECONNRESET"),
    ],
    [
      "the route to the host is lost after the request",
      () => failingWith("EHOSTUNREACH"),
      "maybe",
      lost("EHOSTUNREACH"),
    ],
  ] as const) {
    it(`${outcome === "sent again" ? "is sent again" : `is reported as ${outcome === "no" ? "not carried out" : "unconfirmed"}`} if ${what}`, async () => {
      const attempts: number[] = [];
      const log = ({ attempt }: CallEvent) => attempts.push(attempt);
      const url = await address();
      // The time limit is short only if the case reaches it, because a busy machine may exceed a short limit.
      const timeoutMs = /ETIMEDOUT|no reply/.test(said) ? 300 : 10_000;
      const client = clientOf(url, { timeoutMs, deadlineMs: 20_000, log });
      const error = await failure(client.send({ ...search, policy: "at-most-once", attempts: 2 }));
      expect(error).to.include({ sent: outcome === "maybe" ? "maybe" : "no" });
      expect(error.message.replace(url, "ADDRESS").slice(0, said.length)).to.equal(said);
      expect(attempts.length > 1).to.equal(outcome === "sent again");
    });
  }

  it("is retried after the wait in the proxy's Retry-After header if the proxy responds with status 503", async () => {
    const url = await behindProxy(responseOf("503 No\r\nretry-after: 7"));
    const clock = createSkippingClock();
    const client = clientOf(url, { clock, rateLimiter: noLimit, deadlineMs: 20_000 });
    await failure(client.send({ ...search, policy: "at-most-once" }));
    expect(clock.slept).to.deep.equal([7000, 7000]);
  });
});

describe("the HTTP agent", function () {
  const setEnvironment = useEnvironment(this);
  const names = ["HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "https_proxy", "all_proxy", "no_proxy"];
  const none = Object.fromEntries(names.map((name) => [name, ""]));
  beforeEach("names no proxy", () => setEnvironment(none));
  let hosts = 0;

  /** The proxy for calls to a new host in this environment; undefined if no proxy is used. */
  async function proxyIn(environment: Record<string, string>): Promise<string | undefined> {
    setEnvironment(environment);
    hosts += 1;
    const agent = await agentFor(`https://service-${hosts}.example/v1`, { isKept: false });
    return "proxy" in agent ? String(agent.proxy) : undefined;
  }

  const proxy = "proxy.example:3128";
  const like = `https://${proxy}`;
  for (const [environment, used] of [
    [{}, undefined],
    [{ HTTPS_PROXY: `http://${proxy}` }, `http://${proxy}/`],
    [{ https_proxy: `http://${proxy}` }, `http://${proxy}/`],
    [{ ALL_PROXY: `http://${proxy}` }, `http://${proxy}/`],
    [{ HTTPS_PROXY: `https://${proxy}` }, `https://${proxy}/`],
    [{ HTTPS_PROXY: proxy }, `http://${proxy}/`],
    [{ MY_HTTPS_PROXY: like, HTTPS_PROXY_OLD: like, HTTPS_PROXY: proxy }, `http://${proxy}/`],
    [{ HTTPS_PROXY: `http://${proxy}`, ALL_PROXY: "http://other.example" }, `http://${proxy}/`],
    [{ HTTPS_PROXY: "  " }, undefined],
    [{ HTTP_PROXY: `http://${proxy}` }, undefined],
    [{ HTTPS_PROXY: `http://${proxy}`, NO_PROXY: "*" }, undefined],
    [{ HTTPS_PROXY: `http://${proxy}`, no_proxy: ".example" }, undefined],
    [{ HTTPS_PROXY: `http://${proxy}`, NO_PROXY: "acme.example" }, `http://${proxy}/`],
  ] as const) {
    it(`uses ${used ? `the proxy ${used}` : "no proxy"} if the environment has ${Object.keys(environment).length === 0 ? "no proxy variable" : JSON.stringify(environment)}`, async () => {
      expect(await proxyIn(environment)).to.equal(used);
    });
  }

  for (const refused of ["socks5://user:secret-word@127.0.0.1:1080", "http://"]) {
    it(`fails with an error that hides the proxy's URL if the URL is ${refused}`, async () => {
      expect(await failure(proxyIn({ HTTPS_PROXY: refused }))).to.include({
        code: "config",
        message:
          "HTTPS_PROXY (or ALL_PROXY) must be the URL of an http or https proxy, such as http://host:port.",
      });
    });
  }

  it("is shared only by requests with the same origin and the same use of keep-alive", async () => {
    const kept = await agentFor("https://kept.example/v1", { isKept: true });
    expect(await agentFor("https://kept.example/v2", { isKept: true })).to.equal(kept);
    expect(kept).to.be.instanceOf(HttpsAgent).and.have.nested.property("options.keepAlive", true);
    const fresh = await agentFor("https://kept.example/v1", { isKept: false });
    expect(fresh).to.not.equal(kept);
    expect(fresh).to.have.nested.property("options.keepAlive", false);
    expect(await agentFor("https://kept.example:8443/v1", { isKept: true })).to.not.equal(kept);
  });

  it("uses no proxy for an http URL even if HTTPS_PROXY and ALL_PROXY are set", async () => {
    setEnvironment({ HTTPS_PROXY: "http://proxy.example", ALL_PROXY: "http://proxy.example" });
    const agent = await agentFor("http://127.0.0.1:7/v1", { isKept: false });
    expect(agent).to.be.instanceOf(HttpAgent).and.not.be.instanceOf(HttpsAgent);
    expect(agent).to.not.have.property("proxy");
  });
});
