import { expect } from "chai";
import { path } from "../../provider/client/call";

describe("path", () => {
  it("returns the path to send and the route to show", () => {
    expect(path`/list/${{ id: "l1" }}`).to.deep.equal({ path: "/list/l1", route: "/list/{id}" });
    expect(path`/domains/${{ id: "d1" }}/share`).to.deep.equal({
      path: "/domains/d1/share",
      route: "/domains/{id}/share",
    });
    expect(path`/senders`).to.deep.equal({ path: "/senders", route: "/senders" });
  });

  it("percent-encodes every character that would change the structure of the path", () => {
    for (const [id, encoded] of [
      ["a/b", "a%2Fb"],
      ["a?b#c", "a%3Fb%23c"],
      ["a%2Fb", "a%252Fb"],
      ["ada@example.com", "ada%40example.com"],
      ["ä 😀", "%C3%A4%20%F0%9F%98%80"],
      ["../x", "..%2Fx"],
      ["a\r\nb", "a%0D%0Ab"],
      ["...", "..."],
    ] as const) {
      expect(path`/list/${{ id }}`.path).to.equal(`/list/${encoded}`);
    }
  });

  it("refuses a parameter that would be another path or can't be encoded", () => {
    for (const [id, problem] of [
      ["", "must not be empty"],
      [".", 'must not be "." or ".."'],
      ["..", 'must not be "." or ".."'],
      ["\ud800", "must be valid Unicode"],
    ] as const) {
      expect(() => path`/campaign/${{ id }}/opens`).to.throw(
        `the id in /campaign/{id}/opens ${problem}.`,
      );
    }
  });
});
