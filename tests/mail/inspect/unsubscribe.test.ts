import { expect } from "chai";
import { inspectHtml } from "../../../mail/inspect/inspection";
import { textOffersUnsubscribe } from "../../../mail/inspect/unsubscribe";

describe("textOffersUnsubscribe", () => {
  it("goes by the service's token, by an address with the word, or by one after it until the next line ends", () => {
    for (const [text, is] of [
      ["%%unsubscribe%%", true],
      ["%%UNSUBSCRIBE%%", false],
      ["%% unsubscribe %%", false],
      ["Abmeldeverfahren: https://x.example/n/1", false],
      ["Newsletter abbestellen: https://x.example/n/1", true],
      ["Se désabonner : https://x.example/n/1", true],
      ["Darse de baja: https://x.example/n/1", true],
      ["Wypisz się: https://x.example/n/1", true],
      ["Uitschrijven of afmelden: www.x.example/n", true],
      ["https://x.example/blog/why-readers-unsubscribe", false],
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

// What other forms come to is shown by the mails of tests/mail/collection.
describe("the way to unsubscribe that inspectHtml finds", () => {
  it("is what a reader sees of the HTML, and no comment", () => {
    const bodies = {
      "<title>%%unsubscribe%%</title><p>Hi</p>": false,
      "<style>/* %%unsubscribe%% */</style><p>Hi</p>": false,
      "<p data-href='https://x.example/unsubscribe'>Hi</p>": false,
      "<a href='#unsubscribe'>Unsubscribe</a>": false,
      "<a href='https://x.example'>Shop</a><p>Unsubscribe</p>": false,
      "<template>%%unsubscribe%%</template><p>Hi</p>": false,
      "<!--[if mso]><form action='https://x.example/unsubscribe'></form><![endif]-->": false,
      "<p>%%unsubscribe%%</p>": true,
      "<p>Stop: https://x.example/unsubscribe</p>": true,
      "<a href='<%asm_group_unsubscribe_raw_url%>'>Unsubscribe</a>": false,
      "<a href='/unsubscribe'>Unsubscribe</a>": false,
      "<a href='%%unsubscribe%%'>Stop</a>": true,
      "<a href='https://x.example/1'>Opt out of these emails</a>": true,
      "<a href='https://x.example/1'>Dezabonare</a>": true,
      "<a href='https://x.example/u/1'><b>Unsubscribe</b></a>": true,
      "<a href='https://x.example/u/1'><img alt='Unsubscribe' src='https://x.example/a'></a>": true,
      "<map><area alt='' href='https://x.example/unsubscribe'></map>": true,
    };
    for (const [html, is] of Object.entries(bodies)) {
      expect(inspectHtml(html).offersUnsubscribe(), html).to.equal(is);
    }
  });
});
