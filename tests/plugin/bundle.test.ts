import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { GetSchemaRequest } from "@pulumi/pulumi/proto/provider_pb";
import { expect } from "chai";
import { bundleFile, bundlePlugin } from "../../tools/plugin/bundle";

const provider = join(__dirname, "..", "..", "provider");

describe("the plugin's bundle", function () {
  this.timeout(60_000);
  let folder = "";
  before("lays the bundle, its bin and the schema where no package can be found", async () => {
    await bundlePlugin();
    folder = await mkdtemp(join(tmpdir(), "email-marketing-bundle-"));
    const files = [
      "bin/pulumi-resource-emailmarketing.js",
      "dist/pulumi-resource-emailmarketing.js",
      "schema.json",
    ];
    for (const file of files) await cp(join(provider, file), join(folder, file));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it("starts with nothing beside it, serves the schema, and ends with its engine", async () => {
    const bin = join(folder, "bin", "pulumi-resource-emailmarketing.js");
    const plugin = spawn(process.execPath, [bin], { stdio: ["pipe", "pipe", "inherit"] });
    const ended = once(plugin, "exit");
    const [port] = (await once(createInterface({ input: plugin.stdout }), "line")) as [string];
    expect(port).to.match(/^\d+$/);
    const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
    const schema = await new Promise<string>((resolve, reject) => {
      client.getSchema(new GetSchemaRequest(), (error, response) =>
        error ? reject(error) : resolve(response.getSchema()),
      );
    });
    client.close();
    expect(schema).to.equal(await readFile(join(provider, "schema.json"), "utf8"));
    // So does the engine at the end of a command.
    plugin.kill("SIGINT");
    expect(await ended).to.deep.equal([0, null]);
  });

  it("is small, since it holds the protocol of Pulumi's SDK and nothing else of it", async () => {
    expect((await stat(bundleFile)).size).to.be.below(2_500_000);
    expect(await readFile(bundleFile, "utf8")).not.to.include("Program run without the Pulumi");
  });
});
