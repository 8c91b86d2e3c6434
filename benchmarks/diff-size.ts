import type { Engine } from "../tools/engine/executable";
import { campaignSeed } from "./program";
import { withProject } from "./project";
import type { Row } from "./row";

const body = (changed: string) =>
  Array.from({ length: 1000 }, (_, n) => `<p>${n === 500 ? changed : "x".repeat(92)}</p>`).join(
    "\n",
  );

const program = `
const pulumi = require("@pulumi/pulumi");
const em = require("pulumi-email-marketing");
new em.Campaign("news", {
  name: "News", subject: "What is new", listIds: ["list-1"],
  html: new pulumi.asset.FileAsset("./mail.html"),
  sender: { email: "hello@acme.example", name: "Acme" },
});
`;

/** Measures the output of a preview after one line of a 100 kB body has changed. */
export async function measureDiffSize(engine: Engine): Promise<Row[]> {
  const bytes = await withProject(engine, { seed: campaignSeed, program }, async (project) => {
    await project.write("mail.html", body("before"));
    await project.run("up");
    await project.write("mail.html", body("after"));
    return Buffer.byteLength((await project.run("diff")).stdout);
  });
  const what = "preview of a changed line in a body of 100 kB, given as a FileAsset";
  return [{ what, measured: bytes, atMost: 600, digits: 0, unit: "bytes" }];
}
