import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { useService } from "../support/service";

const stackFrame = /^\s+at .+[:(]/m;

describe("bad input", function () {
  const { createProject } = useService(this);

  it("tells all faults of a program in one preview, without values or stack frames", async () => {
    const project = await createProject({
      program: `
const em = require("pulumi-email-marketing");
new em.CustomProperty("empty", { name: "", type: "text" });
new em.CustomProperty("odd", { name: "odd", type: "colour", description: "x" });
new em.Sender("long", { email: "long@acme.example", name: "n".repeat(101) });
new em.Sender("bracket", { email: "secret-looking", name: "a < b" });
new em.WebhookActivation("typed", { webhookId: 7, activ: true });
new em.Sender("good", { email: "good@acme.example", name: "Good" });
`,
    });
    const preview = await project.preview();
    0 && console.log(preview.output);
    expect(preview.exitCode).to.equal(1);
    for (const sentence of [
      'CustomProperty "empty": name: is empty',
      'CustomProperty "odd": type: is none of "text", "number", "date", "textarea"; description: has 1 characters, allowed are 3 to 500',
      'Sender "long": name: has 101 characters, allowed are 1 to 100',
      'Sender "bracket": email: is not an email address; name: may hold plain ASCII only, without <, >, @, " and line breaks',
      'WebhookActivation "typed": webhookId: must be a string, but is a number; activ: is not a known input',
    ]) {
      expect(preview.output).to.include(sentence);
    }
    expect(preview.output).to.not.match(stackFrame);
    expect(preview.output).to.not.include("secret-looking");
  });

  it("gives one sentence for a wrong key, in up and in a function", async () => {
    const project = await createProject({
      program: `
const em = require("pulumi-email-marketing");
new em.Sender("news", { email: "news2@acme.example", name: "News" });
exports.domains = em.getDomains();
`,
      env: { EMAIL_MARKETING_API_KEY: "wrong" },
    });
    const up = await project.up();
    0 && console.log(up.output);
    expect(up.exitCode).to.equal(1);
    expect(up.output).to.not.match(stackFrame);
  });

  it("gives one sentence for a server that sends HTML", async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<html>hello</html>");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const project = await createProject({
      program: `
const em = require("pulumi-email-marketing");
new em.CustomProperty("plan", { name: "plan", type: "text" });
new em.Sender("news", { email: "news2@acme.example", name: "News" });
`,
      env: { EMAIL_MARKETING_BASE_URL: `http://127.0.0.1:${port}/v1` },
    });
    const up = await project.up();
    server.close();
    0 && console.log(up.output);
    expect(up.exitCode).to.equal(1);
    expect(up.output).to.not.match(stackFrame);
  });

  it("refuses http to a foreign host in the preview", async () => {
    const project = await createProject({
      program: `
const em = require("pulumi-email-marketing");
new em.CustomProperty("plan", { name: "plan", type: "text" });
exports.domains = em.getDomains({ search: "x".repeat(256) });
`,
      env: { EMAIL_MARKETING_BASE_URL: "http://mail.example/v1" },
    });
    const preview = await project.preview();
    0 && console.log(preview.output);
    expect(preview.exitCode).to.equal(1);
    expect(preview.output).to.not.match(stackFrame);
  });
});
