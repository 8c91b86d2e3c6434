import { unknownValue } from "../../input/unknown";
import { declaredTwice, isSameText } from "../../lifecycle/declared-twice";
import type { Foreseen, Foresight, Surroundings } from "../../lifecycle/preflight";

/** What of a mail with DNS records can be foreseen. */
export interface DomainDnsShareInputs {
  readonly domainId: string;
  readonly recipients: string[];
}

/** What a preview looks into for a mail with DNS records. */
export const domainDnsShareForesight: readonly Foresight<DomainDnsShareInputs>[] = [
  declaredTwice<DomainDnsShareInputs>({
    kind: "DomainDnsShare",
    name: "share-duplicate",
    isSame: (one, other) =>
      one.domainId !== undefined &&
      one.domainId !== unknownValue &&
      one.domainId === other.domainId &&
      shareSomebody(one.recipients, other.recipients),
    problem: (other) =>
      `DomainDnsShare "${other}" of this program mails the same domain's records to somebody of these recipients, who would get them twice. Leave them out of one.`,
  }),
  foreseeDomainId,
];

function shareSomebody(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return false;
  return one.some(
    (address) => address !== unknownValue && other.some((another) => isSameText(address, another)),
  );
}

async function foreseeDomainId(
  { domainId }: Partial<DomainDnsShareInputs>,
  around: Surroundings,
): Promise<Foreseen[]> {
  if (!around.isNew || domainId === undefined || domainId === unknownValue) return [];
  if (await around.holdings().domains.byId(domainId)) return [];
  const problem =
    'domainId: the account has no domain with this id, so the apply will fail. getDomain({ domain: "..." }) gives the id of a domain by its name.';
  return [{ name: "domain-unknown", level: "fault", problem }];
}
