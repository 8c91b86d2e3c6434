import { expect } from "chai";
import { advised, EmailMarketingError } from "../../provider/errors/error";
import { failure } from "../support/rejection";

const gone = new EmailMarketingError("not-found", "there is no such list.", { status: 404 });
const refused = new EmailMarketingError("validation", "the name is taken.", { status: 400 });
const other = Object.assign(new TypeError("a fault of the program"), { code: "not-found" });

describe("advised", () => {
  const advice = ({ code }: EmailMarketingError) =>
    code === "validation" ? "Give another." : undefined;
  const failing = (error: Error) => failure(advised(() => Promise.reject(error), advice));

  it("gives what the step gives", async () => {
    expect(await advised(async () => 7, advice)).to.equal(7);
  });

  it("puts what to do behind what went wrong, where there is something to say", async () => {
    expect(await failing(refused)).to.include({
      code: "validation",
      message: "the name is taken. Give another.",
    });
    expect(await failing(gone)).to.equal(gone);
  });

  it("hands on what is not the package's own without asking", async () => {
    const asked: unknown[] = [];
    const failed = advised(
      () => Promise.reject(other),
      (error) => {
        asked.push(error);
        return "Give another.";
      },
    );
    expect(await failure(failed)).to.equal(other);
    expect(asked).to.deep.equal([]);
  });
});
