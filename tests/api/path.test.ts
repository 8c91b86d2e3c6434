import { expect } from "chai";
import { pathOf } from "../../provider/api/call";

describe("the path of a request", () => {
  it("contains the id in place of {id}, and the route in error messages keeps {id}", () => {
    expect(pathOf("/list/{id}", "l1")).to.deep.equal({ path: "/list/l1", route: "/list/{id}" });
    expect(pathOf("/domains/{id}/share", "d1")).to.deep.equal({
      path: "/domains/d1/share",
      route: "/domains/{id}/share",
    });
    expect(pathOf("/senders")).to.deep.equal({ path: "/senders", route: "/senders" });
  });

  it("contains the id's special characters percent-encoded", () => {
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
      expect(pathOf("/list/{id}", id).path).to.equal(`/list/${encoded}`);
    }
  });

  it("is refused if the id is empty, a dot, two dots or invalid Unicode", () => {
    for (const [id, problem] of [
      ["", "must not be empty"],
      [".", 'must not be "." or ".."'],
      ["..", 'must not be "." or ".."'],
      ["\ud800", "must be valid Unicode"],
    ] as const) {
      expect(() => pathOf("/campaign/{id}/opens", id)).to.throw(
        `the id in /campaign/{id}/opens ${problem}.`,
      );
    }
  });
});
