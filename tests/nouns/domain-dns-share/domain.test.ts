import { expect } from "chai";
import { sharedDomain, sharedDomainIn } from "../../../provider/nouns/domain-dns-share/domain";

describe("the sentence of whose DNS records are emailed", () => {
  for (const name of ["acme.example", `a "quoted" (one)`, "back\\slash"]) {
    it(`is one whose domain is read back: ${name}`, () => {
      const sentence = sharedDomain("domain-1", name);
      expect(sharedDomainIn(sentence)).to.equal(name);
      expect(sharedDomainIn(`DomainDnsShare "dns": ${sentence}`)).to.equal(name);
    });
  }

  it("is not read in another one", () => {
    expect(sharedDomainIn(`DomainDnsShare "dns": stays in the account.`)).to.equal(undefined);
  });
});
