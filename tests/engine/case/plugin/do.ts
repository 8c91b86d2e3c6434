import { join } from "node:path";
import { expect } from "chai";
import { ok } from "../../../support/outcome";
import { type ServiceProject, sent, useService } from "../../../support/service";
import { pluginFolder } from "../../../support/stack/plugin-folder";

/*
 * `pulumi do` drives a plugin by its schema alone, without a program and without a language host. Arguments of functions and
 * enumerations come from a file, which takes a converter that pulumi-yaml has and this engine has not.
 */
describe("pulumi do", function () {
  const { createProject, emulator } = useService(this);
  this.beforeEach("starts with the example account", () => emulator().reset());

  async function open() {
    const project: ServiceProject = await createProject({ program: { yaml: {} } });
    const plugin = join(await pluginFolder(), "pulumi-resource-emailmarketing");
    return (...args: string[]) => project.raw(["do", "--package", plugin, ...args]);
  }

  it("lists senders", async () => {
    const run = await open();
    const listed = await ok(run("emailmarketing:Sender", "list", "--stateless"));
    for (const { id } of emulator().snapshot().senders) expect(listed.stdout).to.include(id);
    const unlisted = await run("emailmarketing:Campaign", "list", "--stateless");
    expect(unlisted.output).to.include(
      'can only be listed with emailmarketing:operations "extended"',
    );
  });

  it("reads a sender by its id", async () => {
    const run = await open();
    const read = await ok(run("emailmarketing:Sender", "read", "sender-1", "--stateless"));
    expect(read.output).to.include("hello@acme.example");
  });

  it("creates a sender", async () => {
    const run = await open();
    const options = ["--email", "do@acme.example", "--name", "Do", "--stateless", "--yes"];
    const created = await ok(run("emailmarketing:Sender", "create", ...options));
    expect(sent(emulator().requests())).to.include("POST /senders");
    expect(created.output).to.include("do@acme.example");
  });

  it("calls a function", async () => {
    const run = await open();
    const called = await ok(run("emailmarketing:getDomains"));
    expect(called.stdout).to.include("acme.example");
  });
});
