import { expect } from "chai";
import { EmailMarketingError } from "../../provider/errors/error";
import { explain, failureOf, sought, withoutStack, worded } from "../../provider/lifecycle/failure";
import { failure } from "../support/rejection";

const gone = new EmailMarketingError("not-found", "there is no such list.", { status: 404 });
const refused = new EmailMarketingError("validation", "the name is taken.", { status: 400 });
const other = Object.assign(new TypeError("a fault of the program"), { code: "not-found" });

describe("explain", () => {
  it("gives what the step gives", async () => {
    expect(await explain('List "news"', async () => 7)).to.equal(7);
  });

  it("puts what it is about in front of what went wrong, and keeps the rest", async () => {
    const error = await failure(explain('List "news"', () => Promise.reject(refused)));
    expect(error).to.be.instanceOf(EmailMarketingError).and.include({
      code: "validation",
      message: 'List "news": the name is taken.',
      status: 400,
    });
  });
});

describe("sought", () => {
  const looked = (found: Promise<unknown>) => sought(found, "no list has the id 7.");

  it("gives what was found", async () => {
    expect(await looked(Promise.resolve("news"))).to.equal("news");
  });

  it("says what was looked for where the service has no such record", async () => {
    expect(await failure(looked(Promise.reject(gone)))).to.include({
      code: "not-found",
      message: "no list has the id 7.",
      status: 404,
    });
  });

  it("hands on every other error", async () => {
    expect(await failure(looked(Promise.reject(refused)))).to.equal(refused);
    expect(await failure(looked(Promise.reject(other)))).to.equal(other);
  });
});

describe("failureOf", () => {
  it("gives what goes wrong, and nothing where all goes well", async () => {
    expect(await failureOf(() => Promise.reject(other))).to.equal(other);
    expect(await failureOf(async () => undefined)).to.equal(undefined);
  });
});

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
