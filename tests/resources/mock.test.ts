import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { Campaign, getDomains, getListOutput, Sender } from "pulumi-email-marketing";

/** The calls that the mocks got, in order. */
const asked: { token: string; inputs: unknown }[] = [];

describe("the package under Pulumi mocks", () => {
  before("sets mocks", () =>
    pulumi.runtime.setMocks({
      newResource: ({ name, type, inputs }) => {
        asked.push({ token: type, inputs });
        return { id: `${name}-id`, state: { ...inputs, status: "verified" } };
      },
      call: ({ token, inputs }) => {
        asked.push({ token, inputs });
        return token.endsWith("getDomains") ? { domains: [] } : { name: "Customers" };
      },
    }),
  );

  // The SDK's types don't have `_reset`, which removes the mocks.
  after("takes the mocks away", () => (pulumi.runtime as unknown as { _reset(): void })._reset());

  beforeEach(() => {
    asked.length = 0;
  });

  it("calls the mocks in place of the service if a function is called", async () => {
    expect(await getDomains({ search: "acme" })).to.deep.equal({ domains: [] });
    expect(asked).to.deep.equal([
      { token: "emailmarketing:index:getDomains", inputs: { search: "acme" } },
    ]);
  });

  it("calls the mocks in place of the service if the Output form of a function is called", async () => {
    const list = getListOutput({ id: pulumi.output("list-1") });
    const name = await new Promise((resolve) => list.apply(({ name }) => resolve(name)));
    expect(name).to.equal("Customers");
    expect(asked).to.deep.equal([
      { token: "emailmarketing:index:getList", inputs: { id: "list-1" } },
    ]);
  });

  it("registers a Sender with the inputs and the provider code", async () => {
    const sender = new Sender("news", { email: "news@acme.example", name: "News" });
    const status = await new Promise((resolve) => sender.status.apply(resolve));
    expect(status).to.equal("verified");
    expect(asked).to.deep.equal([
      {
        token: "pulumi-nodejs:dynamic/emailmarketing:Sender",
        inputs: {
          email: "news@acme.example",
          name: "News",
          __provider: 'exports.handler = () => require("pulumi-email-marketing/dynamic").Sender();',
        },
      },
    ]);
  });

  it("registers a Campaign whose HTML is a FileAsset", async () => {
    const args = {
      name: "Spring",
      subject: "Spring is here",
      sender: { email: "news@acme.example", name: "News" },
      html: new pulumi.asset.FileAsset(__filename),
      listIds: ["list-1"],
    };
    const { id } = new Campaign("spring", args);
    expect(await new Promise((resolve) => id.apply(resolve))).to.equal("spring-id");
    expect(asked.map(({ token }) => token)).to.deep.equal([
      "pulumi-nodejs:dynamic/emailmarketing:Campaign",
    ]);
  });

  it("throws in a resource's constructor if an input is invalid or the option import is set", async () => {
    const wrong = () => new Sender("wrong", { email: "news-acme", name: "A<B" });
    expect(wrong).to.throw(
      'Sender "wrong": email: must be an email address, such as news@example.com [validation email]; name: must contain only printable ASCII characters, without <, >, @ and " [validation name]',
    );
    const imported = () =>
      new Sender("it", { email: "news@acme.example", name: "A" }, { import: "sender-1" });
    expect(imported).to.throw('Sender "it": the resource option "import" is not supported.');
    expect(asked).to.deep.equal([]);
    const later = pulumi.output("News");
    const sender = new Sender("later", { email: "news@acme.example", name: later });
    expect(await new Promise((resolve) => sender.status.apply(resolve))).to.equal("verified");
  });
});
