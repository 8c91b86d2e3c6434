/// <reference lib="dom" />
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { browserPath } from "../../../../tools/browser";
import { pixelsOf, step, useShow } from "../../../support/preview-fixtures";

const commented = ["comment", "--preview", "preview.json", "--screenshots"];

describe("show --screenshots", function () {
  const { scratch, show, open, showWithScreenshots, write, run } = useShow(this);

  it("writes screenshots of campaigns, and the command comment includes the screenshots", async () => {
    const html =
      "<style>@media (prefers-color-scheme: dark) { body { background: #000 } }</style><p>Hi</p>";
    const { out } = await showWithScreenshots({ spring: html, secret: "[secret]", autumn: html });
    const pictures = (await readdir(out)).filter((name) => name.endsWith(".png"));
    const kinds = ["dark", "desktop", "forced-dark", "phone"];
    expect(pictures).to.deep.equal([
      ...kinds.map((kind) => `001-spring-${kind}.png`),
      ...kinds.map((kind) => `003-autumn-${kind}.png`),
    ]);
    const sizes = await Promise.all(
      pictures.slice(0, 4).map(async (name) => {
        const png = await readFile(join(out, name));
        return [png.toString("latin1", 1, 4), png.readUInt32BE(16)];
      }),
    );
    expect(sizes).to.deep.equal([
      ["PNG", 640],
      ["PNG", 640],
      ["PNG", 640],
      ["PNG", 375],
    ]);
    const comment = await run([...commented, "https://b.example/pr-7/"]);
    expect(comment.output.split("\n").filter((line) => line.includes("!["))).to.deep.equal([
      "- **spring**: ![spring (desktop)](https://b.example/pr-7/001-spring-desktop.png) ![spring (phone)](https://b.example/pr-7/001-spring-phone.png) ![spring (dark)](https://b.example/pr-7/001-spring-dark.png)",
      "- **autumn**: ![autumn (desktop)](https://b.example/pr-7/003-autumn-desktop.png) ![autumn (phone)](https://b.example/pr-7/003-autumn-phone.png) ![autumn (dark)](https://b.example/pr-7/003-autumn-dark.png)",
    ]);
  });

  it("omits an email address in a campaign's name from the screenshot's link in the comment", async () => {
    const steps = [step("create", "ada@acme.example", { html: "<p>Hi</p>" })];
    await write("preview.json", { steps });
    const { output } = await run([...commented, "https://b"]);
    expect(output).to.include("![address (desktop)](https://b/001-");
    expect(output).to.not.include("ada@");
    expect(output).to.not.match(/ada.?@/u);
  });

  it("captures the whole width and height of a right-to-left email", async () => {
    const html =
      '<html dir="rtl"><body style="margin:0"><div style="width:20px;height:700px;background:#f00">x</div></body></html>';
    const { out } = await showWithScreenshots({ rtl: html });
    const { page } = await open(out, "index.html");
    const picture = await readFile(join(out, "001-rtl-phone.png"));
    const { width, height, colorAt } = await pixelsOf(page, picture);
    expect([width, height]).to.deep.equal([375, 700]);
    expect(colorAt(2, 650)).to.deep.equal([255, 255, 255]);
    expect(colorAt(373, 650)).to.deep.equal([255, 0, 0]);
  });

  it("captures emails larger than the window, and marks truncated and scaled screenshots", async () => {
    const column = (px: number) => `<div style="height:${px}px;background:#0a0">a</div>`;
    const body = (content: string) => `<body style="margin:0">${content}</body>`;
    const { out } = await showWithScreenshots({
      high: body(`<div style="height:100vh">Hero</div>${column(30)}`),
      long: body(column(5000)),
      wide: body(`<div style="width:750px">${column(400)}</div>`),
    });
    const found: unknown[] = [];
    for (const stem of ["001-high", "002-long", "003-wide"]) {
      const png = await readFile(join(out, `${stem}-phone.png`));
      const page = await readFile(join(out, `${stem}.html`), "utf8");
      const said = /phone picture: [^<]*/.exec(page)?.[0];
      found.push([png.readUInt32BE(16), png.readUInt32BE(20), said]);
    }
    expect(found).to.deep.equal([
      [375, 697, undefined],
      [375, 4000, "phone picture: the email is 5000 px high, and is cut at 4000 px"],
      [
        375,
        200,
        "phone picture: the email is 750 px wide, so it is shown smaller, as on a screen of 375 px",
      ],
    ]);
  });

  it("takes no screenshot if the rendering takes over 10 s, and cuts the screenshot if an email is too wide", async () => {
    const uses = (of: string) => `<use href="#${of}" x="1"/>`.repeat(10);
    const groups = ["a", "b", "c", "d", "e", "f", "g"];
    // This drawing has 10 to the power of 7 circles.
    const html = `<svg><defs><circle id="a0" r="3"/>${groups
      .map((id, at) => `<g id="${id}">${uses(groups[at - 1] ?? "a0")}</g>`)
      .join("")}</defs><use href="#g"/></svg>`;
    const { out, output } = await showWithScreenshots({
      endless: html,
      spring: "<p>Hi</p>",
      wide: '<div style="width:500000px">a</div>',
    });
    expect(output).to.include(
      "note: 1 campaign has no pictures, or not all of them. The pages say why.\nWrote 3 campaigns to",
    );
    const pictures = (await readdir(out)).filter((name) => name.endsWith(".png"));
    const sizes = await Promise.all(
      pictures.map(async (name) => (await readFile(join(out, name))).readUInt32BE(16)),
    );
    // A placeholder with a width of 375 px replaces each missing screenshot.
    expect(sizes).to.deep.equal([375, 375, 375, 375, 640, 640, 640, 375, 640, 640, 640, 375]);
    const comment = await run([...commented, "https://b"]);
    const linked = [...comment.output.matchAll(/https:\/\/b\/([^)]+)/g)].map(([, name]) => name);
    expect(linked).to.have.length(9);
    expect(pictures).to.include.members(linked);
    const endless = await readFile(join(out, "001-endless.html"), "utf8");
    expect(endless).to.include(
      "no picture (desktop, phone, dark, forced-dark) and no advice on accessibility: it took more than 10 s",
    );
    expect(endless).to.not.include(".png");
    const wide = await readFile(join(out, "003-wide.html"), "utf8");
    expect(wide).to.include("phone picture: the email is 500008 px wide, and is cut at 20000 px");
  }).timeout(120_000);

  /** Writes a script that records its arguments and its environment, and then runs a command. */
  async function browserThat(does: string): Promise<string> {
    const path = join(scratch(), "browser.sh");
    const noted = `{ echo "$@"; env; } >> ${join(scratch(), "started.txt")}`;
    await writeFile(path, `#!/bin/bash\n${noted}\n${does}\n`, { mode: 0o755 });
    return path;
  }

  it("starts the browser without the environment's secrets, and without a sandbox only if the start in a sandbox fails", async () => {
    const real = await browserPath();
    const browser = await browserThat(`[[ "$*" == *--no-sandbox* ]] && exec ${real} "$@"; exit 1`);
    await write("preview.json", { steps: [step("create", "spring", { html: "<p>Hi</p>" })] });
    const shown = ["show", "--preview", "preview.json", "--screenshots", "--browser", browser];
    const { output, exitCode } = await run(shown, { SOME_TOKEN: "canary-token" });
    expect(exitCode, output).to.equal(0);
    expect(output).to.match(
      /^note: the browser doesn't start with its sandbox here, so it runs without it\.\nWrote 1 campaign /,
    );
    const started = await readFile(join(scratch(), "started.txt"), "utf8");
    const [first, ...others] = started.split("\n").filter((line) => line.startsWith("--"));
    expect(first).to.not.include("--no-sandbox");
    // A slow machine may start the browser more than once, because a screenshot that takes too long ends it.
    expect(others).to.have.length.above(0);
    for (const line of others) expect(line).to.include("--no-sandbox");
    expect(started).to.include("PATH=").and.not.include("canary-token");
  });

  it("fails with an error if the browser can't start, even without a sandbox", async () => {
    const browser = await browserThat("exit 1");
    const steps = [step("create", "spring", { html: "<p>Hi</p>" })];
    const { output, exitCode } = await show({ steps }, "--screenshots", "--browser", browser);
    expect(exitCode).to.equal(1);
    expect(output).to.match(/^error: can't start the browser .*browser\.sh: Failed to launch/);
  });
});
