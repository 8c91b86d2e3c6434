import { expect } from "chai";
import { type Properties, unknownValue } from "../../../provider/plain/value";
import { useEnvironment } from "../../support/environment";
import { rejection } from "../../support/rejection";
import { type Kind, type Resource, useResource } from "../../support/resource";
import { useScratch } from "../../support/scratch";
import { spring } from "../campaign/spring";

const state = { ...spring, account: "loopback", status: "scheduled" };
const old = {
  campaignId: "campaign-1",
  scheduledAt: "2098-03-01 09:00:00",
  sent: true,
  account: "loopback",
};
const changed = { ...spring, subject: "What is newer" };

/** The engine's calls when it replaces a campaign. `next` are the inputs of the new campaign. */
const means: Readonly<
  Record<string, (of: (kind: Kind) => Resource, next: Properties) => Promise<unknown>>
> = {
  async replaceOnChanges(of, next) {
    const campaign = of("Campaign");
    await campaign.diff("campaign-1", state, { ...changed, name: next.name });
    await campaign.check({}, next);
  },
  async "replaceOnChanges with the name in ignoreChanges"(of, next) {
    const campaign = of("Campaign");
    await campaign.diff("campaign-1", state, changed);
    await campaign.check({}, next);
  },
  "--replace, a taint or a new logical name": (of, next) => of("Campaign").check({}, next),
  async "--replace after a refresh"(of, next) {
    const campaign = of("Campaign");
    await campaign.read("campaign-1", state);
    await campaign.refreshed("campaign-1", state, spring);
    await campaign.check({}, next);
  },
  async "--replace during a refresh"(of, next) {
    const campaign = of("Campaign");
    await campaign.check(spring, spring);
    await campaign.refreshed("campaign-1", state, spring);
    await of("Sender").check({}, spring.sender);
    await campaign.check({}, next);
    await of("CampaignSchedule").read("campaign-1", old);
  },
  async "a replaced list"(of, next) {
    const campaign = of("Campaign");
    await campaign.refreshed("campaign-1", state, { ...spring, listIds: unknownValue });
    await campaign.check({}, next);
  },
};

for (const operations of ["specified", "extended"]) {
  describe("a CampaignSchedule", function () {
    const { resource, newRun } = useResource(this, "CampaignSchedule", { operations });
    const scratch = useScratch(this);
    const setEnvironment = useEnvironment(this);
    const dated = (campaignId: string) =>
      resource().diff("campaign-1", old, { campaignId, scheduledAt: old.scheduledAt });

    for (const [how, replace] of Object.entries(means)) {
      for (const name of ["Spring", "Autumn"]) {
        it(`refuses to schedule the replacement of a scheduled campaign if the replacement comes from ${how} (${name === "Spring" ? "same" : "new"} name, operations=${operations})`, async () => {
          const next = { ...changed, name };
          await replace(resource, next);
          expect(await rejection(dated(unknownValue))).to.include("[campaign-replaced campaignId]");
          const { id } = await resource("Campaign").create(next);
          expect(await rejection(dated(id))).to.include("[campaign-replaced campaignId]");
        });
      }
    }

    it(`accepts a new Campaign even if an older Campaign has the same name (operations=${operations})`, async () => {
      const next = { ...changed, name: "Spring" };
      expect(await resource("Campaign").faults(next)).to.deep.equal([]);
      await resource("Campaign").diff("campaign-1", { ...state, status: "finished" }, spring);
      expect(await resource("Campaign").faults(next)).to.deep.equal([]);
      const added = { campaignId: unknownValue, scheduledAt: old.scheduledAt };
      expect(await resource().faults(added)).to.deep.equal([]);
    });

    /** Runs a test for a campaign that another process of the same engine has created. */
    async function withCreated(test: (id: string) => Promise<void>): Promise<void> {
      setEnvironment({ TMPDIR: scratch() });
      process.argv.push("127.0.0.1:4711");
      try {
        const { id } = await resource("Campaign").create(changed);
        newRun();
        await test(id);
      } finally {
        process.argv.pop();
      }
    }

    it(`refuses to schedule the replacement of a scheduled campaign even if another process has created the replacement (operations=${operations})`, () =>
      withCreated(async (id) => {
        expect(await rejection(dated(id))).to.include("[campaign-replaced campaignId]");
      }));

    it(`accepts its replacement for the same campaign even if the engine calls no diff (operations=${operations})`, () =>
      withCreated(async (id) => {
        const same = { campaignId: id, scheduledAt: old.scheduledAt };
        await resource().check(same, same);
        expect(await resource().faults(same)).to.deep.equal([]);
      }));
  });
}
