import { expect } from "chai";
import { crashes, crashName } from "../../matrix/crash/case";
import { createCrashRunner, patient } from "../../matrix/crash/run";
import { useService } from "../../support/service";

// One crash that leaves something behind with every kind. `npm run prove -- crash` runs all crashes.
const wanted = "update of every kind, before the state is written: provider SIGKILL";

describe("the update after a crash of the provider", function () {
  const { createProject, emulator } = useService(this);

  it("sends only the DNS email again if the engine had not written the state", async () => {
    const crash = crashes.find((one) => crashName(one) === wanted);
    if (!crash) throw new Error(`there is no crash "${wanted}"`);
    const project = await createProject({ program: "", env: patient });
    const outcomes = await createCrashRunner("dynamic", project, emulator()).run(crash);
    expect(outcomes).to.have.length(crash.moment.kinds.length);
    const left = outcomes.filter(({ leftOver }) => leftOver !== "");
    expect(left.map(({ kind, leftOver }) => [kind, leftOver])).to.deep.equal([
      ["DomainDnsShare", "1 DNS mail"],
    ]);
  });
});
