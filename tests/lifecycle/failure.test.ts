import { expect } from "chai";
import { addSecrets, inStep } from "../../provider/account/step";
import { errorForEngine } from "../../provider/dynamic-provider/dynamic-provider";
import { callError } from "../../provider/errors/call-error";
import { EmailMarketingError } from "../../provider/errors/error";
import { withLabel } from "../../provider/lifecycle/failure";
import { initFailure } from "../../provider/lifecycle/object-state";

const other = Object.assign(new TypeError("a fault of the program"), { code: "not-found" });

describe("an error with the resource's name", () => {
  it("has the original error as its cause if the original isn't an EmailMarketingError", () => {
    const error = withLabel('List "news"', other);
    expect(error).to.include({ message: 'List "news": a fault of the program', cause: other });
    expect(error).to.not.be.instanceOf(EmailMarketingError);
    expect(withLabel("List", "thrown")).to.include({ message: "List: thrown", cause: "thrown" });
  });
});

describe("errorForEngine", () => {
  it("returns the original error object with an empty stack", () => {
    const error = new Error("no answer");
    expect(errorForEngine(error))
      .to.equal(error)
      .and.to.include({ message: "no answer", stack: "" });
    expect(errorForEngine("thrown")).to.equal("thrown");
  });

  it("omits the advice about a refused key if an earlier error has shown the advice", () => {
    const call = { address: "", method: "GET", route: "/list", attempts: 1 };
    const facts = { ...call, api: "main", sent: "no", reason: "key-refused" } as const;
    const keyAdvice = "Replace the key of this test.";
    const refused = () => callError({ ...facts, keyAdvice });
    const said = () => (errorForEngine(refused()) as Error).message;
    expect(said()).to.match(/ Replace the key of this test\. \[auth\]$/);
    expect(said()).to.match(/ It is the key that another error says more about\. \[auth\]$/);
    const kept = initFailure(refused(), { id: "list-1", properties: { name: "News" } });
    expect(errorForEngine(kept)).to.equal(kept);
  });
});

describe("the message of an error for the engine", () => {
  it("shows [secret] if the message contains the value of a secret input", () => {
    inStep({ urn: "", isReadOnly: false }, () => {
      addSecrets(["Spring sale"]);
      const refused = () => new EmailMarketingError("validation", "Spring sale is too long.");
      const hidden = "[secret] is too long. [validation]";
      expect(errorForEngine(refused())).to.include({ message: hidden });
      expect(errorForEngine(new Error("no Spring sale"))).to.include({ message: "no [secret]" });
      const kept = initFailure(refused(), { id: "list-1", properties: {} });
      expect(errorForEngine(kept)).to.deep.include({ reasons: [hidden], stack: "" });
    });
  });
});
