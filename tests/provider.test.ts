import { output } from "@pulumi/pulumi";
import { expect } from "chai";
import { Provider } from "../provider/provider";

describe("the resource Provider", () => {
  it("refuses an unknown setting, because a misspelt setting could lead to another account", () => {
    const misspelt = { apiKey: "a key", baseURL: "https://eu.example.com/v1", acount: "eu" };
    expect(() => new Provider("eu", misspelt)).to.throw(
      'Provider "eu": unknown setting "baseURL"; did you mean "baseUrl"? unknown setting "acount"; did you mean "account"?',
    );
  });

  it("refuses a logical name that contains an output or isn't a string", () => {
    const ofOutput =
      /^Provider(?: ".*")?: its logical name has what an output, a promise or an object leaves in a string\. Use a text that the program has without waiting for anything\. \[output-in-text\]$/;
    for (const name of [output("eu"), Promise.resolve("eu"), `eu-${output("x") as never}`]) {
      expect(() => new Provider(name as string)).to.throw(ofOutput);
    }
    expect(() => new Provider(7 as never)).to.throw(
      /^Provider: its logical name must be a string \(got a number\) \[validation\]$/,
    );
  });
});
