import { expect } from "chai";
import {
  environment,
  firstSetting,
  providerArguments,
  stackConfig,
} from "../../provider/settings/table";

describe("a setting from several sources", () => {
  it("counts as stored unless the value comes from the environment", () => {
    const config = stackConfig((key) => (key === "emailmarketing:account" ? " eu " : undefined));
    const get = (name: string) => (name === "account" ? "us" : undefined);
    const args = providerArguments(get, "a Provider");
    const variables = { ...environment, get: () => "env" };
    expect(firstSetting([config, variables], "account")).to.deep.equal({
      text: "eu",
      place: "stack config emailmarketing:account",
      isStored: true,
    });
    expect(firstSetting([args, variables], "account")).to.include({ text: "us", isStored: true });
    expect(firstSetting([config, variables], "log")).to.deep.equal({
      text: "env",
      place: "environment variable EMAIL_MARKETING_LOG",
      isStored: false,
    });
    expect(firstSetting([config], "log")).to.equal(undefined);
  });
});
