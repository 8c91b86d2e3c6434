import { expect } from "chai";
import { inspectHtml } from "../../../mail/inspect/inspection";
import { lostSentences } from "../../../mail/inspect/mistake";

const sentences = [
  "Sow tomatoes indoors before spring begins.",
  "Water seedlings gently every second morning!",
  "Plant beans outside after frosty nights.",
];
const plainText = `${sentences.join(" ")}\nUnsubscribe: https://acme.example/unsubscribe-without-questions`;
const footer = "<p>Acme Seeds, 1 Example Street. <a href='%%unsubscribe%%'>Unsubscribe</a></p>";

const lostIn = (html: string, text = plainText) => lostSentences(text, html, inspectHtml(html));

describe("lostSentences", () => {
  it("counts the sentences of which an HTML has nothing", () => {
    const style = "<style>@import url(https://acme.example/font.css)</style>";
    for (const html of [footer, `<!-- ${plainText} -->${footer}`, `${style}${footer}`]) {
      expect(lostIn(html), html).to.equal(3);
    }
    expect(lostIn(footer, plainText.toUpperCase())).to.equal(3);
  });

  it("judges no HTML that has a sentence, other text, or may show the text in another way", () => {
    const other = "Welche Pflanzen brauchen keinen Schatten, fragen unsere Leserinnen immer wieder";
    for (const html of [
      `<p>${sentences[1]}</p>${footer}`,
      // Half of a sentence, in capitals, with a soft hyphen.
      `<p>TOMA&shy;TOES INDOORS BEFORE</p>${footer}`,
      `<p>${other}</p>${footer}`,
      `<img alt="Spring" src="https://acme.example/spring.png">${footer}`,
      `<table background="https://acme.example/spring.png"></table>${footer}`,
      `{{ content }}${footer}`,
      `${"<i></i>".repeat(5_001)}${footer}`,
    ]) {
      expect(lostIn(html), html.slice(0, 60)).to.equal(undefined);
    }
  });

  it("judges no short plain text", () => {
    for (const text of [
      "Open this mail in a browser: https://acme.example/mail.",
      sentences.slice(1).join(" "),
      "It is here. You can get it now. Come and see us at the end of May.",
    ]) {
      expect(lostIn(footer, text), text).to.equal(undefined);
    }
  });

  it("looks through a long text in no time", () => {
    const start = process.hrtime.bigint();
    for (const part of ["a", "a@", "https://", ". ", "\n ", "tomatoes "]) {
      lostIn(footer, part.repeat(200_000));
    }
    expect(Number(process.hrtime.bigint() - start) / 1e6).to.be.below(5_000);
  });
});
