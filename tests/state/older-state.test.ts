import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { Seed } from "email-marketing-emulator";
import { runIn } from "../support/command";
import { ok } from "../support/outcome";
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
      await ok(project.raw(["stack", "import", "--file", "older.json"]));

      await ok(runIn(project, "drift"));
      project.newRequests();
      await ok(project.refresh(), { same: 8 });
      expect(project.newRequests().sort()).to.deep.equal([
        "GET /list/list-3",
        "POST /campaign/list",
        "POST /contact/property/search",
        "POST /domains/search",
        "POST /senders/search",
        "POST /webhooks/search",
      ]);
      await ok(project.preview(), { same: 8 });

      const env = { CITY_CAMPAIGN_SUBJECT: "Other news" };
      await ok(project.up([], { env }), { update: 1, same: 7 });
      expect(project.newRequests()).to.deep.equal([
        "POST /campaign/list",
        "PUT /campaign/campaign-3",
        "POST /campaign/list",
      ]);

      await ok(project.destroy(), { delete: 8 });
      expect(project.newRequests()).to.deep.equal([
        "POST /campaign/list",
        "POST /webhooks/toggle/webhook-1",
      ]);
    });
  }
});
