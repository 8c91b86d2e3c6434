import { expect } from "chai";
import { fails, ok } from "../../../support/outcome";
import { canaryKeys, useService } from "../../../support/service";
import { outputOf } from "../../../support/stack";

const sender = (email: string) => ({
  type: "emailmarketing:Sender",
  properties: { email, name: "Acme" },
});

const provider = (properties: object) => ({ type: "pulumi:providers:emailmarketing", properties });

describe("the settings of the plugin, from several sources", function () {
  const { createProject, emulator } = useService(this);

  it("keep the key of a provider out of the state that a program without an SDK declares", async () => {
    // What the SDK marks as a secret, such a program hands over in clear.
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

  it("come from the stack config, before the environment", async () => {
    const config = {
      "emailmarketing:baseUrl": emulator().baseUrl,
      "emailmarketing:apiKey": { secret: canaryKeys.apiKey },
    };
    const env = { EMAIL_MARKETING_BASE_URL: "http://127.0.0.1:1/v1", EMAIL_MARKETING_API_KEY: "x" };
    const resources = {
      news: sender("config@acme.example"),
      // It takes the address from there, but never the key.
      eu: provider({ apiKey: canaryKeys.apiKey }),
      named: { ...sender("inherited@acme.example"), options: { provider: outputOf("eu") } },
    };
    const project = await createProject({ program: { yaml: { resources } }, config, env });
    await ok(project.up());
  });

  it("must be known in the stack config, also where an explicit provider is used", async () => {
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

  it("are refused for a provider that has the name of the engine's own, which keeps working beside it", async () => {
    const env = { EMAIL_MARKETING_BASE_URL: "", EMAIL_MARKETING_API_KEY: canaryKeys.apiKey };
    const config = { "emailmarketing:baseUrl": emulator().baseUrl };
    const mine = { ...provider({ baseUrl: "https://other.example/v1" }) };
    const other = { ...sender("mine@acme.example"), options: { provider: outputOf("default") } };
    for (const of of [config, {}]) {
      const program = { yaml: { resources: { default: mine, other } } };
      const project = await createProject({ program, config: of, env });
      const preview = await fails(project.preview());
      expect(preview.output).to.include('Provider "default": the engine uses this name');
    }
    const resources = { own: sender("own@acme.example") };
    const more = { ...config, "emailmarketing:requestsPerSecond": "20" };
    const project = await createProject({ program: { yaml: { resources } }, config: more, env });
    await ok(project.upWithPreview(), { create: 2 });
    await ok(project.refresh());
  });

  it("that two accounts share an origin without a name is an error for one of them", async () => {
    const at = (path: string) =>
      provider({ baseUrl: `https://api.example/${path}/v1`, preflight: "off" });
    const of = (path: string) => ({
      ...sender(`${path}@acme.example`),
      options: { provider: outputOf(path) },
    });
    const resources = { b: at("b"), one: of("b"), c: at("c"), other: of("c") };
    const project = await createProject({ program: { yaml: { resources } } });
    const preview = await fails(project.preview());
    expect(preview.output).to.match(
      /https:\/\/api.example\/[bc]\/v1 and https:\/\/api.example\/[bc]\/v1 are two accounts of this program, and both have the name "https:\/\/api.example".* Set argument account of Provider "[bc]"/,
    );
  });

  it("are judged in one sentence", async () => {
    const resources = { eu: provider({ baseUrl: "http://acme.example/v1", log: "loud" }) };
    const project = await createProject({ program: { yaml: { resources } } });
    const preview = await fails(project.preview());
    expect(preview.output).to.include(
      'argument log of Provider "eu": must be one of "off", "debug", "file:PATH".',
    );
    expect(preview.output).to.not.match(/^[ \t]+at |bug in the provider|corrupt/m);
  });
});

describe("a refresh by the plugin", function () {
  const names = Array.from({ length: 25 }, (_, index) => `Name ${index}`);
  const rows = names.map((sender_name, index) => ({
    id: `sender-${index}`,
    sender_email: `s${index}@acme.example`,
    sender_name,
  }));
  const others = Array.from({ length: 230 }, (_, index) => ({
    id: `other-${index}`,
    sender_email: `o${index}@acme.example`,
    sender_name: "Other",
  }));
  const domains = [{ domain: "acme.example", status: "verified" as const }];
  const { createProject } = useService(this, { seed: { domains, senders: [...rows, ...others] } });

  it("reads the senders of the account in one request for each hundred, and one more", async () => {
    const resources = Object.fromEntries(
      names.map((name, index) => [
        `n${index}`,
        { type: "emailmarketing:Sender", properties: { email: `s${index}@acme.example`, name } },
      ]),
    );
    const project = await createProject({ program: { yaml: { resources } } });
    await ok(project.up());
    project.newRequests();
    await ok(project.refresh(), { same: 26 });
    expect(project.newRequests().length).to.be.at.most(4);
  });
});
