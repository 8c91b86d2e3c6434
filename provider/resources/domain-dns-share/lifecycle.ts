import { isDeepStrictEqual } from "node:util";
import { CustomResource, type CustomResourceOptions, type Output } from "@pulumi/pulumi";
import type { Account } from "../../account/account";
import { shareDomainDns } from "../../api/domain";
import { address, anything, id, listOf } from "../../input/check";
import { type CommonProps, common } from "../../input/common-props";
import { advised } from "../../lifecycle/explain";
import type { Lifecycle } from "../../lifecycle/lifecycle";
import { type DynamicResource, declare, type InputsOf } from "../../program/dynamic-resource";
import { domainDnsShareForesight } from "./preflight";

const kind = "DomainDnsShare";

/** What the user decides about who gets a domain's DNS records. */
export interface DomainDnsShareProps extends CommonProps {
  /** The id of a sending domain of the account. Changing this replaces the share: everybody gets the other domain's mail. */
  domainId: string;
  /**
   * Who gets the mail: a set of 1 to 10 addresses, compared without case. Added addresses get the mail; removed ones and
   * another order send nothing. Where they are a secret, give the option `additionalSecretOutputs: ["sentTo", "message"]`.
   */
  recipients: string[];
  /** Any values; a change sends the mail to all recipients again. */
  triggers?: unknown[];
}

/** What the service says of the last mail. */
export interface DomainDnsShareDecided {
  /** The service's own words on the last mail. */
  message: string;
  /** Who got the last mail. */
  sentTo: string[];
}

/** The arguments of {@link DomainDnsShare}. */
export type DomainDnsShareArgs = InputsOf<DomainDnsShareProps>;

/**
 * Mails a domain's DNS records to those who shall publish them (POST /domains/{id}/share); its id is the domain's.
 *
 * ```ts
 * import { DomainDnsShare, getDomainOutput } from "pulumi-email-marketing";
 *
 * const domain = getDomainOutput({ domain: "acme.example" });
 * new DomainDnsShare("records", { domainId: domain.id, recipients: ["dns@acme.example"] });
 * ```
 *
 * A mail can't be taken back: `destroy` sends nothing. When the connection breaks, nobody knows whether the mail went
 * out, and the next `up` sends it again.
 *
 * Inputs: {@link DomainDnsShareProps}.
 */
export class DomainDnsShare extends CustomResource implements DynamicResource {
  /** The account that the object lives in; moving to another account replaces the object. */
  declare readonly account: Output<string>;
  /** The domain's id. */
  declare readonly domainId: Output<string>;
  /** Who gets the mail. */
  declare readonly recipients: Output<string[]>;
  /** The values whose change sends the mail again. */
  declare readonly triggers: Output<unknown[] | undefined>;
  /** The service's own words on the last mail. */
  declare readonly message: Output<string>;
  /** Who got the last mail. */
  declare readonly sentTo: Output<string[]>;

  constructor(name: string, args: DomainDnsShareArgs, opts?: CustomResourceOptions) {
    const declared = declare(domainDnsShareLifecycle, name, args);
    super(declared.type, name, declared.inputs, opts);
    declared.lookAhead(this);
  }
}

/** How mails with DNS records live in an account. */
export const domainDnsShareLifecycle: Lifecycle<DomainDnsShareProps, DomainDnsShareDecided> = {
  kind,
  namedBy: "domainId",
  inputs: {
    required: { domainId: id, recipients: listOf(address()) },
    optional: { ...common, triggers: listOf(anything) },
  },
  outputs: ["message", "sentTo"],
  rules: ({ recipients }) => {
    if (!Array.isArray(recipients)) return [];
    const { length } = distinct(recipients);
    const problem = `holds ${length} addresses, allowed are 1 to 10`;
    return length >= 1 && length <= 10 ? [] : [{ path: "recipients", problem }];
  },
  foresight: domainDnsShareForesight,
  replaceOn: ["domainId"],
  create: async (account, { domainId, recipients }) => ({
    id: domainId,
    outputs: await share(account, domainId, distinct(recipients)),
  }),
  async update(account, domainId, { old, props }) {
    const isAgain = !isDeepStrictEqual(old.triggers, props.triggers);
    const known = isAgain ? [] : old.recipients.map(bare);
    const added = distinct(props.recipients).filter((one) => !known.includes(bare(one)));
    if (added.length > 0) return share(account, domainId, added);
    return { message: old.message, sentTo: old.sentTo };
  },
  async delete() {
    // Nothing can take a mail back.
  },
};

async function share({ main }: Account, domainId: string, recipients: readonly string[]) {
  const advice = "The mail may have been sent; the next pulumi up sends it again.";
  const send = () => shareDomainDns(main, domainId, recipients);
  const { message, recipients: used } = await advised(send, (error) =>
    error.ambiguous ? advice : undefined,
  );
  return { message, sentTo: [...used] };
}

/** Each address once, in the spelling that comes first. */
function distinct(addresses: readonly string[]): string[] {
  return [...new Map(addresses.toReversed().map((one) => [bare(one), one])).values()].toReversed();
}

function bare(address: string): string {
  return address.toLowerCase();
}
