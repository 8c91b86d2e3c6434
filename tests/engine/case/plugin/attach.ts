import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "chai";
import { ok } from "../../../support/outcome";
import { programsByRuntime } from "../../../support/program";
import { environmentOf, useService } from "../../../support/service";
import { pluginFolder } from "../../../support/stack/plugin-folder";

describe("a plugin that was started by hand", function () {
  const { createProject, emulator } = useService(this);

  it("serves an engine that attaches to the plugin, and sends messages to this engine", async () => {
    const file = join(await pluginFolder(), "pulumi-resource-emailmarketing");
    const env = { ...process.env, ...environmentOf(emulator()) };
    const plugin = spawn(file, [], { stdio: ["pipe", "pipe", "inherit"], env });
    try {
      const [port] = (await once(createInterface({ input: plugin.stdout }), "line")) as [string];
      const news = { email: "news@new.example", name: "Acme News" };
      const project = await createProject({
        program: programsByRuntime["the plugin"]({ news: ["Sender", news] }),
        env: { PULUMI_DEBUG_PROVIDERS: `emailmarketing:${port}` },
      });
      const preview = await ok(project.preview(), { create: 2 });
      expect(preview.output).to.include("[sender-domain-unverified email]");
      // The plugin still runs after the engine has used it.
      expect(plugin.exitCode).to.equal(null);
    } finally {
      plugin.kill("SIGKILL");
    }
  });
});
