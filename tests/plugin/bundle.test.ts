import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import {
  CheckRequest,
  ConfigureRequest,
  CreateRequest,
  GetSchemaRequest,
} from "@pulumi/pulumi/proto/provider_pb";
import { expect } from "chai";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { bundleFile, bundlePlugin } from "../../tools/plugin/bundle";
import { until } from "../support/held-step";
import { connectTo, providerUrn, struct, urnOf } from "../support/plugin";

const provider = join(__dirname, "..", "..", "provider");

/** An engine that does nothing but note what a plugin says. */
async function startEngineLog() {
  const said: string[] = [];
  const server = new Server();
  server.addService(EngineService, {
    log({ request }: ServerUnaryCall<LogRequest, Empty>, reply: sendUnaryData<Empty>) {
      said.push(request.getMessage());
      reply(null, new Empty());
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) => {
      if (error) reject(error);
      else resolve(bound);
    });
  });
  return { address: `127.0.0.1:${port}`, said, close: () => server.forceShutdown() };
}

describe("the plugin's bundle", function () {
  this.timeout(60_000);
  let folder = "";
  before("lays the bundle, its bin and the schema where no package can be found", async () => {
    await bundlePlugin();
    folder = await mkdtemp(join(tmpdir(), "email-marketing-bundle-"));
    const files = [
      "package.json",
      "bin/node-version.js",
      "bin/pulumi-resource-emailmarketing.js",
      "dist/pulumi-resource-emailmarketing.js",
      "dist/mail-clients.js",
      "schema.json",
    ];
    for (const file of files) await cp(join(provider, file), join(folder, file));
  });
  const open: (() => void)[] = [];
  afterEach("ends what a test has started", () => {
    for (const close of open.splice(0)) close();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** The plugin of that folder, which is connected to, and ends as at the end of a command. */
  async function start(...args: readonly string[]) {
    const bin = join(folder, "bin", "pulumi-resource-emailmarketing.js");
    const plugin = spawn(process.execPath, [bin, ...args], { stdio: ["pipe", "pipe", "inherit"] });
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

  it("starts with nothing beside it, serves the schema, and ends with its engine", async () => {
    const plugin = await start();
    const schema = await plugin.client.getSchema(new GetSchemaRequest());
    expect(schema.getSchema()).to.equal(await readFile(join(provider, "schema.json"), "utf8"));
    expect(await plugin.end()).to.deep.equal([0, null]);
  });

  it("has the data of email clients beside it, which it loads for mailClients only", async () => {
    const engine = await startEngineLog();
    open.push(engine.close);
    const plugin = await start(engine.address);
    const settings = { mailClients: "outlook.windows", baseUrl: "http://127.0.0.1:1/v1" };
    const configuration = new ConfigureRequest().setUrn(providerUrn("default"));
    await plugin.client.configure(configuration.setArgs(struct(settings)));
    const campaign = struct({
      name: "Spring",
      subject: "What is new",
      sender: { email: "hello@acme.example", name: "Acme" },
      html: "<style>p { border-radius: 4px }</style><p>Hello</p>",
      listIds: ["list-1"],
    });
    const urn = urnOf("Campaign");
    await plugin.client.check(new CheckRequest().setUrn(urn).setNews(campaign));
    const create = new CreateRequest().setUrn(urn).setProperties(campaign).setPreview(true);
    await plugin.client.create(create);
    const ofClients = () => engine.said.filter((one) => one.includes("[client-unsupported]"));
    await until(
      () => ofClients().length > 0,
      () => `a finding is among these:\n${engine.said.join("\n")}`,
    );
    expect(ofClients()).to.deep.equal([
      'Campaign "Spring": html: it uses 1 feature that email clients of the setting mailClients don\'t support (first border-radius on line 1, outlook.windows: https://www.caniemail.com/features/css-border-radius/). To see all, run: pulumi-email-marketing show --clients [client-unsupported]',
    ]);
  });

  // parse5, which reads mails as browsers do, is a fifteenth of it.
  it("is small, since it holds the protocol of Pulumi's SDK and nothing else of it", async () => {
    expect((await stat(bundleFile)).size).to.be.below(1_200_000);
    expect(await readFile(bundleFile, "utf8")).not.to.include("Program run without the Pulumi");
  });
});
