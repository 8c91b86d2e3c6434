import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { ok } from "../../../support/outcome";
import { canaryKeys, type ServiceProject, useService } from "../../../support/service";
import { outputOf } from "../../../support/stack";
import { pluginFolder } from "../../../support/stack/plugin-folder";

const main = join(__dirname, "../../../../provider/dist/plugin/main.js");

/** Loaded before the plugin: its schema has whole numbers as numbers, as it was before. */
const before = `
const fs = require("node:fs");
const read = fs.readFileSync;
fs.readFileSync = (file, ...how) => {
  const text = read(file, ...how);
  return String(file).endsWith("schema.json") ? text.replaceAll('"integer"', '"number"') : text;
};
`;

describe("a stack of the schema in which whole numbers were numbers", function () {
  const { createProject, emulator } = useService(this);

  const program = () => ({
    resources: {
      eu: {
        type: "pulumi:providers:emailmarketing",
        properties: {
          apiKey: { "fn::secret": canaryKeys.apiKey },
          baseUrl: emulator().baseUrl,
          maxRecipients: 600,
          requestsPerSecond: 20,
        },
      },
      spring: {
        type: "emailmarketing:Campaign",
        properties: {
          name: "Spring",
          subject: "What is new",
          sender: { email: "hello@acme.example", name: "Acme" },
          plainText: "%%unsubscribe%%",
          listIds: ["list-1"],
          rules: { limit: 600 },
        },
        options: { provider: outputOf("eu") },
      },
    },
  });

  it("goes on with the one of today: nothing is shown, sent or written", async () => {
    const project = await createProject({ program: { yaml: {} } });
    await project.writeFile("before/schema.cjs", before);
    const folder = join(project.dir, "before");
    const file = join(folder, "pulumi-resource-emailmarketing");
    const shim = join(folder, "schema.cjs");
    const script = `#!/bin/sh\nexec "${process.execPath}" --require "${shim}" "${main}" "$@"\n`;
    await writeFile(file, script, { mode: 0o755 });
    const schema = await ok(project.raw(["package", "get-schema", file]));
    expect(schema.stdout).to.include('"number"').and.not.include('"integer"');

    const plugins = { providers: [{ name: "emailmarketing", path: folder }] };
    const settings = { name: project.name, runtime: "yaml", plugins, ...program() };
    await project.writeFile("Pulumi.yaml", JSON.stringify(settings));
    await ok(project.up(), { create: 3 });
    const held = await heldBy(project);
    expect(held).to.include('"limit": 600').and.include('"maxRecipients": 600');
    project.newRequests();

    await project.writeProgram({ yaml: program() });
    await ok(project.preview(["--diff", "--expect-no-changes"]), { same: 3 });
    await ok(project.up(), { same: 3 });
    expect(project.newRequests()).to.deep.equal([]);
    expect(await heldBy(project)).to.equal(held);
  });
});

describe("the schema of the plugin", function () {
  const { createProject } = useService(this);

  it("passes the CLI's own check as the plugin gives it", async () => {
    const project = await createProject({ program: { yaml: {} } });
    const file = join(await pluginFolder(), "pulumi-resource-emailmarketing");
    const checked = await ok(project.raw(["schema", "check", file]));
    expect(checked.output.trim()).to.equal("");
    const got = await ok(project.raw(["package", "get-schema", file]));
    expect(got.stdout).to.include('"integer"');
  });
});

/** What the state has of each resource; a secret is encrypted anew by each update. */
async function heldBy(project: ServiceProject): Promise<string> {
  const { resources = [] } = await project.state();
  const held = resources.map(({ urn, id, inputs, outputs }) => ({ urn, id, inputs, outputs }));
  const plain = (name: string, value: unknown) => (name === "ciphertext" ? undefined : value);
  return JSON.stringify(held, plain, 1);
}
