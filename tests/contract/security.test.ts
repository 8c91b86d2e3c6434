import { expect } from "chai";
import { listOperations, part, readDocument, readMerged } from "../../contract/document";

describe("the contract's security schemes", () => {
  const document = readDocument("specified");
  const schemes = part(part(document, "components"), "securitySchemes");

  it("put the main API key unchanged into the Authorization header", () => {
    expect(part(schemes, "main")).to.include({
      type: "apiKey",
      in: "header",
      name: "Authorization",
    });
    expect(document.security).to.deep.equal([{ main: [] }]);
  });

  it("send the verification key as a bearer token", () => {
    expect(part(schemes, "verification")).to.include({ type: "http", scheme: "bearer" });
  });

  it("use the verification key and a separate server only for the operation getFileVerification", () => {
    const onVerification = listOperations(readMerged()).filter(
      (operation) => operation.api === "verification",
    );
    expect(onVerification.map(({ id }) => id)).to.deep.equal(["getFileVerification"]);
    expect(onVerification[0]?.part.security).to.deep.equal([{ verification: [] }]);
    expect(onVerification[0]?.part.servers).to.be.an("array").with.lengthOf(1);
  });

  it("use only the main API key for the extended operations", () => {
    const extended = readDocument("extended");
    expect(extended.security).to.deep.equal([{ main: [] }]);
    expect(part(part(extended, "components"), "securitySchemes")).to.have.all.keys("main");
  });
});
