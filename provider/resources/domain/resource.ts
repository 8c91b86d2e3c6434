import type { Account } from "../../account/account";
import { domains, shareDomainDns } from "../../api/collections";
import { distinct, dnsRecordsNote, newRecipients } from "../../email/recipients";
import { isNotFound, isUnconfirmedWrite, withAdviceOnFailure } from "../../errors/error";
import { quoted } from "../../errors/redact";
import { finding } from "../../input/finding";
import {
  address,
  anyValue,
  type CommonProps,
  commonFields,
  id,
  listOf,
  oneOf,
  text,
} from "../../input/validation";
import { type DataSource, exactlyOne } from "../../lifecycle/data-source";
import {
  declaredTwice,
  isSameObject,
  isSameText,
  onlyRow,
  onlyWithKey,
  readRows,
} from "../../lifecycle/found-object";
import type { CheckedStep, Lifecycle } from "../../lifecycle/lifecycle";
import { camelCased, containsUnknown, isUnknown, omitUndefined } from "../../plain/value";

/** The inputs of an email with a domain's DNS records. */
export interface DomainDnsShareProps extends CommonProps {
  /**
   * The id of a sending domain of the account. Changing this replaces the resource: all recipients get the records of
   * the other domain.
   */
  domainId: string;
  /**
   * The addresses to send the records to: a set of 1 to 10, compared without case. Added addresses get the email;
   * removing or reordering addresses sends nothing. If one of them is secret, so are `sentTo` and `message`.
   */
  recipients: string[];
  /** Any values. A change sends the email to all recipients again. */
  triggers?: unknown[];
}

/** The outputs of an email with a domain's DNS records, as its class describes them. */
export interface DomainDnsShareOutputs {
  message: string;
  sentTo: string[];
}

function haveCommonRecipient(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return false;
  return one.some((address) => other.some((another) => isSameText(address, another)));
}

/** True for a change that certainly sends no email, such as a removed recipient. */
function emailsNobody(old: Partial<DomainDnsShareProps>, props: Partial<DomainDnsShareProps>) {
  if (old.domainId === undefined || containsUnknown(props)) return false;
  return newRecipients(props as DomainDnsShareProps, old as DomainDnsShareProps).length === 0;
}

async function checkDomainId({ account, own, old, props }: CheckedStep<DomainDnsShareProps>) {
  const { domainId } = props;
  if (domainId === undefined || isUnknown(domainId) || emailsNobody(old, props)) return [];
  const domain = await account.domains.byId(domainId);
  if (domain) {
    // If the id is secret, the domain's name is hidden, too, because a look-up by this name returns the id.
    const name = own.secrets?.includes(domainId) ? "[secret]" : domain.domain;
    const note = dnsRecordsNote(name, domainId);
    return [finding("info", "share-domain", note, { input: "domainId" })];
  }
  const problem =
    'domainId: the account has no domain with this id, so the update will fail. getDomain({ domain: "..." }) returns the id of a domain.';
  return [finding("error", "domain-unknown", problem, { input: "domainId" })];
}

export const domainDnsShareLifecycle: Lifecycle<DomainDnsShareProps, DomainDnsShareOutputs> = {
  kind: "DomainDnsShare",
  labelInput: "domainId",
  fields: {
    domainId: { required: true, check: id, replaces: true },
    recipients: { required: true, check: listOf(address()) },
    triggers: { check: listOf(anyValue) },
    ...commonFields,
  },
  outputs: {
    // Secret if the recipients are secret, because the service's message may contain their addresses.
    message: { repeats: "recipients" },
    sentTo: { repeats: "recipients" },
  },
  rules: ({ recipients }) => {
    if (!Array.isArray(recipients)) return [];
    const { length } = distinct(recipients);
    const problem = `must have 1 to 10 different addresses (got ${length})`;
    return length >= 1 && length <= 10 ? [] : [{ path: "recipients", problem }];
  },
  preflightChecks: [
    declaredTwice<DomainDnsShareProps>({
      name: "share-duplicate",
      isSame: (one, other) =>
        isSameObject(one, other, "domainId") &&
        haveCommonRecipient(one.props.recipients, other.props.recipients),
      problem: (other) =>
        `DomainDnsShare ${quoted(other)} in this program sends the same domain's records to one of these recipients, who would get them twice. Remove the recipient from one of the two.`,
    }),
    { inputs: ["domainId", "recipients", "triggers"], ask: checkDomainId },
  ],
  emailRole: "dnsEmail",
  find: "Declare it: pulumi up sends the records to its recipients",
  emailSentBy(_at, { old, props }) {
    const isSent =
      old === undefined ||
      old.domainId !== props.domainId ||
      (!containsUnknown(props) && newRecipients(props, old).length > 0);
    return isSent ? { isSent } : undefined;
  },
  create: async (account, { domainId, recipients }) => ({
    // The sent email has no id, so the resource has the id of the domain.
    id: domainId,
    outputs: await share(account, domainId, distinct(recipients)),
  }),
  async update(account, domainId, { old, props }) {
    const added = newRecipients(props, old);
    return added.length > 0 ? share(account, domainId, added) : undefined;
  },
};

async function share({ main }: Account, domainId: string, recipients: readonly string[]) {
  const advice = "The mail may have been sent; the next pulumi up sends it again.";
  const sent = shareDomainDns(main, domainId, recipients);
  const { message, recipients: used } = await withAdviceOnFailure(sent, (error) => {
    if (isNotFound(error)) return unknownDomainAdvice;
    return isUnconfirmedWrite(error) ? advice : undefined;
  });
  return { message, sentTo: [...used] };
}

const unknownDomainAdvice =
  'Use the id that getDomain({ domain: "..." }) returns; a domain that was added again has another id. If the domain was deleted, remove the resource from the program.';

/** The arguments of {@link getDomains}. */
export interface GetDomainsArgs {
  /**
   * Part of the domain's name, without case, at most 255 characters.
   * @defaultValue every domain
   */
  search?: string;
  /**
   * Only domains with this status.
   * @defaultValue any status
   */
  status?: "verified" | "not_verified" | "failed";
  /**
   * What the domains are sorted by.
   * @defaultValue `createdAt`
   */
  sortField?: "createdAt" | "domain";
  /**
   * The direction of the sort; `desc` gives the newest first.
   * @defaultValue `desc`
   */
  sortOrder?: "asc" | "desc";
}

/** The result of {@link getDomain}: a sending domain of the account. */
export interface GetDomainResult {
  /** The domain's id. */
  id: string;
  /** The domain's name. */
  domain: string;
  /** `verified`, `not_verified` (records not all in place, or not checked yet) or `failed` (a record is wrong). */
  status: string;
  /** Open tracking of mail sent by API or SMTP from this domain; it has no effect on campaigns. */
  openTracking: boolean;
  /** When the domain was added, ISO 8601 in UTC, as the service sends it. */
  createdAt: string;
}

/** The result of {@link getDomains}. */
export interface GetDomainsResult {
  /** The matches of all pages, empty when nothing matches. */
  domains: GetDomainResult[];
}

/** The arguments of {@link getDomain}: one of the two. */
export interface GetDomainArgs {
  /** The domain's whole name, without case, in Unicode or in punycode. */
  domain?: string;
  /** The domain's id. */
  id?: string;
}

export const domainsSource: DataSource<GetDomainsArgs, GetDomainsResult> = {
  name: "getDomains",
  inputs: {
    search: { check: text({ max: 255 }) },
    status: { check: oneOf("verified", "not_verified", "failed") },
    sortField: { check: oneOf("createdAt", "domain") },
    sortOrder: { check: oneOf("asc", "desc") },
  },
  async look(account, { search, status, sortField, sortOrder }) {
    const wanted = omitUndefined({
      search,
      status,
      sort_field: sortField && sortFields[sortField],
      sort_order: sortOrder,
    });
    return { domains: (await readRows(account, domains, wanted)).map(camelCased) };
  },
};

/** Finds one domain. All domains that the search returns are cached for other look-ups in the account. */
export const domainSource: DataSource<GetDomainArgs, GetDomainResult> = {
  name: "getDomain",
  inputs: { domain: { check: text({ min: 1, max: 255, isExact: true }) }, id: { check: id } },
  rules: (args) => exactlyOne(args, "domain", "id"),
  async look(account, wanted) {
    const { domain: key, id = "" } = wanted;
    const asked = { wanted, all: "getDomains", choose: "id instead of domain" };
    if (key !== undefined) {
      return camelCased(await onlyWithKey(account.domains, domains, { key, ...asked }));
    }
    const row = await account.domains.byId(id);
    return camelCased(onlyRow(row ? [row] : [], domains.words[0], asked));
  },
};

const sortFields = { createdAt: "created_at", domain: "domain" } as const;
