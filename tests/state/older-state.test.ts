import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { Seed } from "email-marketing-emulator";
import { runIn } from "../support/command";
import { useService } from "../support/service";

const fixtures = join(__dirname, "fixtures");

describe("the state of an older version", function () {
  const { createProject, emulator } = useService(this);

  for (const version of readdirSync(fixtures)) {
    it(`of ${version} is refreshed, kept, updated and destroyed by this one`, async () => {
      const read = (file: string) => readFileSync(join(fixtures, version, file), "utf8");
      emulator().seed(JSON.parse(read("account.json")) as Seed);
      const project = await createProject({
        program: read("index.js"),
        files: { "older.json": read("state.json") },
        env: { EMAIL_MARKETING_OPERATIONS: "extended" },
      });
      const imported = await project.raw(["stack", "import", "--file", "older.json"]);
      expect(imported.exitCode, imported.output).to.equal(0);

      const drift = await runIn(project, "drift");
      expect(drift.exitCode, drift.output).to.equal(0);
      project.newRequests();
      const refresh = await project.refresh();
      expect(refresh.changes, refresh.output).to.deep.equal({ same: 8 });
      expect(project.newRequests().sort()).to.deep.equal([
        "GET /list/list-3",
        "POST /campaign/list",
        "POST /contact/property/search",
        "POST /domains/search",
        "POST /senders/search",
      ]);
      const unchanged = await project.preview();
      expect(unchanged.changes, unchanged.output).to.deep.equal({ same: 8 });

      const env = { CITY_CAMPAIGN_SUBJECT: "Other news" };
      const up = await project.up([], { env });
      expect(up.changes, up.output).to.deep.equal({ update: 1, same: 7 });
      expect(project.newRequests()).to.deep.equal([
        "POST /campaign/list",
        "PUT /campaign/campaign-3",
      ]);

      const destroy = await project.destroy();
      expect(destroy.exitCode, destroy.output).to.equal(0);
      expect(destroy.changes).to.deep.equal({ delete: 8 });
      expect(project.newRequests()).to.deep.equal(["POST /webhooks/toggle/webhook-1"]);
    });
  }
});
