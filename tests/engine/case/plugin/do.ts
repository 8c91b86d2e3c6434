import { join } from "node:path";
import { expect } from "chai";
import { ok } from "../../../support/outcome";
import { sent, useService } from "../../../support/service";
import { pluginFolder } from "../../../support/stack/plugin-folder";

/*
 * `pulumi do` uses a plugin through its schema, without a program and without a language host. Arguments of functions
 * and enumerations would come from a file, but this engine lacks the converter for such a file.
 */
describe("the command pulumi do with the plugin", function () {
  const { createProject, emulator } = useService(this);

  it("lists, reads and creates senders, and calls a function", async () => {
    const project = await createProject({ program: { yaml: {} } });
    const plugin = join(await pluginFolder(), "pulumi-resource-emailmarketing");
    const run = (...args: string[]) => project.raw(["do", "--package", plugin, ...args]);

    const listed = await ok(run("emailmarketing:Sender", "list", "--stateless"));
    for (const { id } of emulator().snapshot().senders) expect(listed.stdout).to.include(id);
    const unlisted = await run("emailmarketing:Campaign", "list", "--stateless");
    expect(unlisted.output).to.include(
      'can only be listed with emailmarketing:operations "extended"',
    );

    const read = await ok(run("emailmarketing:Sender", "read", "sender-1", "--stateless"));
    expect(read.output).to.include("hello@acme.example");

    const options = ["--email", "do@acme.example", "--name", "Do", "--stateless", "--yes"];
    const created = await ok(run("emailmarketing:Sender", "create", ...options));
    expect(sent(emulator().requests())).to.include("POST /senders");
    expect(created.output).to.include("do@acme.example");

    const called = await ok(run("emailmarketing:getDomains"));
    expect(called.stdout).to.include("acme.example");
  });
});
