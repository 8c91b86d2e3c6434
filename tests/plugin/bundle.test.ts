import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, open as openFile, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Server, ServerCredentials, type ServiceError } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { ConfigureRequest, GetSchemaRequest } from "@pulumi/pulumi/proto/provider_pb";
import { expect } from "chai";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { bundleFile, bundlePlugin } from "../../tools/plugin/bundle";
import { until } from "../support/paused-step";
import { connectTo, providerUrn, requestsOf, struct, urnOf } from "../support/plugin";
import { useSuiteFolder } from "../support/scratch";
import { useServers } from "../support/server";

const provider = join(__dirname, "..", "..", "provider");

describe("the plugin's bundle", function () {
  this.timeout(60_000);
  const serve = useServers(this);
  const folder = useSuiteFolder(this);
  before("lays the bundle, its bin and the schema where no package can be found", async () => {
    await bundlePlugin();
    const files = [
      "package.json",
      "bin/node-version.js",
      "bin/compile-cache.js",
      "bin/pulumi-resource-emailmarketing.js",
      "dist/pulumi-resource-emailmarketing.js",
      "schema.json",
    ];
    for (const file of files) await cp(join(provider, file), join(folder(), file));
  });
  const open: (() => void)[] = [];
  afterEach("ends what a test has started", () => {
    for (const close of open.splice(0)) close();
  });

  /** Starts the plugin of that folder and connects to it. The plugin ends as at the end of a command. */
  async function start({ args = [], env = {} }: { args?: string[]; env?: NodeJS.ProcessEnv } = {}) {
    const bin = join(folder(), "bin", "pulumi-resource-emailmarketing.js");
    const plugin = spawn(process.execPath, [bin, ...args], {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, ...env },
    });
    open.push(() => plugin.kill("SIGKILL"));
    const ended = once(plugin, "exit");
    const [port] = (await once(createInterface({ input: plugin.stdout }), "line")) as [string];
    expect(port).to.match(/^\d+$/);
    const client = connectTo(Number(port));
    return {
      client,
      async end() {
        plugin.kill("SIGINT");
        return ended;
      },
    };
  }

  it("starts without other files, serves the schema, and ends with status 0 on SIGINT", async () => {
    const plugin = await start();
    const schema = await plugin.client.getSchema(new GetSchemaRequest());
    expect(schema.getSchema()).to.equal(await readFile(join(provider, "schema.json"), "utf8"));
    expect(await plugin.end()).to.deep.equal([0, null]);
  });

  it("keeps its old content for a process that opened the file before a new bundle was written", async () => {
    const file = join(folder(), "dist", "replaced.js");
    await writeFile(file, "old");
    const reader = await openFile(file);
    await bundlePlugin(file);
    expect((await reader.readFile("utf8")) === "old").to.equal(true);
    await reader.close();
  });

  /** An engine on this machine, which records the messages to it. */
  async function startEngine() {
    const warnings: string[] = [];
    const server = new Server();
    open.push(() => server.forceShutdown());
    server.addService(EngineService, {
      log({ request }: { request: LogRequest }, reply: (error: null, response: Empty) => void) {
        warnings.push(request.getMessage());
        reply(null, new Empty());
      },
    });
    const port = await new Promise<number>((resolve, reject) => {
      server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    return { address: `127.0.0.1:${port}`, warnings };
  }

  const proxy = "http://127.0.0.1:9";
  const removal = requestsOf(urnOf("Sender", "news")).delete("sender-1", {
    email: "news@acme.example",
    name: "News",
    account: "loopback",
  });
  const settings = { apiKey: "canary-main-key", baseUrl: "http://127.0.0.1:9/v1" };
  for (const env of [
    {},
    { http_proxy: proxy },
    { https_proxy: proxy },
    { grpc_proxy: proxy },
    { HTTP_PROXY: proxy },
    { HTTPS_PROXY: proxy },
    { all_proxy: proxy, ALL_PROXY: proxy },
    { http_proxy: proxy, no_proxy: "localhost" },
    { https_proxy: proxy, no_proxy: "localhost, 127.0.0.1" },
    { https_proxy: proxy, NO_PROXY: "127.0.0.1" },
    { http_proxy: proxy, no_grpc_proxy: "localhost" },
    { http_proxy: proxy, https_proxy: proxy, no_proxy: "127.0.0.1" },
  ]) {
    it(`sends a warning to the engine ${Object.keys(env).length === 0 ? "if the environment has no proxy variable" : `even if the environment has ${JSON.stringify(env)}`}`, async () => {
      const { address, warnings } = await startEngine();
      const { client, end } = await start({ args: [address], env });
      await client.configure(
        new ConfigureRequest().setUrn(providerUrn("default")).setArgs(struct(settings)),
      );
      await client.delete(removal);
      await until(
        () => warnings.length > 0,
        () => "a warning",
      );
      expect(warnings).to.deep.equal([
        'Sender "news@acme.example" was removed from the Pulumi state but still exists in the account: the service has no delete operation.',
      ]);
      await end();
    });
  }

  it("fails a create with a timeout error and advice if the service sends no response", async () => {
    const { url } = await serve(() => undefined);
    const { client, end } = await start();
    // The deadline comes before a second attempt can time out.
    const soon = { ...settings, baseUrl: url, timeoutSeconds: "0.5", deadlineSeconds: "0.9" };
    await client.configure(
      new ConfigureRequest().setUrn(providerUrn("default")).setArgs(struct(soon)),
    );
    const inputs = { email: "news@acme.example", name: "News" };
    const { details } = await client
      .create(requestsOf(urnOf("Sender", "news")).create(inputs))
      .then(
        () => expect.fail("it was created"),
        (error: ServiceError) => error,
      );
    expect(details).to.equal(
      `Sender "news@acme.example": no reply from ${url} within 1 s (POST /senders/search, attempt 1). ` +
        "Check that the service is running, or raise emailmarketing:timeoutSeconds. [timeout]",
    );
    await end();
  });

  // Of the bundle, parse5, which parses emails as browsers do, is a fifteenth. yaml, which parses project files, is a
  // tenth.
  it("is smaller than 1.35 MB, and lacks the part of Pulumi's SDK that runs programs", async () => {
    expect((await stat(bundleFile)).size).to.be.below(1_350_000);
    expect(await readFile(bundleFile, "utf8")).not.to.include("Program run without the Pulumi");
  });
});
