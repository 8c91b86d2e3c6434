import { watch } from "node:fs/promises";
import { expect } from "chai";
import { useEngine } from "../../support/stack";

const noOpProvider = `
exports.check = async (olds, news) => ({ inputs: news });
exports.diff = async (id, olds, news) => ({ changes: olds.text !== news.text });
exports.create = async (inputs) => ({ id: "id-of-" + inputs.text, outs: inputs });
exports.update = async (id, olds, news) => ({ outs: news });
exports.read = async (id, props) => ({ id, props });
exports.delete = async () => {};
`;

const program = (text: string) => `
const { Config, CustomResource } = require("@pulumi/pulumi");
const __provider = 'exports.handler = () => require("./no-op-provider");';
new CustomResource("pulumi-nodejs:dynamic/test:NoOp", "thing", { text: ${JSON.stringify(text)}, __provider });
exports.greeting = new Config().get("greeting");
exports.password = new Config().getSecret("password");
exports.environment = process.env.EMAIL_MARKETING_BASE_URL ?? "absent";
`;

const files = { "no-op-provider.js": noOpProvider };

describe("createProject", function () {
  const createProject = useEngine(this);

  it("reads the changes of a preview in JSON", async () => {
    const project = await createProject({ program: program("json"), files });
    expect((await project.preview(["--json"])).changes).to.deep.equal({ create: 2 });
  });

  it("gives stack config, plain and secret, and keeps the secret encrypted", async () => {
    const project = await createProject({
      program: program("config"),
      files,
      config: { greeting: "hello", "test:password": { secret: "canary-of-config" } },
    });
    const up = await project.up();
    expect(up.exitCode, up.output).to.equal(0);
    expect(up.stdout).to.match(/greeting *: "hello"/);
    const shown = await project.raw(["stack", "output", "password", "--show-secrets"]);
    expect(shown.stdout.trim()).to.equal("canary-of-config");
    expect((await project.exportState()).stdout).to.not.contain("canary-of-config");

    await project.setConfig("greeting", "good-bye");
    expect((await project.up()).stdout).to.contain("good-bye");
    expect(project.printed()).to.contain("hello").and.to.contain("good-bye");
  });

  it("passes on no EMAIL_MARKETING_* variable but those that it is given", async () => {
    process.env.EMAIL_MARKETING_BASE_URL = "http://leaked.example.com/v1";
    try {
      const project = await createProject({ program: program("environment"), files });
      expect((await project.up()).stdout).to.match(/environment *: "absent"/);
      const env = { EMAIL_MARKETING_BASE_URL: "http://given.example.com/v1" };
      expect((await project.up([], { env })).stdout).to.contain("http://given.example.com/v1");
    } finally {
      delete process.env.EMAIL_MARKETING_BASE_URL;
    }
  });

  it("runs a program in TypeScript", async () => {
    const typescript = `export const greeting: string = "typed";`;
    const project = await createProject({ program: { typescript } });
    const up = await project.up();
    expect(up.exitCode, up.output).to.equal(0);
    expect(up.stdout).to.match(/greeting *: "typed"/);
  });

  it("kills the engine in the middle of a create, and ends the provider that is left", async () => {
    // The provider tells that it is in the middle of things by a file, and then hangs.
    const provider = `${noOpProvider}
      exports.create = () => new Promise(() => {
        require("node:fs").writeFileSync("creating", "");
        setInterval(() => {}, 1000);
      });`;
    const project = await createProject({
      program: program("killed"),
      files: { "no-op-provider.js": provider },
    });
    const creating = fileToAppear(project.dir, "creating");
    const up = project.start(["up", "--yes", "--skip-preview", "--non-interactive"]);
    await creating;
    up.kill();
    expect((await up.result).exitCode).to.equal(-1);

    const left = (await project.processes()).filter(({ command }) =>
      command.includes("dynamic-provider"),
    );
    expect(left).to.have.length(1);
    await project.dispose();
    expect(() => process.kill(left[0]?.pid ?? 0, 0)).to.throw("ESRCH");
  });

  it("gives the exit status and the output of a program that fails", async () => {
    const project = await createProject({ program: `throw new Error("broken on purpose");` });
    const up = await project.up();
    expect(up.exitCode).to.equal(1);
    expect(up.output).to.contain("broken on purpose");
  });
});

async function fileToAppear(dir: string, name: string): Promise<void> {
  for await (const event of watch(dir)) {
    if (event.filename === name) {
      return;
    }
  }
}
