import { expect } from "chai";
import { Provider } from "../provider/provider";

describe("the resource Provider", () => {
  it("refuses an unknown setting, because a misspelt one could lead to another account", () => {
    const misspelt = { apiKey: "a key", baseURL: "https://eu.example.com/v1", acount: "eu" };
    expect(() => new Provider("eu", misspelt)).to.throw(
      'Provider "eu": unknown setting "baseURL"; did you mean "baseUrl"? unknown setting "acount"; did you mean "account"?',
    );
  });
});
