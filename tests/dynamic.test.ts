import { join } from "node:path";
import { expect } from "chai";
import dynamicEntry from "pulumi-email-marketing/dynamic";
import { runCommand } from "../tools/engine/command";
import { fixtures } from "./support/fixtures";

/** The modules that a provider's first check loads, in addition to those of the engine's entry and the SDK. */
const script = `
require("@pulumi/pulumi");
const before = new Set(Object.keys(require.cache));
const provider = require("pulumi-email-marketing/dynamic")[process.argv[1]]();
const config = new Map([["emailmarketing:baseUrl", "http://127.0.0.1:9/v1"], ["emailmarketing:apiKey", "canary"]]);
provider.configure({ config: { get: (key) => config.get(key) } })
  .then(() => provider.check({}, JSON.parse(process.argv[2])))
  .then(({ failures }) => {
    const loaded = Object.keys(require.cache).filter((path) => !before.has(path));
    console.log(JSON.stringify({ failures, loaded }));
  });
`;

async function loadedFor(kind: string, inputs: object): Promise<string[]> {
  const args = ["-e", script, kind, JSON.stringify(inputs)];
  const root = join(__dirname, "..");
  const { stdout, output } = await runCommand(process.execPath, args, { cwd: root });
  const { failures, loaded } = JSON.parse(stdout) as { failures: unknown; loaded: string[] };
  expect(failures, output).to.deep.equal([]);
  return loaded.map((path) => path.slice(root.length + 1).replaceAll("\\", "/"));
}

describe("the module pulumi-email-marketing/dynamic", function () {
  this.timeout(30_000);

  it("exports exactly one name for each resource type", () => {
    expect(Object.keys(dynamicEntry).sort()).to.deep.equal(Object.keys(fixtures).sort());
  });

  it("advises to install a newer version if the state names an unknown resource type", async () => {
    const call = 'require("pulumi-email-marketing/dynamic").Segment()';
    const args = ["-p", `try { ${call} } catch (e) { JSON.stringify([e.message, e.stack]) }`];
    const { stdout } = await runCommand(process.execPath, args, { cwd: join(__dirname, "..") });
    expect(JSON.parse(stdout)).to.deep.equal([
      "the state has a Segment, a kind of resource that only a newer version of pulumi-email-marketing has. Install that version, and run the command again. [config]",
      "",
    ]);
  });

  it("loads no other package before the first request", async () => {
    const loaded = await loadedFor("Sender", { email: "news@acme.example", name: "Acme" });
    expect(loaded).to.include("provider/dist/resources/sender/resource.js");
    expect(loaded.filter((path) => path.includes("node_modules"))).to.deep.equal([]);
  });

  it("loads only the code of one resource type if the process serves this type", async () => {
    const loaded = await loadedFor("WebhookActivation", { webhookId: "webhook-1" });
    expect(loaded.filter((path) => /dist\/resources\//.test(path))).to.deep.equal([
      "provider/dist/resources/index.js",
      "provider/dist/resources/webhook/resource.js",
    ]);
  });

  it("loads no code for the analysis of emails if the run isn't a preview", async () => {
    const sender = { email: "news@acme.example", name: "Acme" };
    const html = "<p>Hi</p>";
    const inputs = { name: "Spring", subject: "News", sender, html, listIds: ["list-1"] };
    const loaded = await loadedFor("Campaign", inputs);
    expect(loaded).to.include("provider/dist/resources/campaign/props.js");
    expect(loaded.filter((path) => /node_modules|dist\/mail\//.test(path))).to.deep.equal([]);
  });
});
