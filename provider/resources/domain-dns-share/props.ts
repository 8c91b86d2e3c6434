import type { CommonProps } from "../../input/common-props";

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
