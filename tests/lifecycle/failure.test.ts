import { expect } from "chai";
import { EmailMarketingError } from "../../provider/errors/error";
import { withoutStack, worded } from "../../provider/lifecycle/failure";

const other = Object.assign(new TypeError("a fault of the program"), { code: "not-found" });

describe("worded", () => {
  it("keeps what is not the package's own as the cause", () => {
    const error = worded('List "news"', other);
    expect(error).to.include({ message: 'List "news": a fault of the program', cause: other });
    expect(error).to.not.be.instanceOf(EmailMarketingError);
    expect(worded("List", "thrown")).to.include({ message: "List: thrown", cause: "thrown" });
  });
});

describe("withoutStack", () => {
  it("takes the stack from an error, and leaves everything else as it is", () => {
    const error = new Error("no answer");
    expect(withoutStack(error)).to.equal(error).and.to.include({ message: "no answer", stack: "" });
    expect(withoutStack("thrown")).to.equal("thrown");
  });
});
