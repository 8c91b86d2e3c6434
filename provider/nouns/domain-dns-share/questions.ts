import { finding, type NamedFinding } from "../../input/finding";
import { isUnknown } from "../../input/unknown";
import { declaredTwice, isSameObject, isSameText } from "../../lifecycle/declared-twice";
import type { Question, QuestionContext } from "../../lifecycle/question";
import type { DomainDnsShareProps } from "./props";

/** What a preview looks into for a mail with DNS records. */
export const domainDnsShareQuestions: readonly Question<DomainDnsShareProps>[] = [
  declaredTwice({
    kind: "DomainDnsShare",
    about: ["domainId", "recipients"],
    name: "share-duplicate",
    isSame: (one, other) =>
      isSameObject(one, other, "domainId") &&
      shareSomebody(one.props.recipients, other.props.recipients),
    problem: (other) =>
      `DomainDnsShare "${other}" in this program sends the same domain's records to one of these recipients, who would get them twice. Remove the recipient from one of the two.`,
  }),
  { when: "new", about: ["domainId"], ask: checkDomainId },
];

function shareSomebody(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return false;
  return one.some(
    (address) => !isUnknown(address) && other.some((another) => isSameText(address, another)),
  );
}

async function checkDomainId(
  { domainId }: Partial<DomainDnsShareProps>,
  { account }: QuestionContext,
): Promise<NamedFinding[]> {
  if (domainId === undefined || isUnknown(domainId)) return [];
  const domain = await account.domains.byId(domainId);
  if (domain) {
    const says = `emails the DNS records of ${JSON.stringify(domain.domain)} (${domainId}).`;
    return [finding("info", "share-domain", says, { domain: domain.domain })];
  }
  const problem =
    'domainId: the account has no domain with this id, so the update will fail. getDomain({ domain: "..." }) returns the id of a domain.';
  return [finding("error", "domain-unknown", problem)];
}
