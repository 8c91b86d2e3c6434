import { expect } from "chai";
import { ok } from "../../support/outcome";
import { js } from "../../support/program";
import { canaryKeys, useService } from "../../support/service";

const program = js(`
new em.Sender("news", { email: "news@acme.example", name: "Acme News", city: "Bern" });
new em.Sender("hello", { email: "hello@acme.example", name: "Acme", city: "Bern" });
exports.contact = em.getContactOutput({ email: "ada@example.com" }).id;`);

/** One line for each try: what was called, how it ended, how long it took, and the pace. */
const line =
  /(POST|GET) \/[^ ]* try=\d+ status=\d+( error=[a-z-]+)? ms=\d+( wait=\d+)? pace=[\d.]+\/s inflight=\d+ waiting=\d+( paused=\d+)?/;

describe("the debug log on the engine", function () {
  const { createProject, emulator } = useService(this);

  it("tells each try by its route, and nothing of keys, bodies or contacts", async () => {
    emulator().faults([
      { method: "POST", path: "/senders", times: 1, kind: "status", status: 429 },
      { path: "/senders/search", times: 1, kind: "status", status: 500 },
    ]);
    const env = { EMAIL_MARKETING_LOG: "debug" };
    const project = await createProject({ program, env });
    const up = await ok(project.up());
    const lines = up.output.split("\n").filter((one) => one.includes("debug: "));
    expect(lines.filter((one) => !line.test(one))).to.deep.equal([]);
    expect(lines.some((one) => /POST \/senders try=1 status=429 .*wait=\d+/.test(one))).to.equal(
      true,
    );
    expect(lines.some((one) => /POST \/senders try=2 status=20\d /.test(one))).to.equal(true);
    expect(lines.some((one) => /GET \/contacts\/\{id\} try=1 status=200/.test(one))).to.equal(true);
    const told = lines.join("\n");
    for (const secret of [canaryKeys.apiKey, "@", "%40", "Acme", "Bern"]) {
      expect(told, "the log").to.not.include(secret);
    }
  });
});
