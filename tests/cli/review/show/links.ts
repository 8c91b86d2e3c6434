/// <reference lib="dom" />
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { expectError } from "../../../support/expect-error";
import {
  expectNoBarrier,
  expectQuiet,
  partOf,
  step,
  useShow,
} from "../../../support/preview-fixtures";
import { respondWith, useAnswering } from "../links/answering";

const picture = respondWith(200, { "content-type": "image/png", "content-length": "2048" });
const moved = respondWith(301, { location: "/there" });
const answers = {
  "/gone": respondWith(404),
  "/moved": moved,
  "/logo.png": picture,
  "/leaf.png": picture,
};

describe("show --links", function () {
  const { open, scratch, write, run } = useShow(this);
  const start = useAnswering(this);

  async function show(steps: object[], args: readonly string[], env: Record<string, string> = {}) {
    await write("preview.json", { steps });
    const { exitCode, output } = await run(["show", "--preview", "preview.json", ...args], env);
    const out = join(scratch(), "email-marketing-mail");
    const lines = output.split("\n").filter((line) => !/^Wrote |^$/.test(line));
    return { exitCode, lines, out };
  }

  it("shows each link's and image's result, and the images' total size, on the campaign's page", async () => {
    const { port, asked } = await start(answers);
    const at = (path: string) => `http://localhost:${port}${path}`;
    const html = `<a href="${at("/moved")}">a</a>
<a href="${at("/gone")}">b</a>
<a href="${at("/vote")}">c</a>
<a href="mailto:help@acme.example">d</a>
<img alt="Logo" src="${at("/logo.png")}">
<form action="${at("/form")}"></form><table background="${at("/leaf.png")}"></table>`;
    const { out, exitCode, lines } = await show(
      [step("create", "spring", { html }), step("delete", "autumn", {}, { html })],
      ["--links", "--allow-private"],
    );
    expect(exitCode).to.equal(0);
    const place = `localhost:${port}`;
    expect(lines.map((line) => line.replace(/ +/g, " "))).to.deep.equal([
      "spring: 6 links and images, 3 ok, 1 dead, 2 not checked",
      ` ok ${place}/moved -> ${place}/there 200`,
      ` dead ${place}/gone 404`,
      ` not checked ${place}/vote its path or query has "vote", so a request may change something`,
      ` ok ${place}/logo.png 200, image/png, 2.0 kB`,
      ` not checked ${place}/form it is that of <form>, where a request may change something`,
      ` ok ${place}/leaf.png 200, image/png, 2.0 kB`,
      " Size of the images: 2.0 kB in 1 image",
    ]);
    const watched = await open(out, "001-spring.html");
    const { page } = watched;
    expect((await partOf(page, "Links")).split("\n")).to.deep.equal([
      "text\ttarget\tpreflight\tasked\tline",
      `a\t${at("/moved")}\tnot a full https address\t200, redirects to ${at("/there")}\t1`,
      `b\t${at("/gone")}\tnot a full https address\tdead: 404\t2`,
      `c\t${at("/vote")}\tnot a full https address\tnot checked: its path or query has "vote", so a request may change something\t3`,
      "d\tmailto:help@acme.example\tnothing\t\t4",
    ]);
    expect((await partOf(page, "Images")).split("\n")).to.deep.equal([
      "alternative text\taddress\tpreflight\tasked\tline",
      `Logo\t${at("/logo.png")}\tnot a full https address\t200, image/png, 2.0 kB\t5`,
      "",
      "Size of the images: 2.0 kB in 1 image",
    ]);
    expect((await partOf(page, "Other addresses")).split("\n")).to.deep.equal([
      "element\taddress\tpreflight\tasked\tline",
      `form\t${at("/form")}\tnot a full https address\tnot checked: it is that of <form>, where a request may change something\t6`,
      `table\t${at("/leaf.png")}\tnot a full https address\t200, image/png, 2.0 kB\t6`,
    ]);
    await expectNoBarrier(page);
    expectQuiet(watched);
    expect(asked.map(({ method, address }) => `${method} ${address}`).sort()).to.deep.equal([
      "GET localhost:PORT/gone",
      "HEAD localhost:PORT/gone",
      "HEAD localhost:PORT/leaf.png",
      "HEAD localhost:PORT/logo.png",
      "HEAD localhost:PORT/moved",
      "HEAD localhost:PORT/there",
    ]);
  });

  it("writes only hosts and paths of URLs into links.json, which a later run without --links removes", async () => {
    const { port } = await start(answers);
    const at = (path: string) => `http://localhost:${port}${path}`;
    const html = `<a href="${at("/moved")}">a</a><a href="${at("/gone?reader=7")}">b</a>
<a href="http://ada:pw@localhost:${port}/b">c</a><img alt="Logo" src="${at("/logo.png#k-4711")}">`;
    const steps = [step("create", "spring", { html })];
    const args = ["--links", "--allow-private", "--query", "--strict"];
    const { exitCode, out } = await show(steps, args, { EMAIL_MARKETING_API_KEY: "k-4711" });
    // With --strict, a dead link is an error.
    expect(exitCode).to.equal(1);
    const written = await readFile(join(out, "links.json"), "utf8");
    const place = `localhost:${port}`;
    const verdict = "not checked";
    const addresses = [
      { verdict: "ok", address: `${place}/moved`, finalAddress: `${place}/there`, answer: "200" },
      { verdict: "dead", address: `${place}/gone`, answer: "404" },
      { verdict, address: `${place}/b`, answer: "it has user information" },
      { verdict, address: `${place}/logo.png`, answer: "it has a key" },
    ];
    const imageWeight = "Size of the images: 0.0 kB in 0 images; of 1 image, it is not known";
    expect(JSON.parse(written)).to.deep.equal({
      campaigns: [{ campaign: "spring", addresses, imageWeight }],
    });
    const links = join("email-marketing-mail", "links.json");
    const comment = ["comment", "--preview", "preview.json", "--links", links];
    const printed = await run(comment);
    expect(printed.output.split("\n")).to.include.members([
      "**4 links and images: 1 ok, 1 dead, 2 not checked**",
      `- ⚠️ **spring**: dead: \`${place}/gone\` (404)`,
      `- ℹ️ **spring**: not checked: \`${place}/b\` (it has user information)`,
    ]);
    expect((await show(steps, [])).exitCode).to.equal(0);
    expect(await readdir(out)).to.not.include("links.json");
    expectError(
      await run(comment),
      `the file ${links} can't be read (ENOENT). It must be links.json from the folder that show --links wrote.`,
    );
  });

  it("sends no request to private IP addresses without --allow-private, not even through the environment's proxy", async () => {
    const { port, asked } = await start(answers);
    const proxy = await start({});
    const hosts = ["localhost", "127.0.0.1"];
    const html = [
      ...hosts.map(
        (host) => `<a href="http://${host}:${port}/">a</a><img alt="" src="http://${host}/b.png">`,
      ),
      '<a href="https://10.0.0.1/">p</a>',
    ].join("\n");
    const address = `http://127.0.0.1:${proxy.port}`;
    const { exitCode, lines } = await show(
      [step("create", "spring", { html })],
      ["--links", "--strict"],
      { HTTP_PROXY: address, HTTPS_PROXY: address, ALL_PROXY: address, NODE_USE_ENV_PROXY: "1" },
    );
    expect(exitCode).to.equal(0);
    expect(lines[0]).to.equal("spring: 5 links and images, 0 ok, 0 dead, 5 not checked");
    const said = lines.slice(1, -1).map((line) => line.replace(/^ +not checked +\S+ +/, ""));
    expect(new Set(said)).to.deep.equal(
      new Set(["its port is neither 80 nor 443", "its host has no public address"]),
    );
    expect(asked).to.deep.equal([]);
    expect(proxy.asked).to.deep.equal([]);
  });

  it("is required for --strict, --query and --allow-private, and no link is requested without --links", async () => {
    const { port, asked } = await start(answers);
    const html = `<a href="http://localhost:${port}/gone">a</a>`;
    const steps = [step("create", "spring", { html })];
    expect((await show(steps, [])).exitCode).to.equal(0);
    for (const option of ["--strict", "--query", "--allow-private"]) {
      const { exitCode, lines } = await show(steps, [option]);
      expect(lines).to.deep.equal([`error: ${option} says how links are checked. Add --links.`]);
      expect(exitCode).to.equal(1);
    }
    expect(asked).to.deep.equal([]);
  });
});
