import { delimiter } from "node:path";
import { expect } from "chai";
import { scratchEnvironment } from "../../../tools/engine/environment";
import { useEnvironment } from "../../support/environment";

describe("scratchEnvironment", function () {
  const setEnvironment = useEnvironment(this);

  it("passes on nothing that the user has set for accounts and stacks, and puts the engine first", () => {
    setEnvironment({
      EMAIL_MARKETING_BASE_URL: "http://leaked.example/v1",
      PULUMI_ACCESS_TOKEN: "leaked",
      NODE_OPTIONS: "--no-warnings",
      LANG: "C",
    });
    const engine = { dir: "/engine", pulumi: "/engine/pulumi", version: "3.254.0" };
    const env = scratchEnvironment({ ...engine, source: "path" }, "/home");
    expect(env).to.not.have.any.keys(
      ...["EMAIL_MARKETING_BASE_URL", "PULUMI_ACCESS_TOKEN", "NODE_OPTIONS"],
    );
    expect(env).to.include({ LANG: "C", PULUMI_HOME: "/home" });
    expect(env.PATH?.split(delimiter)[0]).to.equal("/engine");
  });
});
