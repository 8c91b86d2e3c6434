import type { NamedFinding } from "../../provider/input/finding";
import type { CheckedStep } from "../../provider/lifecycle/preflight-check";
import { type CampaignProps, contentPreflight } from "../../provider/resources/campaign/props";

/** What a preview says of the content of a new campaign: its checks know the mail alone. */
export async function checkContent(mail: Partial<CampaignProps>): Promise<NamedFinding[]> {
  const found = contentPreflight.map(async ({ ask }) =>
    ask({ props: mail } as CheckedStep<CampaignProps>),
  );
  return (await Promise.all(found)).flat();
}
