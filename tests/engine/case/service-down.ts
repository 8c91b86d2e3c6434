import { expect } from "chai";
import { closedPort } from "../../support/free-port";
import { fails, ok } from "../../support/outcome";
import { js } from "../../support/program";
import { useService } from "../../support/service";

describe("a service that is down", function () {
  const { createProject, emulator } = useService(this);
  const baseUrl = `http://127.0.0.1:${closedPort}/v1`;
  const program = js(`
new em.Sender("news", { email: "news@acme.example", name: "Acme News" });
exports.status = em.getDomainOutput({ domain: "acme.example" }).status;`);

  // tests/client/outage.test.ts tests how long the provider retries.
  it("fails a preview with one message that has the number of attempts", async () => {
    const project = await createProject({ program, env: { EMAIL_MARKETING_BASE_URL: baseUrl } });
    const preview = await fails(project.preview(["--json"]), 1);
    const { diagnostics = [] } = JSON.parse(preview.stdout) as {
      diagnostics?: { message: string }[];
    };
    const sentences = diagnostics.map(({ message }) =>
      message.replace(/\b\d+ attempts in \d s/, "N attempts in N s"),
    );
    expect(sentences).to.deep.equal([
      `error: getDomain: can't connect to ${baseUrl} (ECONNREFUSED, POST /domains/search, N attempts in N s). ` +
        "Check emailmarketing:baseUrl and that the service is running. [network]\n",
    ]);
  });

  it("causes only one warning in a preview if only preflight sends requests", async () => {
    const senders = ["one", "two", "three"].map(
      (name) => `new em.Sender("${name}", { email: "${name}@acme.example", name: "${name}" });`,
    );
    const project = await createProject({
      program: js(...senders),
      env: { EMAIL_MARKETING_BASE_URL: baseUrl },
    });
    const preview = await ok(project.preview(["--json"]));
    expect(preview.stdout.split("can't connect to ")).to.have.length(2);
  });

  it("fails an update soon if the service's URL is on this machine, and the next update continues", async () => {
    const project = await createProject({ program });
    await ok(project.up());
    await project.writeProgram(program.replace("Acme News", "Acme Weekly"));
    const down = await fails(project.up([], { env: { EMAIL_MARKETING_BASE_URL: baseUrl } }), 1);
    expect(down.output).to.match(/ECONNREFUSED, POST \/\w+\/search, \d+ attempts in \d s\)/);
    expect(down.output).to.not.include("retrying");
    await ok(project.up());
    expect(emulator().snapshot().senders.at(-1)?.sender_name).to.equal("Acme Weekly");
  });
});
