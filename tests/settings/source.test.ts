import { expect } from "chai";
import {
  environment,
  firstGiven,
  providerArguments,
  stackConfig,
} from "../../provider/settings/source";
import { useEnvironment } from "../support/environment";

describe("environment", function () {
  const setEnvironment = useEnvironment(this);
  const name = "EMAIL_MARKETING_REQUESTS_PER_SECOND";

  it("reads the names in capitals, as they are at the moment", () => {
    setEnvironment({ [name]: "7" });
    expect(environment.get("requestsPerSecond")).to.equal("7");
    setEnvironment({ [name]: "8" });
    expect(environment.get("requestsPerSecond")).to.equal("8");
    expect(environment.place("requestsPerSecond")).to.equal(`environment variable ${name}`);
    expect(environment.place("apiKey")).to.equal("environment variable EMAIL_MARKETING_API_KEY");
    expect(environment.place("log")).to.equal("environment variable EMAIL_MARKETING_LOG");
    expect(environment.kind).to.equal("environment");
  });
});

describe("firstGiven", () => {
  it("is stored by an up, but for what the environment has", () => {
    const config = stackConfig((key) => (key === "emailmarketing:account" ? " eu " : undefined));
    const get = (name: string) => (name === "account" ? "us" : undefined);
    const args = providerArguments(get, "a Provider");
    const variables = { ...environment, get: () => "env" };
    expect(firstGiven([config, variables], "account")).to.deep.equal({
      text: "eu",
      place: "stack config emailmarketing:account",
      isStored: true,
    });
    expect(firstGiven([args, variables], "account")).to.include({ text: "us", isStored: true });
    expect(firstGiven([config, variables], "log")).to.deep.equal({
      text: "env",
      place: "environment variable EMAIL_MARKETING_LOG",
      isStored: false,
    });
    expect(firstGiven([config], "log")).to.equal(undefined);
  });
});
