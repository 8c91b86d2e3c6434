import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { requireLanguage } from "../../tools/engine/language-host";
import { installSdk } from "../../tools/sdk/install";
import { installPlugin } from "../support/install-plugin";
import { ok } from "../support/outcome";
import { useService } from "../support/service";
import { sharedEngine } from "../support/stack";

const example = join(__dirname, "..", "..", "examples", "languages", "java");

/*
 * The Java SDK has builders, and comes from a language host that is older than the CLI. So this test sends each type of
 * input once.
 */
describe("a program in Java", function () {
  const { createProject, emulator } = useService(this);
  this.timeout(600_000);

  it("sends inputs of six types to the service, and hides secrets in the output of up", async () => {
    await requireLanguage(await sharedEngine(), "java");
    const project = await createProject({ program: { dir: example } });
    await copyFile(
      join(__dirname, "java", "App.java"),
      join(project.dir, "src", "main", "java", "acme", "App.java"),
    );
    await writeFile(join(project.dir, "spring.html"), "<p>Hello. %%unsubscribe%%</p>");
    const env = {
      PULUMI_IGNORE_AMBIENT_PLUGINS: "true",
      ...(await installSdk("java", project.dir)),
    };
    const options = { env };
    await installPlugin(project);

    await ok(project.preview([], options), { create: 9 });
    const up = await ok(project.up([], options), { create: 9 });
    expect(up.output).to.match(/contact *: \[secret\]/);
    expect(up.output).to.match(/subject *: \[secret\]/);
    expect(up.output).to.match(/senders *: \[\n *\[0\]: "hello@acme\.example"\n *\]/);
    const { properties, campaigns, webhooks } = emulator().snapshot();
    expect(
      properties.filter(({ id }) => id !== "property-1").map(({ name, type }) => ({ name, type })),
    ).to.have.deep.members([
      { name: "tier", type: "text" },
      { name: "renewal", type: "date" },
      { name: "seats", type: "number" },
    ]);
    const spring = campaigns.find(({ name }) => name === "Spring");
    expect(spring).to.deep.include({
      status: "Scheduled",
      subject: "What is new",
      html: "<p>Hello. %%unsubscribe%%</p>",
      plain_text: "Hello. %%unsubscribe%%",
      list_ids: ["list-1"],
      contacts_order: "first",
      rules: { limit: 2 },
      viewin_browser: true,
    });
    expect(webhooks.find(({ id }) => id === "webhook-1")?.status).to.equal("active");

    await ok(project.up([], options), { same: 9 });
  });
});
