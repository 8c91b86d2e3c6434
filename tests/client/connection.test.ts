import { execFile } from "node:child_process";
import { createServer, Agent as HttpAgent, type IncomingHttpHeaders, type Server } from "node:http";
import { createServer as createTlsServer, Agent as HttpsAgent } from "node:https";
import { type AddressInfo, connect, type Server as NetServer, type Socket } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { agentFor } from "../../provider/client/connection";
import { clientOf, search } from "../support/client";
import { useEnvironment } from "../support/environment";
import { failure } from "../support/rejection";
import { useScratch } from "../support/scratch";
import { json, useServers } from "../support/server";
import { createCertificate } from "./tls";

const run = promisify(execFile);
const callProcess = join(__dirname, "call-process.ts");
const good = '{"data":["from the service"]}';

/** Sends one read in a process with these settings, and gives how that ended. */
async function call(url: string, env: Record<string, string>): Promise<string> {
  const { PATH = "", HOME = "" } = process.env;
  const { stdout } = await run(process.execPath, ["--import", "tsx", callProcess, url], {
    env: { PATH, HOME, ...env },
  });
  return stdout.trim();
}

async function portOf(server: NetServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

describe("the client's connection", function () {
  this.timeout(30_000);
  const scratch = useScratch(this);
  const serve = useServers(this);
  const servers: NetServer[] = [];
  const sockets = new Set<Socket>();
  let servicePort = 0;
  let authorityFile = "";

  beforeEach("starts a service with TLS, known as service.example and localhost", async () => {
    const certificate = await createCertificate(scratch(), ["service.example", "localhost"]);
    authorityFile = certificate.authorityFile;
    const service = createTlsServer(certificate, (_request, response) => response.end(good));
    service.on("connection", (socket: Socket) => sockets.add(socket));
    servers.push(service);
    servicePort = await portOf(service);
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await Promise.all(
      servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))),
    );
  });

  /** A proxy that leads everywhere to the service, or refuses with a status. */
  async function startProxy(status = 200) {
    const asked: { target: string; headers: IncomingHttpHeaders }[] = [];
    const proxy: Server = createServer((request, response) => {
      asked.push({ target: request.url ?? "", headers: request.headers });
      response.writeHead(502);
      response.end();
    });
    proxy.on("connect", ({ url = "", headers }, client: Socket) => {
      sockets.add(client);
      asked.push({ target: url, headers });
      if (status !== 200) return client.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
      const service = connect(servicePort, "127.0.0.1", () => {
        client.write("HTTP/1.1 200 Connection established\r\n\r\n");
        client.pipe(service).pipe(client);
      });
      sockets.add(service);
      return service;
    });
    servers.push(proxy);
    return { address: `127.0.0.1:${await portOf(proxy)}`, asked };
  }

  it("trusts the authorities of NODE_EXTRA_CA_CERTS", async () => {
    const env = { NODE_EXTRA_CA_CERTS: authorityFile };
    expect(await call(`https://localhost:${servicePort}/v1`, env)).to.equal(good);
  });

  it("sends nothing to a server whose certificate is not trusted, and says what helps", async () => {
    const address = `https://localhost:${servicePort}/v1`;
    expect(await failure(clientOf(address).send(search))).to.include({
      code: "network",
      attempts: 1,
      message:
        `the certificate of ${address} (DEPTH_ZERO_SELF_SIGNED_CERT, POST /senders/search) is not trusted. ` +
        "To trust another certificate authority, set NODE_EXTRA_CA_CERTS to a file with its certificate.",
    });
  });

  it("sends nothing to a server whose certificate is another host's", async () => {
    const env = { NODE_EXTRA_CA_CERTS: authorityFile };
    expect(await call(`https://127.0.0.1:${servicePort}/v1`, env)).to.match(
      /^network: the certificate of \S+ \(ERR_TLS_CERT_ALTNAME_INVALID, POST \/senders\/search\)/,
    );
  });

  it("says at once that a server speaks no TLS", async () => {
    const server = await serve((response) => json(response, { data: [] }));
    const client = clientOf(server.url.replace("http:", "https:"));
    const error = await failure(client.send(search));
    expect(error).to.include({ code: "network", attempts: 1 });
    expect(error.message).to.match(
      /^can't establish a TLS connection to https:\S+ \((EPROTO|ERR_SSL_\w+), POST \/senders\/search\)\. Check emailmarketing:baseUrl\.$/,
    );
  });

  for (const [setting, scheme] of [
    ["HTTPS_PROXY", "http://"],
    ["https_proxy", "http://"],
    ["HTTPS_PROXY", ""],
    ["ALL_PROXY", "http://"],
  ] as const) {
    it(`goes through the proxy of ${setting}=${scheme}host:port, which never sees the key`, async () => {
      const proxy = await startProxy();
      const env = {
        NODE_EXTRA_CA_CERTS: authorityFile,
        [setting]: `${scheme}${proxy.address}`,
      };
      expect(await call("https://service.example/v1", env)).to.equal(good);
      expect(proxy.asked.map(({ target }) => target)).to.deep.equal(["service.example:443"]);
      expect(JSON.stringify(proxy.asked)).to.not.include("canary-main-key");
    });
  }

  it("gives the proxy the credentials that its address holds", async () => {
    const proxy = await startProxy();
    const env = {
      NODE_EXTRA_CA_CERTS: authorityFile,
      HTTPS_PROXY: `http://user:secret-word@${proxy.address}`,
    };
    expect(await call("https://service.example/v1", env)).to.equal(good);
    expect(proxy.asked[0]?.headers["proxy-authorization"]).to.equal(
      `Basic ${Buffer.from("user:secret-word").toString("base64")}`,
    );
  });

  it("goes straight where NO_PROXY says so", async () => {
    const proxy = await startProxy();
    const env = {
      NODE_EXTRA_CA_CERTS: authorityFile,
      HTTPS_PROXY: `http://${proxy.address}`,
      NO_PROXY: "intranet.example,localhost",
    };
    expect(await call(`https://localhost:${servicePort}/v1`, env)).to.equal(good);
    expect(proxy.asked).to.deep.equal([]);
  });

  it("goes straight to http, which is for this machine only: a proxy would see the key", async () => {
    const proxy = await startProxy();
    const server = await serve((response) => json(response, { data: [] }));
    const env = { HTTP_PROXY: `http://${proxy.address}`, HTTPS_PROXY: `http://${proxy.address}` };
    expect(await call(server.url, env)).to.equal('{"data":[]}');
    expect(proxy.asked).to.deep.equal([]);
  });

  it("says that the proxy wants other credentials, without those it was given", async () => {
    const proxy = await startProxy(407);
    const env = { HTTPS_PROXY: `http://user:secret-word@${proxy.address}` };
    expect(await call("https://service.example/v1", env)).to.equal(
      "network: proxy authentication failed (407, POST /senders/search). Check the credentials in HTTPS_PROXY.",
    );
  });

  it("says that it can't connect through the proxy", async () => {
    const env = { HTTPS_PROXY: "http://127.0.0.1:1" };
    expect(await call("https://service.example/v1", env)).to.equal(
      "network: can't connect to https://service.example/v1 through the proxy in HTTPS_PROXY " +
        "(ECONNREFUSED, POST /senders/search). Check HTTPS_PROXY and that the proxy is running.",
    );
  });

  for (const proxy of ["socks5://user:secret-word@127.0.0.1:1080", "http://"]) {
    it(`refuses HTTPS_PROXY=${proxy} without showing it`, async () => {
      expect(await call("https://service.example/v1", { HTTPS_PROXY: proxy })).to.equal(
        "config: HTTPS_PROXY (or ALL_PROXY) must be the URL of an http or https proxy, such as http://host:port.",
      );
    });
  }
});

describe("agentFor", function () {
  const setEnvironment = useEnvironment(this);
  const names = ["HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "https_proxy", "all_proxy", "no_proxy"];
  const none = Object.fromEntries(names.map((name) => [name, ""]));
  beforeEach("names no proxy", () => setEnvironment(none));
  let hosts = 0;

  /** The proxy that calls to a new host go through in this environment; undefined where they go straight. */
  async function proxyIn(environment: Record<string, string>): Promise<string | undefined> {
    setEnvironment(environment);
    hosts += 1;
    const agent = await agentFor(`https://service-${hosts}.example/v1`, "fresh");
    return "proxy" in agent ? String(agent.proxy) : undefined;
  }

  for (const [environment, proxy] of [
    [{}, undefined],
    [{ HTTPS_PROXY: "http://proxy.example:3128" }, "http://proxy.example:3128/"],
    [{ https_proxy: "http://proxy.example:3128" }, "http://proxy.example:3128/"],
    [{ ALL_PROXY: "http://proxy.example:3128" }, "http://proxy.example:3128/"],
    [{ all_proxy: "http://proxy.example:3128" }, "http://proxy.example:3128/"],
    [{ HTTPS_PROXY: "https://proxy.example:8443" }, "https://proxy.example:8443/"],
    [{ HTTPS_PROXY: "proxy.example:3128" }, "http://proxy.example:3128/"],
    [
      { HTTPS_PROXY: "http://one.example", ALL_PROXY: "http://other.example" },
      "http://one.example/",
    ],
    [{ HTTPS_PROXY: "  " }, undefined],
    [{ HTTP_PROXY: "http://proxy.example:3128" }, undefined],
    [{ HTTPS_PROXY: "http://proxy.example:3128", NO_PROXY: "*" }, undefined],
    [{ HTTPS_PROXY: "http://proxy.example:3128", no_proxy: ".example" }, undefined],
    [{ HTTPS_PROXY: "http://proxy.example", NO_PROXY: "acme.example" }, "http://proxy.example/"],
  ] as const) {
    it(`goes ${proxy ? `through ${proxy}` : "straight"} with ${JSON.stringify(environment)}`, async () => {
      expect(await proxyIn(environment)).to.equal(proxy);
    });
  }

  it("takes no scheme from variables whose names are only like a proxy's", async () => {
    const like = "https://proxy.example:3128";
    const environment = { MY_HTTPS_PROXY: like, HTTPS_PROXY_OLD: like };
    expect(await proxyIn({ ...environment, HTTPS_PROXY: "proxy.example:3128" })).to.equal(
      "http://proxy.example:3128/",
    );
  });

  for (const proxy of [
    "socks5://user:secret-word@127.0.0.1:1080",
    "git+https://user:secret-word@proxy.example",
    "http://",
  ]) {
    it(`refuses the proxy ${proxy} without showing it`, async () => {
      expect(await failure(proxyIn({ HTTPS_PROXY: proxy }))).to.include({
        code: "config",
        message:
          "HTTPS_PROXY (or ALL_PROXY) must be the URL of an http or https proxy, such as http://host:port.",
      });
    });
  }

  it("keeps one agent for an origin and a kind of connection", async () => {
    const kept = await agentFor("https://kept.example/v1", "kept");
    expect(await agentFor("https://kept.example/v2", "kept")).to.equal(kept);
    expect(kept).to.be.instanceOf(HttpsAgent).and.have.nested.property("options.keepAlive", true);
    const fresh = await agentFor("https://kept.example/v1", "fresh");
    expect(fresh).to.not.equal(kept);
    expect(fresh).to.not.have.nested.property("options.keepAlive");
    expect(await agentFor("https://kept.example:8443/v1", "kept")).to.not.equal(kept);
  });

  it("goes straight to http, whatever proxy is named", async () => {
    setEnvironment({ HTTPS_PROXY: "http://proxy.example", ALL_PROXY: "http://proxy.example" });
    const agent = await agentFor("http://127.0.0.1:7/v1", "fresh");
    expect(agent).to.be.instanceOf(HttpAgent).and.not.be.instanceOf(HttpsAgent);
    expect(agent).to.not.have.property("proxy");
  });
});
