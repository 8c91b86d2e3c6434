/// <reference lib="dom" />
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { browserPath } from "../../support/browser";
import { step, useShow } from "../../support/shown";

const commented = ["comment", "--preview", "preview.json", "--screenshots"];

describe("show --screenshots", function () {
  const { show, indexPage, write, run } = useShow(this);

  it("takes pictures of what is shown, which the comment places", async () => {
    const html =
      "<style>@media (prefers-color-scheme: dark) { body { background: #000 } }</style><p>Hi</p>";
    const preview = {
      steps: [
        step("create", "spring", { html }),
        step("create", "secret", { html: "[secret]" }),
        step("create", "autumn", { html }),
      ],
    };
    const browser = await browserPath();
    const { out, output, exitCode } = await show(preview, "--screenshots", "--browser", browser);
    expect(exitCode, output).to.equal(0);
    const pictures = (await readdir(out)).filter((name) => name.endsWith(".png"));
    expect(pictures).to.deep.equal([
      "001-spring-dark.png",
      "001-spring-desktop.png",
      "001-spring-forced-dark.png",
      "001-spring-phone.png",
      "003-autumn-dark.png",
      "003-autumn-desktop.png",
      "003-autumn-forced-dark.png",
      "003-autumn-phone.png",
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

  it("are placed without the address that a campaign is named after", async () => {
    const steps = [step("create", "ada@acme.example", { html: "<p>Hi</p>" })];
    await write("preview.json", { steps });
    const { output } = await run([...commented, "https://b"]);
    expect(output).to.include("![address (desktop)](https://b/001-");
    expect(output).to.not.include("ada@");
    expect(output).to.not.match(/ada.?@/u);
  });

  it("has the whole width of a mail that goes from right to left, and its height", async () => {
    const html =
      '<html dir="rtl"><body style="margin:0"><div style="width:20px;height:700px;background:#f00">x</div></body></html>';
    const browser = await browserPath();
    const steps = [step("create", "rtl", { html })];
    const { page, out } = await indexPage({ steps }, "--screenshots", "--browser", browser);
    const picture = (await readFile(join(out, "001-rtl-phone.png"))).toString("base64");
    const pixels = await page.evaluate(async (png: string) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const { width, height } = image;
      const canvas = new OffscreenCanvas(width, height).getContext("2d");
      canvas?.drawImage(image, 0, 0);
      const [left, right] = [2, width - 2].map((x) => [
        ...(canvas?.getImageData(x, 650, 1, 1).data ?? []),
      ]);
      return { width, height, left, right };
    }, picture);
    const [red, white] = [
      [255, 0, 0, 255],
      [255, 255, 255, 255],
    ];
    expect(pixels).to.deep.equal({ width: 375, height: 700, right: red, left: white });
  });

  it("shows the whole of what is as high as its window or wider, and says what is cut or smaller", async () => {
    const column = (px: number) => `<div style="height:${px}px;background:#0a0">a</div>`;
    const steps = [
      step("create", "high", {
        html: `<body style="margin:0"><div style="height:100vh">Hero</div>${column(30)}</body>`,
      }),
      step("create", "long", { html: `<body style="margin:0">${column(5000)}</body>` }),
      step("create", "wide", {
        html: `<body style="margin:0"><div style="width:750px">${column(400)}</div></body>`,
      }),
    ];
    const browser = await browserPath();
    const { out, output, exitCode } = await show({ steps }, "--screenshots", "--browser", browser);
    expect(exitCode, output).to.equal(0);
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
});
