import type { Seed } from "email-marketing-emulator";
import type { Engine } from "../tools/engine/executable";
import { seed } from "./program";
import { withProject } from "./project";
import type { Row } from "./row";

const body = (changed: string) =>
  Array.from({ length: 1000 }, (_, n) => `<p>${n === 500 ? changed : "x".repeat(92)}</p>`).join(
    "\n",
  );

const account: Seed = {
  ...seed,
  senders: [{ sender_email: "hello@acme.example", sender_name: "Acme" }],
  lists: [{ id: "list-1", name: "Customers" }],
  contacts: [{ email: "ada@example.com", list_id: "list-1" }],
};

/** Only an asset has a limit: the documents recommend it. */
const ways = [
  { what: "a FileAsset", atMost: 600, html: 'new pulumi.asset.FileAsset("./mail.html")' },
  { what: "a string", html: 'require("node:fs").readFileSync("./mail.html", "utf8")' },
];

/** Previews the change of a body of 100 kB in every way to give one. */
export async function measureDiffSizes(engine: Engine): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { what, html, ...limit } of ways) {
    const program = `
const pulumi = require("@pulumi/pulumi");
const em = require("pulumi-email-marketing");
new em.Campaign("news", {
  name: "News", subject: "What is new", listIds: ["list-1"], html: ${html},
  sender: { email: "hello@acme.example", name: "Acme" },
});
`;
    const bytes = await withProject(engine, { seed: account, program }, async (project) => {
      await project.write("mail.html", body("before"));
      await project.run("up");
      await project.write("mail.html", body("after"));
      return Buffer.byteLength((await project.run("diff")).stdout);
    });
    const changed = `preview of a changed line in a body of 100 kB, given as ${what}`;
    rows.push({ what: changed, measured: bytes, ...limit, digits: 0, unit: "bytes" });
  }
  return rows;
}
