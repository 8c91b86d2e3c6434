import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { runIn } from "../../support/command";
import { ok } from "../../support/outcome";
import { useService } from "../../support/service";

const acme = { sender_email: "hello@acme.example", sender_name: "Acme" };
const seed = {
  domains: [{ domain: "acme.example" }],
  lists: [
    { id: "l-1", name: "Customers", contact_count: 3 },
    { id: "l-2", name: "Twice" },
    { id: "l-3", name: "Twice" },
  ],
  campaigns: [
    {
      ...{ id: "c-1", name: "Spring", subject: "Sun", sender: acme, list_ids: ["l-1"] },
      html: "<p>%%unsubscribe%%</p>\n",
    },
    {
      ...{ id: "c-2", name: "Twice", subject: "Rain", sender: acme, list_ids: ["l-2"] },
      html: "<p>Hello</p>",
    },
    {
      ...{ id: "c-3", name: "Winter", subject: "Snow", sender: acme, list_ids: ["l-1"] },
      html: "<p>%%unsubscribe%%</p>",
      status: "Finished" as const,
    },
    {
      ...{ id: "c-4", name: "Autumn", subject: "Fog", sender: acme, list_ids: ["l-1"] },
      html: "<p>%%unsubscribe%%</p>",
      status: "Paused" as const,
    },
  ],
};

const files = ["--file", "import.json", "--program", "imported.ts"];

describe("imported campaigns", function () {
  const { createProject } = useService(this, { seed });

  it("show no change in the next preview, and have their HTML in files", async () => {
    const project = await createProject({
      program: { typescript: 'export * from "./imported";' },
      config: { "emailmarketing:operations": "extended" },
    });
    const written = await ok(runIn(project, "import", "--kind", "Campaign", ...files));
    expect(written.stdout).to.include(
      'Skipped: Campaign c-2: listIds: the account has no list, or several lists, with a name of "Twice"',
    );
    expect(written.stdout).to.include("Wrote 1 campaign to import.json");
    expect(written.stdout).to.include(
      "Note: skipped because of their status: c-4 (paused); c-3 (finished). To import one, add --campaign-id ID.",
    );
    const text = await readFile(join(project.dir, "imported.ts"), "utf8");
    expect(text).to.include('html: readFileSync("spring.html", "utf8"),');
    expect(text).to.include('listIds: ["l-1"],');
    expect(await readFile(join(project.dir, "spring.html"), "utf8")).to.equal(
      "<p>%%unsubscribe%%</p>\n",
    );

    await ok(
      project.raw([...["import", "--file", "import.json", "--generate-code=false", "--yes"]]),
    );
    await ok(project.preview(), { same: 2 });
    await ok(project.refresh(), { same: 2 });

    const others = ["--file", "sent.json", "--program", "sent.ts"];
    const sent = await runIn(project, "import", "--campaign-id", "c-3", ...others);
    expect(sent.stdout, sent.output).to.include("Wrote 1 campaign to sent.json");
  });
});
