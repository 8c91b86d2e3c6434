import { expect } from "chai";
import { useCatchers } from "../../../support/catcher";
import { runIn } from "../../../support/command";
import { useService } from "../../../support/service";

const program = `
const pulumi = require("@pulumi/pulumi");
const em = require("pulumi-email-marketing");
new em.Campaign("spring", {
  name: "Spring",
  subject: "What is new in spring",
  sender: { email: "hello@acme.example", name: "Acme" },
  listIds: ["list-1"],
  html: "<p>Hi</p>",
  plainText: pulumi.secret("Hidden"),
});
`;

describe("send-test --stack", function () {
  const { createProject, emulator } = useService(this);
  const start = useCatchers(this);

  it("sends an email with secret content only if --show-secrets is set", async () => {
    const { port, caught } = await start();
    const env = { EMAIL_MARKETING_SMTP_URL: `smtp://127.0.0.1:${port}` };
    const project = await createProject({ program, env });
    const up = await project.up();
    expect(up.exitCode, up.output).to.equal(0);
    const before = emulator().requests().length;
    const command = ["send-test", "--stack", "dev", "--campaign", "spring"];
    const send = (...args: string[]) =>
      runIn(project, ...command, "--to", "ada@reader.example", "--yes", ...args);
    const closed = await send();
    expect(closed.exitCode).to.equal(1);
    expect(closed.output).to.include('campaign "spring" can\'t be sent: plainText: a secret.');
    expect(caught).to.deep.equal([]);
    const opened = await send("--show-secrets");
    expect(opened.exitCode, opened.output).to.equal(0);
    expect(
      caught.map(({ to, mail }) => [to, mail.subject, mail.html, mail.text?.trim()]),
    ).to.deep.equal([
      [["ada@reader.example"], "[Test] What is new in spring", "<p>Hi</p>", "Hidden"],
    ]);
    expect(emulator().requests().length).to.equal(before);
  });
});
