import { expect } from "chai";
import { textOffersUnsubscribe } from "../../../mail/inspect/unsubscribe";

describe("textOffersUnsubscribe", () => {
  it("goes by the service's token, by an address with the word, or by one after it until the next line ends", () => {
    for (const [text, is] of [
      ["%%UNSUBSCRIBE%%", true],
      ["https://x.example/unsubscribe", true],
      ["unsubscribe-1@x.example", true],
      ["To unsubscribe\nwrite to a@x.example", true],
      ["To unsubscribe\n\nwrite to a@x.example", false],
      ["a@x.example unsubscribe", false],
      ["https://x.example unsubscribe", false],
      ["unsubscribe unsubscribe@", true],
    ] as const) {
      expect(textOffersUnsubscribe(text), text).to.equal(is);
    }
  });
});
