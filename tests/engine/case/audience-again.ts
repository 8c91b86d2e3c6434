import { expect } from "chai";
import { acmeAccount } from "../../support/acme-account";
import { ok } from "../../support/outcome";
import { dated, mail, programsByRuntime, type Resources } from "../../support/program";
import { useService } from "../../support/service";

const sender = { email: "news@acme.example", name: "Acme News" };

/* Programs of the corpus test the same with dynamic resources. */
describe("two emails to one list within audienceGapHours", function () {
  const { createProject } = useService(this, { seed: acmeAccount() });

  it("cause only one warning if the program uses the plugin", async () => {
    const mailing = (name: string, hour: string): Resources => ({
      [name]: ["Campaign", { ...mail, name, sender, listIds: ["list-5"] }],
      [`${name}Date`]: dated(name, `2098-03-20 ${hour}:00:00`),
    });
    const resources = { ...mailing("spring", "09"), ...mailing("flash", "18") };
    const program = programsByRuntime["the plugin"](resources);
    const { output } = await ok((await createProject({ program })).preview());
    // The engine prints each message twice. The second time is in the section "Diagnostics".
    const [, warnings = ""] = output.split("Diagnostics:");
    const lines = warnings
      .split("\n")
      .filter((line) => line.includes("[audience-again scheduledAt]"));
    expect(lines, output).to.have.length(1);
    expect(lines[0]).to.include('both go to "Customers" (list-5), less than 24 hours apart.');
  });
});
