import { join } from "node:path";
import { expect } from "chai";
import { runIn } from "../../support/command";
import { useService } from "../../support/service";

/** The names of the findings that a preview reports as JSON. */
const findings = (stdout: string) =>
  [...stdout.matchAll(/\[([a-z-]+)\]\\n"/g)].map(([, name]) => name);

describe("the merge tag that a finding asks for", function () {
  const { createProject } = useService(this);

  it("works when it is copied from text, --diff, --json and a comment", async () => {
    const campaign = (plainText: string) => `
const em = require("pulumi-email-marketing");
new em.Campaign("spring", {
  name: "Spring", subject: "News", plainText: ${JSON.stringify(plainText)},
  sender: { email: "hello@acme.example", name: "Acme" }, listIds: ["list-1"],
});
`;
    const project = await createProject({ program: campaign("Hello.") });
    const text = await project.preview();
    const diff = await project.preview(["--diff"]);
    const json = await project.preview(["--json"]);
    await project.writeFile("preview.json", json.stdout);
    const comment = await runIn(project, "comment", "--preview", join(project.dir, "preview.json"));
    for (const { output, exitCode } of [text, diff, json, comment]) {
      expect(exitCode, output).to.equal(0);
      const tokens = output.match(/(?<=Add )\S+(?= to html)/g) ?? [];
      expect([...new Set(tokens)], output).to.deep.equal(["%%unsubscribe%%"]);
    }
    expect(findings(json.stdout)).to.include("unsubscribe-missing");
    const [token = ""] = /(?<=Add )\S+(?= to html)/.exec(text.output) ?? [];
    await project.writeProgram(campaign(`Hello. ${token}`));
    const mended = await project.preview(["--json"]);
    expect(mended.exitCode, mended.output).to.equal(0);
    expect(findings(mended.stdout)).to.not.include("unsubscribe-missing");
  });
});
