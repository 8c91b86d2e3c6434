import { type Seed, startEmulator } from "email-marketing-emulator";
import type { Engine } from "../tools/engine/executable";
import { openProject } from "./contender/pulumi";
import { seed } from "./program";

/** What a preview prints when one line of a long mail has changed. */
export interface DiffSize {
  readonly what: string;
  /** Given as an asset, which is the way that the documents recommend. */
  readonly isAsset: boolean;
  readonly bytes: number;
}

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

const ways = [
  { what: "a FileAsset", isAsset: true, html: 'new pulumi.asset.FileAsset("./mail.html")' },
  {
    what: "a string",
    isAsset: false,
    html: 'require("node:fs").readFileSync("./mail.html", "utf8")',
  },
];

/** Previews the change of a body of 100 kB in every way to give one. */
export async function measureDiffSizes(engine: Engine): Promise<DiffSize[]> {
  const sizes: DiffSize[] = [];
  for (const { what, isAsset, html } of ways) {
    const emulator = await startEmulator({ seed: account });
    const program = `
const pulumi = require("@pulumi/pulumi");
const em = require("pulumi-email-marketing");
new em.Campaign("news", {
  name: "News", subject: "What is new", listIds: ["list-1"], html: ${html},
  sender: { email: "hello@acme.example", name: "Acme" },
});
`;
    const project = await openProject(engine, emulator, program);
    try {
      await project.write("mail.html", body("before"));
      const up = await project.run("up");
      if (up.exitCode !== 0) throw new Error(up.output);
      await project.write("mail.html", body("after"));
      const { exitCode, stdout, output } = await project.run("preview");
      if (exitCode !== 0) throw new Error(output);
      sizes.push({ what, isAsset, bytes: Buffer.byteLength(stdout) });
    } finally {
      await project.close();
      await emulator.close();
    }
  }
  return sizes;
}
