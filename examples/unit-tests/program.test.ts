import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as pulumi from "@pulumi/pulumi";
import { Sender } from "pulumi-email-marketing";

// Mocks send no requests: resources get the ids and functions the results from here.
const made: pulumi.runtime.MockResourceArgs[] = [];
pulumi.runtime.setMocks({
  newResource(args) {
    made.push(args);
    return { id: `${args.name}-id`, state: { ...args.inputs, status: "verified" } };
  },
  call({ token, inputs }) {
    assert.equal(token, "emailmarketing:index:getList");
    return { id: "list-1", name: inputs.name, contactCount: 2 };
  },
});

// Behind the mocks. An input that the provider rejects ends the test here, with the reason.
import program = require("./index");

describe("the program", () => {
  it("mails the customers", async () => {
    assert.deepEqual(await settled(program.spring.listIds), ["list-1"]);
  });

  it("writes as its own sender", async () => {
    const sender = await settled(program.spring.sender);
    assert.deepEqual(sender, { email: "news@acme.example", name: "Acme News" });
  });

  it("lets readers unsubscribe", async () => {
    const campaigns = made.filter(({ type }) => type.endsWith(":Campaign"));
    assert.equal(campaigns.length, 1);
    for (const { inputs } of campaigns) assert.match(inputs.plainText, /%%unsubscribe%%/);
  });

  it("rejects what the service would", () => {
    const wrong = () => new Sender("wrong", { email: "news-acme", name: "Acme News" });
    assert.throws(wrong, /Sender "wrong": email: must be an email address/);
  });
});

function settled<Value>(output: pulumi.Output<Value>): Promise<Value> {
  return new Promise((resolve) => {
    output.apply(resolve);
  });
}
