import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { GetSchemaRequest } from "@pulumi/pulumi/proto/provider_pb";
import { expect } from "chai";
import { bundleFile, bundlePlugin } from "../../tools/plugin/bundle";
import { connectTo } from "../support/plugin";

const provider = join(__dirname, "..", "..", "provider");

describe("the plugin's bundle", function () {
  this.timeout(60_000);
  let folder = "";
  before("lays the bundle, its bin and the schema where no package can be found", async () => {
    await bundlePlugin();
    folder = await mkdtemp(join(tmpdir(), "email-marketing-bundle-"));
    const files = [
      "package.json",
      "bin/node-version.js",
      "bin/compile-cache.js",
      "bin/pulumi-resource-emailmarketing.js",
      "dist/pulumi-resource-emailmarketing.js",
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
  async function start() {
    const bin = join(folder, "bin", "pulumi-resource-emailmarketing.js");
    const plugin = spawn(process.execPath, [bin], { stdio: ["pipe", "pipe", "inherit"] });
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

  // parse5, which reads mails as browsers do, is a fifteenth of it.
  it("is small, since it holds the protocol of Pulumi's SDK and nothing else of it", async () => {
    expect((await stat(bundleFile)).size).to.be.below(1_200_000);
    expect(await readFile(bundleFile, "utf8")).not.to.include("Program run without the Pulumi");
  });
});
