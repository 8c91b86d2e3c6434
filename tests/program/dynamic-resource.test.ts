import { output } from "@pulumi/pulumi";
import { expect } from "chai";
import { Campaign } from "../../provider/program/resources/campaign";
import { Sender } from "../../provider/program/resources/sender";
import { knownSoFar } from "../../provider/program/sdk";
import { type InlineRunOptions, runInline } from "../support/inline-run";

describe("registrationOf", () => {
  /** The text of the provider that a sender is declared with, and what the run came to. */
  async function declareSender(email: string, options: InlineRunOptions) {
    const texts: unknown[] = [];
    const { failures } = await runInline(async () => {
      const sender = new Sender("news", { email, name: "News" });
      texts.push(await knownSoFar((sender as unknown as { __provider: unknown }).__provider));
    }, options);
    return { texts, failures };
  }

  const constant = 'exports.handler = () => require("pulumi-email-marketing/dynamic").Sender();';

  it("leaves a constant text to the state", async () => {
    const config = { "emailmarketing:preflight": "off" };
    expect(await declareSender("news@acme.example", { config })).to.deep.equal({
      texts: [constant],
      failures: [],
    });
  });

  it("judges nothing under mocks", async () => {
    expect(await declareSender("nobody", { showsMocks: true })).to.deep.equal({
      texts: [constant],
      failures: [],
    });
  });

  for (const [given, email] of [
    ["plain inputs", "nobody"],
    ["inputs that are outputs", output("nobody")],
  ] as const) {
    it(`keeps a resource with faults in ${given} from being registered, and tells all of them`, async () => {
      const { failures } = await runInline(() => new Sender("news", { email, name: "" }));
      expect(failures).to.have.length(1);
      expect(failures[0]).to.include({ name: "EmailMarketingError", code: "validation" });
      expect(failures[0]?.message).to.match(/^Sender "news": email: .+; name: .+$/);
    });
  }

  it("tells one fault of a whole resource that stands for its outputs", async () => {
    const { failures } = await runInline(() => {
      const sender = new Sender("news", { email: "news@acme.example", name: "News" });
      new Campaign("letter", {
        name: "Letter",
        subject: "What is new",
        html: "<p>Hello</p>",
        sender,
        listIds: ["list-1"],
      });
    });
    expect(failures.map(({ message }) => message)).to.deep.equal([
      'Campaign "letter": sender: must be an object, but is a whole resource: give the outputs of it that are needed, by name',
    ]);
  });

  it("tells one fault of arguments that are no object", async () => {
    const { failures } = await runInline(() => new Sender("news", "news@acme.example" as never));
    expect(failures.map(({ message }) => message)).to.deep.equal([
      'Sender "news": must be an object of inputs, but is a string',
    ]);
  });
});
