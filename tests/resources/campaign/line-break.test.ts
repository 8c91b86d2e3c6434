import { expect } from "chai";
import { judgeLine } from "../../../provider/input/text-mistakes";
import { useResource } from "../../support/resource";

const letter = {
  name: "Spring",
  subject: "What is new",
  preheader: "Seeds and tools",
  sender: { email: "hello@acme.example", name: "Acme" },
  plainText: "Hello %%unsubscribe%%",
  listIds: ["list-1"],
};
const isSent = { ...letter, account: "loopback" };

describe("a line break in a campaign", function () {
  const { resource, warnings } = useResource(this, "Campaign");

  for (const [what, text, at] of [
    ["a line feed", "Hello\nBcc: a@b.example", 5],
    ["a Windows line end", "Hello\r\nthere", 5],
    ["a line separator", "Hel\u2028lo", 3],
    ["a line feed at the start", "\nHello", 0],
    ["a line feed after an emoji", "🌱\nHello", 1],
    ["one of two line feeds", "a\nb\n", 1],
  ] as const) {
    const problem = `must not contain a line break (there is one after ${at} characters). Put a space in its place`;

    it(`is an error in a one-line input if the break is ${what}`, async () => {
      const sender = { ...letter.sender, name: text };
      for (const [input, path] of [
        [{ name: text }, "name"],
        [{ subject: text }, "subject"],
        [{ preheader: text }, "preheader"],
        [{ sender }, "sender.name"],
      ] as const) {
        expect(await resource().faults({ ...letter, ...input })).to.deep.equal([
          `${path}: ${problem} [validation ${path}]`,
        ]);
      }
    });
  }

  it("is an error only if the change adds the line break", async () => {
    const broken = { ...letter, subject: "What\nis new" };
    const before = { ...isSent, subject: "What\nis new" };
    expect(await resource().faults(broken, isSent)).to.have.length(1);
    expect(await resource().faults({ ...broken, name: "Summer" }, before)).to.deep.equal([]);
  });

  it("is no error if the program adopts the campaign", async () => {
    const adopted = { ...letter, existingId: "campaign-2", name: "Spring\nnews" };
    expect(await resource().faults(adopted)).to.deep.equal([]);
  });

  it("is only a warning if the break is the end of the subject", async () => {
    expect(await resource().faults({ ...letter, subject: "What is new\n" })).to.deep.equal([]);
    expect(warnings()).to.deep.equal([
      'Campaign "Spring": subject: ends with a line break, as files and YAML blocks do, and is sent with it. Remove it with trim() (strip() in Python, strings.TrimSpace in Go); in YAML, begin the block with |- in place of |.',
    ]);
    for (const end of ["\r\n", "\n\n", " \n "]) {
      expect(judgeLine(`What is new${end}`, "subject"))
        .to.have.length(1)
        .and.have.nested.property("[0].level", "warning");
    }
  });

  it("is accepted if the break is the end of plainText", async () => {
    const long = { plainText: "Hello\n%%unsubscribe%%\n", subject: "What is new " };
    expect(await resource().faults({ ...letter, ...long })).to.deep.equal([]);
    expect(warnings()).to.deep.equal([]);
  });
});
