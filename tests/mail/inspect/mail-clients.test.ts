import { expect } from "chai";
import { unsupportedFeatures } from "../../../mail/inspect/mail-clients";

describe("unsupportedFeatures", () => {
  it("gives each feature with the line of its first use, in styles and in elements", async () => {
    const html = `<p>a</p>
<style>
p { display: grid }</style><b>
</b><video></video>
<p style="display: grid">`;
    const clients = ["outlook.windows", "gmail.ios"];
    const features = [
      ["display:grid", 3, "css-display-grid"],
      ["<video> element", 4, "html-video"],
    ] as const;
    expect(await unsupportedFeatures(html, clients)).to.deep.equal({
      features: features.map(([feature, line, page]) => ({
        feature,
        clients,
        line,
        url: `https://www.caniemail.com/features/${page}/`,
      })),
      unread: [],
    });
  });

  it("says which parts can't be looked up", async () => {
    for (const [html, unread] of [
      ["<style>a</style>\n<style>\nb</style>", ["the styles on line 1", "the styles on line 2"]],
      ["<b><i>".repeat(10_000), ["the elements and their styles"]],
      ["a".repeat(104_449), ["an email of more than 102 kB"]],
      ["ü".repeat(52_225), ["an email of more than 102 kB"]],
      ["ü".repeat(52_224), []],
      // Only Outlook shows the second of these, and no one the first.
      [
        "<!-- <style>a</style> --><!--[if mso]>\n<style>b</style><![endif]-->",
        ["the styles on line 2"],
      ],
    ] as const) {
      const found = await unsupportedFeatures(html, ["gmail.*"]);
      expect(found, html.slice(0, 50)).to.deep.equal({ features: [], unread });
    }
  });

  it("refuses a name that no email client has", async () => {
    expect(await unsupportedFeatures("<p>a</p>", ["gmail.*", "nope.x"])).to.deep.equal({
      problem:
        'unknown email client "nope.x". Use names such as "outlook.windows" or "gmail.*" from https://www.caniemail.com/clients/.',
    });
  });
});
