/*
 * Runs the engine with its default parallelism against a rate limit of the emulator. This is the longer part of `npm
 * run prove -- limits`, about two minutes.
 */
import { expect } from "chai";
import { limitTable, type Measured, measured, refusedPercent } from "../support/limit-table";
import { ok } from "../support/outcome";
import { js } from "../support/program";
import { writeReport } from "../support/report";
import { useService } from "../support/service";

const senders = (name: string, count: number, options = "{}") => `
for (let number = 1; number <= ${count}; number += 1) {
  const email = "${name}-" + number + "@acme.example";
  new em.Sender("${name}-" + number, { email, name: "News" }, ${options});
}`;

const provider = (name: string) => `
const ${name} = new em.Provider("${name}", { apiKey: process.env.EMAIL_MARKETING_API_KEY });
${senders(name, 150, `{ provider: ${name} }`)}`;

describe("an update", function () {
  const { createProject, emulator } = useService(this, {
    rateLimit: { perSecond: 10, penaltyMs: 5000 },
  });
  const all: Measured[] = [];

  async function measure(what: string, program: string): Promise<Measured> {
    emulator().reset();
    const project = await createProject({ program: js(program) });
    const up = await ok(project.up());
    const made = emulator()
      .snapshot()
      .senders.filter((one) => one.sender_name === "News");
    expect(made).to.have.length(300);
    const one = measured(what, emulator().requests(), up.elapsedMs);
    all.push(one);
    return one;
  }

  it("of 300 resources has at most 10 % of the requests refused if the provider doesn't know the rate limit of 10/s", async () => {
    const one = await measure("`pulumi up` of 300 resources", senders("news", 300));
    expect(refusedPercent(one)).to.be.at.most(10);
  });

  it("of 150 resources of each of two Providers has at most 10 % of the requests refused if neither knows the rate limit of 10/s", async () => {
    const what = "`pulumi up` of 150 resources of each of two explicit providers";
    const one = await measure(what, provider("one") + provider("two"));
    expect(refusedPercent(one)).to.be.at.most(10);
  });

  after("writes the figures", async () => {
    if (all.length === 2) await writeReport("dev/evidence.md", "engine limits", limitTable(all));
  });
});
