import { expect } from "chai";
import { judgeAddress } from "../../../../cli/review/links/judged-address";

const rules = { withQuery: false, keys: ["k-4711"] };

function skipReasonOf(address: string, own: object = {}): string | undefined {
  const judged = judgeAddress(address, { ...rules, ...own });
  if (judged === undefined) return "(no web address)";
  return "skipReason" in judged ? judged.skipReason : undefined;
}

describe("the link check's URL rule", () => {
  it("returns the same result for the same URL in each of 20,000 calls", () => {
    const address = "https://bücher.example/ä";
    const refused = Array.from({ length: 20_000 }, () => skipReasonOf(address));
    expect(new Set(refused)).to.deep.equal(new Set([undefined]));
  });

  it("allows a plain web URL, and removes the fragment", () => {
    for (const [address, asked] of [
      ["https://acme.example", "https://acme.example/"],
      [" HTTP://Acme.example/spring \n", "http://acme.example/spring"],
      ["https://acme.example/caf%C3%A9#token", "https://acme.example/caf%C3%A9"],
      ["https://bücher.example/ä", "https://xn--bcher-kva.example/%C3%A4"],
      ["https://[2606:4700::1111]/a", "https://[2606:4700::1111]/a"],
      ["https://acme.example/100%25", "https://acme.example/100%25"],
      ["https://acme.example/photo/kenya", "https://acme.example/photo/kenya"],
    ] as const) {
      const judged = judgeAddress(address, rules);
      expect(judged && "url" in judged && judged.url.href, address).to.equal(asked);
    }
  });

  /** URLs, keyed by the reason for not requesting them. */
  const refused: Readonly<Record<string, readonly string[]>> = {
    "(no web address)": [
      "mailto:a@b.example",
      "tel:1",
      "cid:a",
      "#top",
      "",
      "//a.example",
      "ftp://a.example",
      "javascript:alert(1)",
      "{{link}}",
    ],
    "it has a merge tag": [
      "https://acme.example/{{code}}",
      "https://acme.example/%%code%%",
      "https://acme.example/*|CODE|*",
      "https://acme.example/[CODE]",
      "https://acme.example/\u0024{code}",
      "https://acme.example/<%= code %>",
      "https://acme.example/{% if a %}",
      "https://{{host}}/a",
      "https://%%host%%/a",
      "https://acme.example/%7B%7Bcode%7D%7D",
      "https://acme.example/%257B%257Bcode%257D%257D",
    ],
    "it has a merge tag, or an encoding that can't be read": [
      "https://acme.example/%code%",
      "https://acme.example/%date%",
      "https://acme.example/%E9",
    ],
    "it has user information": [
      "https://ada:secret@acme.example/",
      "https://ada@acme.example/",
      "https://@acme.example/",
      "https:\\\\ada@acme.example/",
      "https:ada@acme.example/",
    ],
    "it has a key": [
      ...[
        "https://acme.example/k-4711",
        "https://acme.example/%6b-4711",
        "https://k-4711.example/",
      ],
    ],
    "it is not a valid address": [
      "https://",
      "https://a b.example/",
      "https://acme.example:99999/",
    ],
  };
  for (const [skipReason, addresses] of Object.entries(refused)) {
    it(`${skipReason === "(no web address)" ? "ignores an address if the address is no web address, such as a mailto: link" : `forbids a URL if ${skipReason.replace("it ", "the URL ")}`}`, () => {
      for (const address of addresses) expect(skipReasonOf(address), address).to.equal(skipReason);
    });
  }

  it("forbids a URL with a word such as unsubscribe even if the word is encoded", () => {
    for (const [path, word] of [
      ["unsubscribe/1", "unsub"],
      ["UnSubscribe", "unsub"],
      ["unsub%73cribe", "unsub"],
      ["%75nsub", "unsub"],
      ["%2575nsub", "unsub"],
      ["ｕｎｓｕｂ", "unsub"],
      ["un\u00adsub\u200bscribe", "unsub"],
      ["optout", "optout"],
      ["opt-out", "opt-out"],
      ["opt/out", "opt/out"],
      ["opt_in", "opt_in"],
      ["confirm", "confirm"],
      ["verify.php", "verify"],
      ["email-verification", "verification"],
      ["vote/3", "vote"],
      ["Access-Token", "token"],
      ["preferences;token=a", "token"],
      ["approve", "approv"],
      ["cancel", "cancel"],
      ["sign-out", "sign-out"],
      ["bestätigen", "bestatig"],
      ["hủy-đăng-ký", "huy-đang"],
      ["huy-dang-ky", "huy-dang"],
    ] as const) {
      expect(skipReasonOf(`https://acme.example/${path}`), path).to.equal(
        `its path or query has "${word}", so a request may change something`,
      );
    }
    expect(skipReasonOf("https://acme.example/a?action=vote", { withQuery: true })).to.equal(
      'its path or query has "vote", so a request may change something',
    );
  });

  it("forbids a URL if the host has a word such as unsubscribe", () => {
    for (const [host, word] of [
      ["unsubscribe.acme.example", "unsub"],
      ["UNSUB.acme.example", "unsub"],
      ["opt-out.acme.example", "opt-out"],
      ["optout1.acme.example", "optout"],
    ] as const) {
      expect(skipReasonOf(`https://${host}/1`), host).to.equal(
        `its host has "${word}", so a request may change something`,
      );
    }
    for (const host of ["token.example", "votes.example", "option-outlet.example"]) {
      expect(skipReasonOf(`https://${host}/1`), host).to.equal(undefined);
    }
  });

  it("allows a URL with a query only if --query is set", () => {
    for (const address of [
      "https://acme.example/a?b=c",
      "https://acme.example/a?",
      "https://acme.example?b#c",
    ]) {
      expect(skipReasonOf(address), address).to.equal("it has a query (--query asks for it)");
      expect(skipReasonOf(address, { withQuery: true }), address).to.equal(undefined);
    }
    expect(skipReasonOf("https://acme.example/a#b?c")).to.equal(undefined);
  });
});
