import { present } from "../../input/plain";
import { isUnknown } from "../../input/unknown";
import type { DomainDnsShareProps } from "../../nouns/domain-dns-share/props";
import { newRecipients } from "../../nouns/domain-dns-share/resource";
import { shownText } from "./hidden";
import type { PreviewedResource } from "./index";
import type { Mailing, MailParts } from "./mailing-change";

/** What the update itself mails of a DNS share. */
export function mailingsOfShare(
  { urn, change, old, now }: PreviewedResource,
  { model }: MailParts,
): Mailing[] {
  if (change === undefined || change === "delete" || change === "import") return [];
  const props = now?.inputs ?? {};
  const domain = model.findings.find((one) => one.urn === urn && one.domain)?.domain;
  const name = domain ?? shownText(props.domainId) ?? "a domain that only the update knows";
  const { recipients } = props;
  const isKnown = Array.isArray(recipients) && !recipients.some(isUnknown);
  const isUpdate = change === "update" && Array.isArray(old?.inputs?.recipients);
  const before = isUpdate ? old.inputs : { recipients: [] };
  const asProps = (values: object) => values as DomainDnsShareProps;
  const added = isKnown ? newRecipients(asProps(props), asProps(before)).length : undefined;
  if (added === 0) return [];
  return [present({ change: "at once", name, addresses: added })];
}
