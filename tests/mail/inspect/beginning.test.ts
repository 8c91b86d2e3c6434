import { expect } from "chai";
import { inspectHtml } from "../../../mail/inspect";

describe("how a mail begins in an inbox", () => {
  const begin = (html: string) => inspectHtml(html).beginning();

  it("has the alternative texts of images that come before any text", () => {
    const images =
      '<table><tr><td><img src="https://acme.example/a.png" alt="50% off all seeds\nuntil Sunday"><img src="b" alt=""></td></tr></table>';
    expect(begin(`${images}<p>Unsubscribe</p>`)).to.equal(
      "50% off all seeds until Sunday\nUnsubscribe",
    );
    expect(begin(images)).to.equal("50% off all seeds until Sunday");
  });

  it("has none of images after a text, nor of a mail without any", () => {
    expect(begin('<p>Hello</p><img src="a" alt="A seed"><p>Bye</p>')).to.equal("Hello\nBye");
    expect(begin('<img src="a"><p>Hello</p>')).to.equal("Hello");
  });
});
