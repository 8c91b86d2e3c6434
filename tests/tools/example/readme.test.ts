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
  const given = {
    packages: { "pulumi-email-marketing": "/p.tgz" },
    ports: { "4010": "5123" },
    template: "/template",
  };

  for (const [command, run] of [
    [
      "npm install pulumi-email-marketing @pulumi/pulumi@3.248 tsx",
      "npm install /p.tgz @pulumi/pulumi@3.248 tsx",
    ],
    ["npx pulumi-email-marketing doctor", "npx pulumi-email-marketing doctor"],
    [
      "export EMAIL_MARKETING_BASE_URL=http://127.0.0.1:4010/v1",
      "export EMAIL_MARKETING_BASE_URL=http://127.0.0.1:5123/v1",
    ],
    ["pulumi new https://github.com/a/b/tree/main/examples/template", "pulumi new /template --yes"],
    ["pulumi up     # creates a draft", "pulumi up --yes     # creates a draft"],
    [
      'pulumi config set sendAt "2098-03-01 09:00:00"',
      'pulumi config set sendAt "2098-03-01 09:00:00"',
    ],
  ] as const) {
    it(`runs "${command}"`, () => {
      expect(standIn(command, given)).to.equal(run);
    });
  }
});
