import { expect } from "chai";
import { fails, ok } from "../../support/outcome";
import { canaryKeys, useService } from "../../support/service";
import { outputOf } from "../../support/stack";

const sender = (email: string, more: object = {}) => ({
  type: "emailmarketing:Sender",
  properties: { email, name: "Acme", ...more },
});

const provider = (properties: object) => ({ type: "pulumi:providers:emailmarketing", properties });

describe("the settings of the plugin", function () {
  const { createProject, emulator } = useService(this);

  it("are those of the explicit Provider if a resource has one", async () => {
    const own = { apiKey: canaryKeys.apiKey, account: "eu", requestsPerSecond: 20 };
    const resources = {
      // The program needn't mark the key as a secret, because nothing stores the key in clear text.
      eu: provider({ ...own, baseUrl: emulator().baseUrl }),
      news: { ...sender("eu@acme.example"), options: { provider: outputOf("eu") } },
    };
    const env = { EMAIL_MARKETING_BASE_URL: "", EMAIL_MARKETING_API_KEY: "" };
    const program = { yaml: { resources, outputs: { account: outputOf("news.account") } } };
    const project = await createProject({ program, env });
    const up = await ok(project.up());
    expect(up.output).to.include('account: "eu"');
    await ok(project.upWithPreview(), { same: 3 });

    resources.eu = provider({ ...own, account: "us", baseUrl: emulator().baseUrl });
    await project.writeProgram(program);
    await ok(project.preview(["--diff"]), { update: 1, replace: 1, same: 1 });
  });
});

describe("an invalid input of a program that uses the plugin", function () {
  const { createProject } = useService(this);

  it("is reported in a preview without stack frames and without the value", async () => {
    const secretCity = { "fn::secret": "xy" };
    const resources = { news: sender("nobody", { city: secretCity }) };
    const project = await createProject({ program: { yaml: { resources } } });
    const preview = await fails(project.preview());
    expect(preview.output).to.include("email: must be an email address, such as news@example.com");
    expect(preview.output).to.include("city: must be 3 to 100 characters long (got 2)");
    expect(preview.output).to.not.match(/^[ \t]+at |corrupt|nobody/m);
  });
});
