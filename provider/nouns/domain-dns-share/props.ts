import type { CommonProps } from "../../input/field";

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
export interface DomainDnsShareDecided {
  message: string;
  sentTo: string[];
}
