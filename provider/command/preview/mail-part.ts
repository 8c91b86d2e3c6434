import type { MailPart } from "../../lifecycle/mailing";
import { lifecycleOf } from "../../nouns";
import type { PreviewedResource } from "./index";

/** What a resource is to a mail; undefined for one of another package, or that no mail is made of. */
export function mailPartOf({ own }: Pick<PreviewedResource, "own">): MailPart | undefined {
  return own === undefined ? undefined : lifecycleOf(own)?.mailPart;
}
