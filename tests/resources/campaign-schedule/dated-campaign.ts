import type { Suite } from "mocha";
import type { CampaignStatus } from "../../../emulator/account/account";
import type { Properties } from "../../../provider/plain/value";
import { extended, type Resource, type Resources, useResource } from "../../support/resource";

/** Functions that date a campaign through the provider, or change the campaign in the service. */
export interface DatedCampaign extends Resources {
  readonly schedule: () => Resource;
  /** The warnings of this test since the last call. */
  readonly warnings: () => string[];
  /** Sets the campaign's status in the service. With "unread", the service lists no campaigns. */
  readonly be: (status: CampaignStatus | "unread", more?: object) => void;
  readonly create: (props?: Properties) => Promise<Properties>;
  readonly update: (old: Properties, props: Properties) => Promise<Properties>;
  readonly refresh: (
    state: Properties,
  ) => Promise<{ state: Properties; inputs: Properties | undefined }>;
  /** The state after a create and the first reading. */
  readonly settled: () => Promise<Properties>;
}

/** A date in the future. */
export const ahead = { campaignId: "campaign-2", scheduledAt: "2098-03-01 09:00:00" };
export const asSent = { sent: true, sentTime: ahead.scheduledAt };

/** Prepares a suite about the date of a draft. Its service sends a campaign again if it gets another date. */
export function useDatedCampaign(suite: Suite): DatedCampaign {
  suite.timeout(30_000);
  const { warnings, ...runs } = useResource(suite, "CampaignSchedule", extended);
  const { emulator, newRun, resource: schedule } = runs;
  suite.beforeEach("has the service publish again", () => {
    const example = emulator().snapshot();
    const { account } = example;
    emulator().seed({ ...example, account: { ...account, campaign_quirks: ["publishes-again"] } });
  });
  const create = async (props: Properties = ahead) => (await schedule().create(props)).outs;
  const refresh = async (state: Properties) => {
    const { props = {}, inputs } = await newRun().read("campaign-2", state);
    return { state: props, inputs };
  };
  return {
    ...runs,
    schedule,
    warnings: () => warnings().splice(0),
    be(status, more = {}) {
      const unlisted = { path: "/campaign/list", times: 9, kind: "status", status: 405 } as const;
      if (status === "unread") emulator().faults([unlisted]);
      else emulator().patch("campaigns", "campaign-2", { status, ...more });
    },
    create,
    update: async (old, props) => (await newRun().update("campaign-2", old, props)).outs,
    refresh,
    settled: async () => (await refresh(await create())).state,
  };
}
