import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { runIn } from "../support/command";
import { fails, ok } from "../support/outcome";
import { useService } from "../support/service";

const numbers = (length: number) => Array.from({ length }, (_, index) => index + 1);

const seed = {
  domains: [{ domain: "acme.example" }],
  senders: numbers(1000).map((number) => ({
    id: `sender-${number}`,
    sender_email: `shop${number}@acme.example`,
    sender_name: `Shop ${number}`,
  })),
  properties: numbers(100).map((number) => ({
    id: `property-${number}`,
    name: `Loyalty level ${number}`,
    type: "number",
  })),
};

const files = ["--file", "import.json", "--program", "imported.ts"];
const importing = ["import", "--file", "import.json", "--generate-code=false", "--yes"];
/** Without these settings, the engine would write the state of about 1 MB again for each of 1,100 objects. */
const atTheEnd = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };

describe("an account with 1,000 senders and 100 properties", function () {
  const { createProject, emulator } = useService(this, { seed });
  const perRoute = (requests: readonly string[]) => {
    const counts: Record<string, number> = {};
    for (const request of requests) counts[request] = (counts[request] ?? 0) + 1;
    return counts;
  };

  it("is imported with two commands, after which drift finds only what was changed in the service", async function () {
    this.timeout(300_000);
    const project = await createProject({
      program: { typescript: 'export * from "./imported";' },
      config: { "emailmarketing:operations": "extended" },
    });
    project.newRequests();
    const written = await ok(runIn(project, "import", ...files));
    expect(written.stdout).to.include(
      "Wrote 1,000 senders, 100 custom properties, 0 lists and 0 webhook activations to import.json (for pulumi import) and imported.ts (the program).",
    );
    expect(written.stderr).to.equal("");
    const asked = perRoute(project.newRequests());
    expect(asked["POST /senders/search"]).to.be.within(10, 11);
    expect(asked["POST /contact/property/search"]).to.be.within(1, 2);
    expect(asked["POST /lists/search"]).to.equal(1);
    expect(asked["POST /webhooks/search"]).to.equal(1);
    expect(Object.keys(asked)).to.have.length(4);

    await ok(project.raw(importing, { env: atTheEnd }));
    const preview = await ok(project.preview(), { same: 1101 });
    expect(preview.output).to.not.include("protect");
    expect(project.newRequests()).to.deep.equal([]);

    const quiet = await ok(runIn(project, "drift"));
    expect(quiet.stdout).to.equal("No drift in 1,100 objects.\n");
    expect(project.newRequests()).to.have.length.at.most(14);

    const nothing = await runIn(project, "import", ...files);
    expect(nothing.stdout).to.equal(
      "Skipped: 1,100 objects already in the stack.\nNothing to import. No files were written.\n",
    );

    emulator().remove("senders", "sender-500");
    emulator().patch("properties", "property-7", { name: "Renamed by hand" });
    project.newRequests();
    const drift = await fails(runIn(project, "drift"), 2);
    expect(drift.stdout.split("\n")).to.deep.equal([
      "drift    kind            name                  property  state              service",
      "gone     Sender          shop500-acme-example",
      'changed  CustomProperty  loyalty-level-7       name      "Loyalty level 7"  "Renamed by hand"',
      "",
      "Drift in 2 of 1,100 objects: 1 gone, 1 changed. To restore what the program declares, run pulumi refresh, then pulumi up. To keep a change, declare it in the program.",
      "",
    ]);
    project.newRequests();
    await ok(project.refresh([], { env: atTheEnd }), { update: 1, delete: 1, same: 1099 });
    const read = perRoute(project.newRequests());
    // One search for the first sender, ten pages, and two searches for the sender that is gone.
    expect(read["POST /senders/search"]).to.be.at.most(13);
    expect(read["POST /contact/property/search"]).to.be.at.most(2);

    expect(await readFile(join(project.dir, "imported.ts"), "utf8")).to.include(
      `const loyaltyLevel7CustomProperty = new CustomProperty("loyalty-level-7", {
  name: "Loyalty level 7",
  type: "number",
}, { protect: true });`,
    );
  });
});
