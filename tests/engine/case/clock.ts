import { expect } from "chai";
import { acmeAccount, draftElsewhere } from "../../support/acme-account";
import { currentForm, olderForms, useDatedService } from "../../support/dated-service";
import { fails, ok } from "../../support/outcome";
import { programsByRuntime } from "../../support/program";
import { useService } from "../../support/service";

const hourMs = 3_600_000;

describe("an update of a campaign's date", function () {
  const startedAt = Date.now();
  const seed = acmeAccount({
    account: { timezone: "UTC", campaign_quirks: ["publishes-again"] },
    campaigns: [{ ...draftElsewhere, id: "campaign-1" }],
  });
  const { emulator, createProject } = useService(this, {
    seed,
    clock: new Date(startedAt).toISOString(),
  });
  const service = useDatedService(this, emulator);
  const hoursOn = (hours: number) => startedAt + hours * hourMs;

  for (const [runtime, program] of Object.entries(programsByRuntime)) {
    it(`fails, and sends no date, if the campaign was sent and this machine's clock is a day behind (${runtime})`, async () => {
      emulator().reset();
      Object.assign(service, { date: () => hoursOn(0), form: currentForm, headers: {} });
      const spring = (hours: number) => {
        const scheduledAt = new Date(hoursOn(hours)).toISOString().slice(0, 19).replace("T", " ");
        return program({ spring: ["CampaignSchedule", { campaignId: "campaign-1", scheduledAt }] });
      };
      const project = await createProject({
        program: spring(20),
        hasPlugin: true,
        config: { "emailmarketing:timeZone": "UTC" },
        env: { EMAIL_MARKETING_BASE_URL: service.baseUrl },
      });
      await ok(project.up());
      // The campaign's date is still in the future by the machine's clock.
      service.date = () => hoursOn(24);
      emulator().advance(24 * hourMs);
      expect(emulator().snapshot().mails).to.have.length(1);
      project.newRequests();
      await project.writeProgram(spring(240));
      for (const [form, headers] of [
        [currentForm, {}],
        [currentForm, { age: "0" }],
        [currentForm, { age: "60" }],
        [olderForms["RFC 850"] ?? currentForm, {}],
        [olderForms.asctime ?? currentForm, {}],
      ] as const) {
        Object.assign(service, { form, headers });
        const { output } = await fails(project.up());
        expect(output).to.include(
          "scheduledAt: can't be changed: the old time is in the past, so the campaign was already sent.",
        );
        expect(output).to.match(
          /By the service's clock it is [-\d]+ [:\d]+ UTC, and by this machine's [-\d]+ [:\d]+ UTC\./,
        );
        expect(output).to.match(
          /warning: this machine's clock is \d+ s behind the service's clock/,
        );
        expect(project.newRequests()).to.deep.equal(["POST /domains/search"]);
      }
      emulator().advance(2000 * hourMs);
      expect(emulator().snapshot().mails).to.have.length(1);
    });

    it(`warns, unlike the preview, if no response shows the service's time (${runtime})`, async () => {
      emulator().reset();
      Object.assign(service, { date: () => undefined, headers: {} });
      const schedule = (scheduledAt: string) =>
        program({ spring: ["CampaignSchedule", { campaignId: "campaign-1", scheduledAt }] });
      const project = await createProject({
        program: schedule("2098-03-01 09:00:00"),
        hasPlugin: true,
        config: { "emailmarketing:timeZone": "UTC" },
        env: { EMAIL_MARKETING_BASE_URL: service.baseUrl },
      });
      const words = "no response of the service has shown its time";
      expect((await ok(project.preview())).output).to.not.include(words);
      expect((await ok(project.up())).output).to.include(words);
      expect((await ok(project.up())).output).to.not.include(words);
    });
  }
});
