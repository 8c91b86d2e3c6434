import { readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { startCommand } from "../../../tools/engine/command";
import { runTool } from "../../../tools/language/requirement";
import { packInto } from "../../../tools/package/pack";
import { fails, ok } from "../../support/outcome";
import { js } from "../../support/program";
import { useSuiteFolder } from "../../support/scratch";
import { useService } from "../../support/service";
import { sharedEngine } from "../../support/stack";

const program = `
import * as pulumi from "@pulumi/pulumi";
import { CustomProperty, getDomain, Provider, Sender, WebhookActivation } from "pulumi-email-marketing";
new CustomProperty("packed", { name: "packed", type: "text" });
const own = new Provider("own", { apiKey: pulumi.secret(process.env.EMAIL_MARKETING_API_KEY ?? "") });
const sender = new Sender("packed", { email: "packed@acme.example", name: "Packed" }, { provider: own });
new WebhookActivation("events", { webhookId: "webhook-1" });
export const domain = getDomain({ domain: "acme.example" }).then(({ status }) => status);
export const status = sender.status;
`;

describe("the packed packages", function () {
  const { createProject } = useService(this);
  const folder = useSuiteFolder(this);

  this.beforeAll("packs both, and installs them outside the repository", async function () {
    this.timeout(300_000);
    const archives = await packInto(folder());
    await writeFile(join(folder(), "package.json"), JSON.stringify({ private: true }));
    // The oldest SDK that the package supports.
    const others = ["@pulumi/pulumi@3.216.0", "typescript@5.9", "node@24"];
    const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
    await runTool("npm", ["install", ...quiet, ...archives, ...others], { cwd: folder() });
  });

  it("run a TypeScript program through preview, up, refresh and destroy", async () => {
    const project = await createProject({ program: { typescript: program }, scratch: folder() });
    await ok(project.preview(), { create: 5 });
    const up = await ok(project.up(), { create: 5 });
    expect(up.output).to.match(/domain: "verified"\s+status: "verified"/);
    await ok(project.up(), { same: 5 });
    await ok(project.refresh(), { same: 5 });
    await ok(project.destroy(), { delete: 5 });
  });

  it("run a program on Node.js 24", async () => {
    const { dir } = await sharedEngine();
    const newer = join(folder(), "node_modules", "node", "bin");
    const PATH = [newer, dir, process.env.PATH].join(delimiter);
    const project = await createProject({
      program: js(`
new em.Sender("newer", { email: "newer@acme.example", name: "Newer" });
exports.node = process.version;`),
      scratch: folder(),
      env: { PATH },
    });
    const up = await ok(project.up());
    expect(up.output).to.match(/node: "v24\.\d+\.\d+"/);
    await ok(project.refresh(), { same: 2 });
    await ok(project.destroy());
  });

  it("report an invalid input and an invalid argument without stack frames, even with the oldest supported SDK", async () => {
    const project = await createProject({
      program: js(`
new em.CustomProperty("empty", { name: "", type: "text" });
exports.lists = em.getListsOutput({ search: "x".repeat(256) });`),
      scratch: folder(),
    });
    const preview = await fails(project.preview(), 1);
    expect(preview.output).to.include(
      "CustomProperty (empty):\n    error: name: must be 3 to 30 characters long (got 0)",
    );
    expect(preview.output).to.include(
      "error: getLists: search: must be at most 255 characters long (got 256)",
    );
    expect(preview.output).to.not.match(/^[ \t]+at .+[:(]/m);
  });

  it("have no script that npm runs during the installation", async () => {
    for (const name of ["pulumi-email-marketing", "email-marketing-emulator"]) {
      const text = await readFile(join(folder(), "node_modules", name, "package.json"), "utf8");
      const { scripts } = JSON.parse(text) as { scripts?: Record<string, string> };
      expect(
        Object.keys(scripts ?? {}).filter((script) => /install|prepare/.test(script)),
      ).to.deep.equal([]);
    }
  });

  it("contain the emulator as a command", async () => {
    const bin = join(folder(), "node_modules", ".bin", "email-marketing-emulator");
    const { stdout } = await ok(
      startCommand(bin, ["--help"], {
        cwd: folder(),
        env: process.env,
      }).result,
    );
    expect(stdout).to.include("--rate-limit");
  });
});
