import type { NamedFinding } from "../../provider/input/finding";
import type { CheckedStep } from "../../provider/lifecycle/lifecycle";
import { type CampaignProps, contentPreflight } from "../../provider/resources/campaign/props";

/** The findings of a preview about the content of a new campaign. These checks need only the campaign's inputs. */
export async function checkContent(
  mail: Partial<CampaignProps>,
  secrets: readonly string[] = [],
): Promise<NamedFinding[]> {
  const found = contentPreflight.map(async ({ ask }) =>
    ask({ props: mail, own: { secrets } } as CheckedStep<CampaignProps>),
  );
  return (await Promise.all(found)).flat();
}
