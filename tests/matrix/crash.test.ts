import { expect } from "chai";
import { useService } from "../support/service";
import { type Crash, crashes, crashName } from "./crash/case";
import { type CrashRunner, createCrashRunner } from "./crash/run";

const of = (wanted: string): Crash => {
  const crash = crashes.find((one) => crashName(one) === wanted);
  if (!crash) throw new Error(`there is no crash "${wanted}"`);
  return crash;
};

/** One crash of each ending, over all steps and moments; `npm run prove -- crash` runs every one. */
const some = {
  "create of CustomProperty and Sender, applied, before the reply: CLI and provider SIGKILL": {},
  "create of CampaignSchedule and DomainDnsShare, applied, before the reply: CLI SIGINT": {},
  "update of 6 kinds, before the state is written: provider SIGKILL": {
    DomainDnsShare: "1 DNS mail",
  },
  "create of 6 kinds, before the request: CLI SIGKILL, provider left alive": {},
  "update of CampaignSchedule and DomainDnsShare, waiting after a 429: CLI SIGKILL, provider left alive":
    {},
  "delete of 6 kinds, before the request: CLI SIGKILL, provider left alive": {},
};

describe("a crash on the engine", function () {
  const { createProject, emulator } = useService(this);
  let runner: CrashRunner | undefined;

  for (const [wanted, leftOver] of Object.entries(some)) {
    const crash = of(wanted);
    it(`is survived by ${crash.moment.kinds.length} resources: ${wanted}`, async () => {
      const env = {
        EMAIL_MARKETING_TIMEOUT_SECONDS: "600",
        EMAIL_MARKETING_DEADLINE_SECONDS: "600",
      };
      runner ??= createCrashRunner(
        "dynamic",
        await createProject({ program: "", env }),
        emulator(),
      );
      const outcomes = await runner.run(crash);
      const left = outcomes.filter((one) => one.leftOver !== "");
      expect(Object.fromEntries(left.map((one) => [one.kind, one.leftOver]))).to.deep.equal(
        leftOver,
      );
      expect(outcomes).to.have.length(crash.moment.kinds.length);
    });
  }
});
