import { expect } from "chai";
import { commandsOf } from "../../../tools/example/readme";
import { standIn } from "../../../tools/example/stand-in";

describe("commandsOf", () => {
  it("gives the indented blocks and those of the shell in their order, and nothing else", () => {
    const readme = [
      "# Title",
      "",
      "    npm install",
      "    pulumi up",
      "",
      "Then run `pulumi preview`:",
      "",
      "```sh",
      "pulumi up   # again",
      "```",
      "",
      "```ts",
      "export {};",
      "```",
      "",
      "- A list",
      "  goes on.",
      "",
    ].join("\n");
    expect(commandsOf(readme)).to.equal("npm install\npulumi up\npulumi up   # again\n");
  });
});

describe("standIn", () => {
  for (const [command, run] of [
    ["npm install ./*.tgz @pulumi/pulumi tsx", "npm install ./*.tgz @pulumi/pulumi tsx"],
    ["npx pulumi-email-marketing doctor", "npx pulumi-email-marketing doctor"],
    [
      "export EMAIL_MARKETING_BASE_URL=http://127.0.0.1:4010/v1",
      "export EMAIL_MARKETING_BASE_URL=http://127.0.0.1:5123/v1",
    ],
    [
      "pulumi new ~/template",
      "pulumi new ~/template --yes --config emailmarketing:baseUrl=http://127.0.0.1:5123/v1",
    ],
    ["pulumi up --yes", "pulumi up --yes"],
    ["pulumi up     # creates a draft", "pulumi up --yes     # creates a draft"],
    [
      'pulumi config set sendAt "2098-03-01 09:00:00"',
      'pulumi config set sendAt "2098-03-01 09:00:00"',
    ],
  ] as const) {
    it(`runs "${command}"`, () => {
      expect(standIn(command, { "4010": "5123" })).to.equal(run);
    });
  }
});
