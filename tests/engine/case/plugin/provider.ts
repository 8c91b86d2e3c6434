import { expect } from "chai";
import { fails, ok } from "../../../support/outcome";
import { canaryKeys, useService } from "../../../support/service";
import { outputOf } from "../../../support/stack";

const sender = (email: string) => ({
  type: "emailmarketing:Sender",
  properties: { email, name: "Acme" },
});

const provider = (properties: object) => ({ type: "pulumi:providers:emailmarketing", properties });

describe("the plugin's settings", function () {
  const { createProject, emulator } = useService(this);

  it("put no readable API key into the state if a program without an SDK has an explicit Provider", async () => {
    // This program passes the key in clear text, because only an SDK marks the key as a secret.
    const program = `
const pulumi = require("@pulumi/pulumi");
class Raw extends pulumi.ProviderResource {
  constructor(name, props) { super("emailmarketing", name, props); }
}
const eu = new Raw("eu", { apiKey: process.env.KEY, baseUrl: process.env.URL, account: "eu" });
const props = { email: "raw@acme.example", name: "Acme" };
new pulumi.CustomResource("emailmarketing:index:Sender", "news", props, { provider: eu });
`;
    const env = {
      ...{ EMAIL_MARKETING_BASE_URL: "", EMAIL_MARKETING_API_KEY: "" },
      ...{ KEY: canaryKeys.apiKey, URL: emulator().baseUrl },
    };
    const project = await createProject({ program, hasPlugin: true, env });
    await ok(project.up(), { create: 3 });
    const state = JSON.stringify(await project.state());
    expect(state).to.include('"account":"eu"');
    expect(state).to.not.include(canaryKeys.apiKey);
    await ok(project.upWithPreview(), { same: 3 });
  });

  it("fail the update if the stack config has an unknown setting, even with an explicit Provider", async () => {
    const config = { "emailmarketing:sendng": "refuse" };
    const sentence =
      'stack config emailmarketing:sendng: unknown setting "sendng"; did you mean "sending"?';
    const named = { ...sender("named@acme.example"), options: { provider: outputOf("eu") } };
    const own = provider({ apiKey: canaryKeys.apiKey, baseUrl: emulator().baseUrl });
    const programs = [{ news: sender("default@acme.example") }, { eu: own, news: named }];
    for (const resources of programs) {
      const project = await createProject({ program: { yaml: { resources } }, config });
      const up = await fails(project.up());
      expect(up.output).to.include(sentence);
      expect(project.newRequests()).to.deep.equal([]);
    }
  });
});
