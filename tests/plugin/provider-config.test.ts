import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  CheckRequest,
  ConfigureRequest,
  DiffRequest,
  DiffResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import { expect } from "chai";
import { useLog } from "../../provider/account/step";
import { stackConfigOf } from "../../provider/plugin/provider-config";
import { useEnvironment } from "../support/environment";
import { plain, providerUrn, startPlugin, struct } from "../support/plugin";
import { useScratch } from "../support/scratch";
import { secret, unknown } from "../support/wire-value";

describe("a Provider's settings in the plugin", function () {
  const setEnvironment = useEnvironment(this);
  const scratch = useScratch(this);
  const root = process.cwd();
  afterEach("goes back", () => {
    process.chdir(root);
    useLog();
    setEnvironment({ EMAIL_MARKETING_SENDING: "", EMAIL_MARKETING_API_KEY: "" });
  });
  async function checked(given: object, name = "eu", config: Record<string, string> = {}) {
    return checkedAs(providerUrn(name), given, config);
  }
  async function checkedAs(urn: string, given: object, config: Record<string, string>) {
    const stackConfig = stackConfigOf({ PULUMI_CONFIG: JSON.stringify(config) });
    const { client } = await startPlugin({ stackConfig });
    const request = new CheckRequest().setUrn(urn).setNews(struct(given));
    const response = await client.checkConfig(request);
    return {
      inputs: plain(response.getInputs()),
      failures: response.getFailuresList().map((failure) => failure.getReason()),
    };
  }

  it("contain both API keys as secrets even if the program passes plain text", async () => {
    const given = { apiKey: "key-1", verifyKey: "key-2", account: "eu", version: "0.1.0" };
    expect(await checked(given)).to.deep.equal({
      inputs: { ...given, apiKey: secret("key-1"), verifyKey: secret("key-2") },
      failures: [],
    });
  });

  it("stay blank if no source has a value, and otherwise get the inherited value", async () => {
    const config = { sending: "refuse" };
    const { inputs, failures } = await checked(
      { log: "", sending: " ", account: null },
      "eu",
      config,
    );
    expect(inputs).to.deep.equal({ log: "", sending: "refuse", account: null });
    expect(failures).to.deep.equal([]);
  });

  it("may be a number or a string with a number if the setting is numeric", async () => {
    expect((await checked({ requestsPerSecond: 5 })).failures).to.deep.equal([]);
    expect((await checked({ requestsPerSecond: "5" })).failures).to.deep.equal([]);
    expect((await checked({ requestsPerSecond: 51 })).failures).to.deep.equal([
      'argument requestsPerSecond of Provider "eu": must be a number from 1 to 50. [config]',
    ]);
  });

  it("may have JSON quotes, as the SDKs of Java and .NET send them", async () => {
    const given = { preflight: '"error"', operations: '"extended"', sending: '"refuse"' };
    expect(await checked(given)).to.deep.equal({
      inputs: { preflight: "error", operations: "extended", sending: "refuse" },
      failures: [],
    });
    expect((await checked({ preflight: '"loud"', apiKey: '"key"' })).failures).to.deep.equal([
      'argument preflight of Provider "eu": must be one of "warn", "error", "off". [config]',
    ]);
    expect((await checked({ apiKey: '"key"' })).inputs.apiKey).to.deep.equal(secret('"key"'));
  });

  it("are checked even if the value of another setting is still unknown", async () => {
    const { inputs, failures } = await checked({ baseUrl: unknown, log: "loud" });
    expect(inputs.baseUrl).to.equal(unknown);
    expect(failures).to.deep.equal([
      'argument log of Provider "eu": must be one of "off", "debug", "file:PATH". [config]',
    ]);
  });

  const problem = 'unknown setting "acount"; did you mean "account"? [config]';
  const ofStack = `stack config emailmarketing:acount: ${problem}`;

  it("are refused if the program or the stack config has an unknown setting", async () => {
    expect((await checked({ acount: "eu" })).failures).to.deep.equal([problem]);
    expect(
      (await checked({ acount: "eu" }, "default_0_1_0", { acount: "eu" })).failures,
    ).to.deep.equal([ofStack]);
    const config = { acount: "eu" };
    expect((await checked({}, "eu", config)).failures).to.deep.equal([ofStack]);
    expect((await checked({ version: "0.1.0" }, "default")).failures).to.deep.equal([]);
  });

  it("are refused if the stack config has a guard in a misspelt namespace", async () => {
    const folder = scratch();
    const urn = "urn:pulumi:dev::shop::pulumi:providers:emailmarketing::default";
    await writeFile(join(folder, "Pulumi.yaml"), "name: shop\nruntime: yaml\n");
    const config = "email-marketing:sending: refuse, emailMarketing:account: eu, aws:sending: no";
    await writeFile(join(folder, "Pulumi.dev.yaml"), `config: { ${config} }`);
    process.chdir(folder);
    expect((await checkedAs(urn, {}, {})).failures).to.deep.equal([
      "stack config email-marketing:sending: not in the namespace of the settings, so it has no effect; did you mean emailmarketing:sending? [config]",
    ]);
  });

  it("cause a warning if a guard is set twice or in a wrong namespace, unless the explicit Provider has the guard", async () => {
    const said: string[] = [];
    useLog((level, sentence) => {
      if (level === "warning") said.push(sentence);
    });
    const folder = scratch();
    await writeFile(join(folder, "Pulumi.yaml"), "name: shop\nconfig: { sendWindow: Mon-Fri }\n");
    process.chdir(folder);
    setEnvironment({ EMAIL_MARKETING_SENDING: "refuse" });
    const config = { sending: "allow" };
    const urn = (name: string) => `urn:pulumi:dev::shop::pulumi:providers:emailmarketing::${name}`;
    await checkedAs(urn("eu"), { sending: "allow", sendWindow: "Mon 08:00-09:00" }, config);
    expect(said).to.deep.equal([]);
    await checkedAs(urn("us"), {}, config);
    await checkedAs(urn("default"), config, config);
    expect(said.map((one) => one.split(" ", 3).join(" "))).to.deep.equal([
      "stack config shop:sendWindow:",
      "sending: stack config",
    ]);
  });

  it("cause a warning if the environment has another API key than the stack config", async () => {
    const said: string[] = [];
    useLog((level, sentence) => {
      if (level === "warning") said.push(sentence);
    });
    setEnvironment({ EMAIL_MARKETING_API_KEY: "key-of-the-environment" });
    const { client } = await startPlugin();
    const own = { apiKey: secret("key-of-the-stack"), baseUrl: "https://stack.example/v1" };
    const request = new ConfigureRequest().setUrn(providerUrn("default")).setArgs(struct(own));
    await client.configure(request);
    expect(said).to.deep.equal([
      "apiKey: stack config emailmarketing:apiKey and environment variable EMAIL_MARKETING_API_KEY hold different keys, and the one in stack config emailmarketing:apiKey is used. Set a key in one place only.",
    ]);
  });

  it("may include unknown names of the stack config if the project is named emailmarketing", async () => {
    const config = { acount: "eu" };
    const urn = (name: string) =>
      `urn:pulumi:dev::emailmarketing::pulumi:providers:emailmarketing::${name}`;
    expect((await checkedAs(urn("default"), { acount: "eu" }, config)).failures).to.deep.equal([]);
    expect((await checkedAs(urn("eu"), {}, config)).failures).to.deep.equal([]);
    const own = await checkedAs(urn("eu"), { acount: "eu" }, config);
    expect(own.failures).to.deep.equal([problem]);
  });

  it("are completed from the stack config, without the API keys, if the Provider is explicit", async () => {
    const stackConfig = {
      apiKey: "key-of-the-stack",
      baseUrl: "https://stack.example/v1",
      operations: "extended",
    };
    const own = { operations: "specified" };
    const { inputs } = await checked(own, "eu", stackConfig);
    expect(inputs).to.deep.equal({
      operations: "specified",
      baseUrl: "https://stack.example/v1",
    });
    expect((await checked(own, "default-eu", stackConfig)).inputs).to.deep.equal(inputs);
    const empty = { ...own, baseUrl: " " };
    expect((await checked(empty, "default_eu", stackConfig)).inputs).to.deep.equal(inputs);
    for (const ofEngine of ["default", "default_0_1_0"]) {
      expect(await checked(stackConfig, ofEngine, stackConfig)).to.deep.equal({
        inputs: { ...stackConfig, apiKey: secret(stackConfig.apiKey) },
        failures: [],
      });
    }
  });

  it("are refused if the program's Provider has the name of a default provider", async () => {
    const stack = { baseUrl: "https://stack.example/v1" };
    for (const given of [{ baseUrl: "https://other.example/v1" }, {}, { ...stack, log: "debug" }]) {
      expect((await checked(given, "default", stack)).failures).to.deep.equal([
        'Provider "default": the engine uses this name for the provider that it makes of the stack config. Give this Provider another name. [config]',
      ]);
    }
    const { client } = await startPlugin({ stackConfig: stackConfigOf({}) });
    const attached = new CheckRequest().setUrn(providerUrn("default")).setNews(struct(stack));
    expect((await client.checkConfig(attached)).getFailuresList()).to.deep.equal([]);
  });

  it("don't cause a replacement of the Provider if the account's name changes", async () => {
    const { client } = await startPlugin();
    const request = new DiffRequest()
      .setUrn(providerUrn("eu"))
      .setOldInputs(struct({ account: "eu" }))
      .setNews(struct({ account: "us" }));
    const response = await client.diffConfig(request);
    expect(response.getReplacesList()).to.deep.equal([]);
    expect(response.getChanges()).to.equal(DiffResponse.DiffChanges.DIFF_UNKNOWN);
  });
});
