import { type Properties, present } from "../../input/plain";
import { newRecipients } from "../../mailing/share";
import { explicitProvider } from "./account";
import { isShown, shownText } from "./hidden";
import type { PreviewedResource } from "./index";
import type { Mailing, MailParts } from "./mailing-change";

/** What the update itself mails of a DNS share. */
export function mailingsOfShare(share: PreviewedResource, { model }: MailParts): Mailing[] {
  const { urn, change, now } = share;
  if (change === undefined || change === "delete" || change === "import") return [];
  const addresses = newAddresses(share);
  if (addresses === 0) return [];
  const domain = model.findings.find((one) => one.urn === urn && one.domain)?.domain;
  const name =
    shownText(domain) ?? shownText(now?.inputs?.domainId) ?? "a domain that only the update knows";
  const provider = explicitProvider(now ?? {});
  return [present({ change: "at once", name, provider, addresses })];
}

/** How many addresses get a mail; undefined where that can't be counted: two different secrets look the same. */
function newAddresses(share: PreviewedResource): number | undefined {
  const { change, inputs, mayDiffer, old, now } = share;
  const before = change === "update" ? mailedBy(old?.inputs) : { recipients: [] };
  const after = mailedBy(now?.inputs);
  const isTouched = [...inputs, ...mayDiffer].some((name) => name in after);
  if (change === "update" && old?.inputs && !isTouched) return 0;
  if (!Array.isArray(before.recipients) || !Array.isArray(after.recipients)) return undefined;
  if (!isShown([before, after])) return undefined;
  const asShare = (values: object) => values as Parameters<typeof newRecipients>[0];
  return newRecipients(asShare(after), asShare(before)).length;
}

/** The inputs by which a share is mailed. */
function mailedBy({ recipients, triggers }: Properties = {}) {
  return { recipients, triggers };
}
