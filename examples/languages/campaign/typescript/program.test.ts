import assert from "node:assert/strict";
import { it } from "node:test";
import * as pulumi from "@pulumi/pulumi";

// Stands for the service: nothing is sent.
pulumi.runtime.setMocks({
  newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs }),
  call: ({ inputs }) => ({ id: "list-1", name: inputs.name, contactCount: 2 }),
});
pulumi.runtime.setAllConfig({
  "project:partnerUrl": "https://partner.example/v1",
  "project:partnerKey": "key",
});

// Behind the mocks.
import program = require("./index");

it("mails the customers", async () => {
  const lists = await new Promise((resolve) => program.spring.listIds.apply(resolve));
  assert.deepEqual(lists, ["list-1"]);
});
