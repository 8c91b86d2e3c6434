import { expect } from "chai";
import { recipientsOf, senderOf } from "../../../provider/review/send-test/address";

function problemOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}

describe("recipientsOf", () => {
  it("gives each address once", () => {
    expect(recipientsOf("ada@reader.example, Ben@reader.example,ADA@reader.example")).to.deep.equal(
      ["ADA@reader.example", "Ben@reader.example"],
    );
  });

  it("takes nothing but single addresses", () => {
    for (const [text, wrong] of [
      ["", '""'],
      ["ada@reader.example,", '""'],
      ["ada", '"ada"'],
      ["Ada <ada@reader.example>", '"Ada <ada@reader.example>"'],
      ["all:ada@reader.example;", '"all:ada@reader.example;"'],
      ["a@b@reader.example", '"a@b@reader.example"'],
      [
        "ada@reader.example\r\nBcc: ben@reader.example",
        '"ada@reader.example\\r\\nBcc: ben@reader.example"',
      ],
    ] as const) {
      expect(problemOf(() => recipientsOf(text))).to.equal(
        `--to: must be addresses, separated by commas (got ${wrong}).`,
      );
    }
  });

  it("says what can't be seen in one, or is overlooked", () => {
    const invisible =
      "must not contain the invisible character U+200B (character 19). Type it in place of copying it.";
    const dots = "must be an address (its domain has two dots in a row).";
    for (const [text, why] of [
      ["ada@reader.example\u200b", invisible],
      ["ada@reader..example", dots],
    ] as const) {
      expect(problemOf(() => recipientsOf(`ben@reader.example, ${text}`))).to.equal(
        `--to: address 2 ${why}`,
      );
      expect(problemOf(() => senderOf(`Ada <${text}>`, ""))).to.equal(`--from: the address ${why}`);
    }
  });

  it("takes at most 10 addresses", () => {
    const some = (most: number) =>
      Array.from({ length: most }, (_, at) => `r${at}@reader.example`).join(",");
    expect(recipientsOf(some(10)).length).to.equal(10);
    expect(problemOf(() => recipientsOf(some(11)))).to.equal(
      "--to: must be at most 10 addresses (got 11).",
    );
  });
});

describe("senderOf", () => {
  it("takes an address with a name, and keeps the sender's name for one without", () => {
    expect(senderOf("Me <me@acme.example>", "Acme News")).to.deep.equal({
      name: "Me",
      address: "me@acme.example",
    });
    expect(senderOf(" me@acme.example ", "Acme News")).to.deep.equal({
      name: "Acme News",
      address: "me@acme.example",
    });
  });

  it("takes nothing but one address", () => {
    for (const text of [
      "",
      "me",
      "<me>",
      "a <me@acme.example>, b <you@acme.example>",
      "A\nBcc: b@c.example <me@acme.example>",
    ]) {
      expect(
        problemOf(() => senderOf(text, "")),
        text,
      ).to.equal(
        `--from: must be "you@example.com" or "Your Name <you@example.com>" (got ${JSON.stringify(text)}).`,
      );
    }
  });
});
