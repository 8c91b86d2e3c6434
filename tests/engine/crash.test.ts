import { expect } from "chai";
import { type Crash, crashes, crashName } from "../support/crash-case";
import { createCrashRunner } from "../support/crash-run";
import { useService } from "../support/service";

const of = (wanted: string): Crash => {
  const crash = crashes.find((one) => crashName(one) === wanted);
  if (!crash) throw new Error(`there is no crash "${wanted}"`);
  return crash;
};

describe("a crash on the engine", function () {
  const { createProject, emulator } = useService(this);

  // What one crash leaves over must not stand in the next one's way.
  this.beforeEach("begins with the account of the start", () => emulator().reset());

  for (const [wanted, leftOver] of [
    [
      "create of WebhookActivation and Campaign, applied, before the reply: CLI SIGKILL, provider finishes",
      { Campaign: "1 unscheduled draft" },
    ],
    [
      "update of 6 kinds, before the state is written: provider SIGKILL",
      { DomainDnsShare: "1 DNS mail" },
    ],
    [
      "create of CustomProperty and Sender, applied, before the reply: CLI and provider SIGKILL",
      {},
    ],
  ] as const) {
    const crash = of(wanted);
    it(`is survived by ${crash.moment.kinds.length} resources: ${wanted}`, async () => {
      const env = {
        EMAIL_MARKETING_TIMEOUT_SECONDS: "600",
        EMAIL_MARKETING_DEADLINE_SECONDS: "600",
      };
      const project = await createProject({ program: "", env });
      const outcomes = await createCrashRunner(project, emulator()).run(crash);
      const left = outcomes.filter((one) => one.leftOver !== "");
      expect(Object.fromEntries(left.map((one) => [one.kind, one.leftOver]))).to.deep.equal(
        leftOver,
      );
      expect(outcomes).to.have.length(crash.moment.kinds.length);
    });
  }
});
