import { expect } from "chai";
import { createNaming, variableName } from "../../../../cli/command/import/program";

describe("an imported object's resource name", () => {
  it("consists of lower-case letters, digits and hyphens even if the object's name has other characters", () => {
    const name = createNaming([]);
    expect(name(["Jörg.Müller+News@Acme.example"])).to.equal("jorg-muller-news-acme-example");
    expect(name(["--Straße--"])).to.equal("strasse");
    expect(name(["姓名", "p-7"])).to.equal("p-7");
    expect(name(["姓名"])).to.equal("object");
    expect(name(["性别"])).to.equal("object-2");
  });

  it("ends with the Provider's name if another resource of the stack has the same name", () => {
    const name = createNaming(["held"], "EU");
    expect(name(["held", "one"])).to.equal("held-eu");
    expect(name(["held", "one"])).to.equal("held-one");
    expect(name(["new"])).to.equal("new");
  });

  it("ends with another property or a number only if the name is taken", () => {
    const name = createNaming(["held"]);
    expect(name(["held", "one"])).to.equal("held-one");
    expect(name(["new", "one"])).to.equal("new");
    expect(name(["new", "one", "id"])).to.equal("new-one");
    expect(name(["new", "one", "id"])).to.equal("new-one-id");
    expect(name(["new", "one", "id"])).to.equal("new-one-id-2");
    expect(name(["new", "one", "id"])).to.equal("new-one-id-3");
  });
});

describe("an imported object's variable name", () => {
  it("is a valid identifier that ends with the resource type", () => {
    expect(variableName("news-acme-example", "Sender")).to.equal("newsAcmeExampleSender");
    expect(variableName("class", "CustomProperty")).to.equal("classCustomProperty");
    expect(variableName("7-days", "CustomProperty")).to.equal("_7DaysCustomProperty");
  });
});
