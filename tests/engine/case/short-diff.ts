import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { fails } from "../../support/outcome";
import { js } from "../../support/program";
import { useService } from "../../support/service";

const command = join(__dirname, "..", "..", "..", "provider", "bin", "pulumi-email-marketing.js");

/** Campaigns of two hundred brands, each in a component, in an account of its own provider. */
const brands = (subject: string, rest = "") =>
  js(`
const account = new em.Provider("account", { apiKey: process.env.EMAIL_MARKETING_API_KEY });
class Brand extends pulumi.ComponentResource {
  constructor(name) {
    super("acme:index:Brand", name);
    new em.Campaign(name + "-newsletter", {
      name: "Newsletter of " + name,
      subject: ${subject},
      sender: { email: "hello@acme.example", name: "Acme" },
      html: "<div><p>Hello reader@example.com " + name + "<img src='http://acme.example/" + name + ".png'>",
      listIds: ["list-1"],
      permissionReminder: pulumi.secret("A secret reminder"),
    }, { parent: this, provider: account, protect: true });
  }
}
for (let i = 1; i <= 200; i += 1) new Brand("brand-" + i);
${rest}`);

describe("short diffs on the engine", function () {
  const { createProject } = useService(this);

  it("fits two hundred new campaigns and their findings into a comment, the worst first", async () => {
    // Also at the apply: the settings are inputs of the explicit provider.
    const env = { EMAIL_MARKETING_PREFLIGHT: "error" };
    const wrong = `new em.Sender("wrong", { email: "a@none.example", name: "A" }, { provider: account });`;
    const project = await createProject({ program: brands(`"One"`, wrong), env });
    const preview = await fails(project.preview(["--json"]), 1);
    await project.writeFile("preview.json", preview.stdout);

    const args = [command, "comment", "--preview", join(project.dir, "preview.json")];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout.length).to.be.at.most(65_536);
    const lines = stdout.split("\n");
    expect(lines.slice(0, 3)).to.deep.equal([
      "<!-- pulumi-email-marketing test/dev -->",
      "### Preview of test/dev: the preview failed (402 to create)",
      "",
    ]);
    const firstFinding = lines.find((line) => line.startsWith("- "));
    expect(firstFinding).to.match(
      /^- 🛑 Sender \*\*wrong\*\*: the account has no domain none\.example/,
    );
    const changes = lines.filter((line) => /^- create (Sender|Campaign) /.test(line));
    expect(changes).to.have.length(201);
    expect(changes[0]).to.equal("- create Sender **wrong** (`sender-domain-missing`)");
    expect(changes[1]).to.match(
      /^- create Campaign \*\*brand-\d+-newsletter\*\* \(.*`tag-unclosed`.*\)$/,
    );
    expect(stdout).to.not.match(/ada@|secret reminder|\.\.\. and \d+ more/);
    expect(stdout).to.include("195 more");
  });
});
