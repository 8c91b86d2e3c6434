import { CheckRequest, DiffRequest, DiffResponse } from "@pulumi/pulumi/proto/provider_pb";
import { expect } from "chai";
import { useNotices } from "../support/notice";
import { plain, providerUrn, startPlugin, struct } from "../support/plugin";
import { secret, unknown } from "./mark";

describe("the settings of a provider", function () {
  const told = useNotices(this);

  async function checked(given: object, name = "eu", stackConfig: Record<string, string> = {}) {
    const { client } = await startPlugin({ stackConfig: (key) => stackConfig[key] });
    const request = new CheckRequest().setUrn(providerUrn(name)).setNews(struct(given));
    const response = await client.checkConfig(request);
    return {
      inputs: plain(response.getInputs()),
      failures: response.getFailuresList().map((failure) => failure.getReason()),
    };
  }

  it("are kept with both keys as secrets, whatever the program marks", async () => {
    const given = { apiKey: "key-1", verifyKey: "key-2", account: "eu", version: "0.1.0" };
    expect(await checked(given)).to.deep.equal({
      inputs: { ...given, apiKey: secret("key-1"), verifyKey: secret("key-2") },
      failures: [],
    });
  });

  it("may be numbers, or numbers as text", async () => {
    expect((await checked({ requestsPerSecond: 5 })).failures).to.deep.equal([]);
    expect((await checked({ requestsPerSecond: "5" })).failures).to.deep.equal([]);
    expect((await checked({ requestsPerSecond: 51 })).failures).to.deep.equal([
      'argument requestsPerSecond of Provider "eu": must be a number from 1 to 50.',
    ]);
  });

  it("are judged once they are known", async () => {
    const { inputs, failures } = await checked({ baseUrl: unknown, log: "loud" });
    expect(inputs.baseUrl).to.equal(unknown);
    expect(failures).to.deep.equal([
      'argument log of Provider "eu": must be one of "off", "debug", "file:PATH".',
    ]);
  });

  it("must have names of settings in a program, and are a warning in the stack config", async () => {
    const problem = 'unknown setting "acount"; did you mean "account"?';
    expect((await checked({ acount: "eu" })).failures).to.deep.equal([problem]);
    expect((await checked({ acount: "eu" }, "default_0_1_0")).failures).to.deep.equal([]);
    expect(told()).to.deep.equal([
      `warning: stack config emailmarketing:acount has no effect: ${problem}`,
    ]);
  });

  it("of an explicit one are its own, then those of the stack config but for the keys", async () => {
    const stackConfig = {
      "emailmarketing:apiKey": "key-of-the-stack",
      "emailmarketing:baseUrl": "https://stack.example/v1",
      "emailmarketing:operations": "extended",
    };
    const own = { operations: "specified" };
    const { inputs } = await checked(own, "eu", stackConfig);
    expect(inputs).to.deep.equal({
      operations: "specified",
      baseUrl: "https://stack.example/v1",
    });
    expect((await checked(own, "default-eu", stackConfig)).inputs).to.deep.equal(inputs);
    for (const ofEngine of ["default", "default_0_1_0"]) {
      expect((await checked(own, ofEngine, stackConfig)).inputs).to.deep.equal(own);
    }
  });

  it("never replace a provider", async () => {
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
