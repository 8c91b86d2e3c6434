import { expect } from "chai";
import { createClaims } from "../../provider/account/claims";

describe("createClaims", () => {
  it("knows what was claimed, each kind for itself", () => {
    const claims = createClaims();
    claims.claim("Sender", "7");
    claims.claim("Sender", "7");
    expect(claims.isClaimed("Sender", "7")).to.equal(true);
    expect(claims.isClaimed("Sender", "8")).to.equal(false);
    expect(claims.isClaimed("CustomProperty", "7")).to.equal(false);
  });

  it("tells what is held from what was claimed", () => {
    const claims = createClaims();
    claims.declare("CustomProperty", "7");
    expect(claims.isDeclared("CustomProperty", "7")).to.equal(true);
    expect(claims.isDeclared("Sender", "7")).to.equal(false);
    expect(claims.isClaimed("CustomProperty", "7")).to.equal(false);
  });
});
