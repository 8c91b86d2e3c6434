import type { Account } from "../../account/account";
import { shareDomainDns } from "../../api/domain";
import { advised, isUnconfirmedWrite } from "../../errors/error";
import { address, anything, id, listOf } from "../../input/check";
import { commonFields } from "../../input/common-props";
import { containsUnknown } from "../../input/unknown";
import type { Lifecycle } from "../../lifecycle/lifecycle";
import { distinct, newRecipients } from "../../mailing/share";
import type { DomainDnsShareDecided, DomainDnsShareProps } from "./props";
import { domainDnsShareQuestions } from "./questions";

/** How mails with DNS records live in an account. */
export const domainDnsShareLifecycle: Lifecycle<DomainDnsShareProps, DomainDnsShareDecided> = {
  kind: "DomainDnsShare",
  namedBy: "domainId",
  fields: {
    domainId: { required: true, check: id, replaces: true },
    recipients: { required: true, check: listOf(address()) },
    triggers: { check: listOf(anything) },
    ...commonFields,
  },
  outputs: {
    // The service's message may name them.
    message: { repeats: "recipients" },
    sentTo: { repeats: "recipients" },
  },
  rules: ({ recipients }) => {
    if (!Array.isArray(recipients)) return [];
    const { length } = distinct(recipients);
    const problem = `must have 1 to 10 different addresses (got ${length})`;
    return length >= 1 && length <= 10 ? [] : [{ path: "recipients", problem }];
  },
  questions: domainDnsShareQuestions,
  mailPart: "whole",
  find: "Declare it: pulumi up sends the records to its recipients",
  mails(_settings, { old, props }) {
    const isSent =
      old === undefined ||
      old.domainId !== props.domainId ||
      (!containsUnknown(props) && newRecipients(props, old).length > 0);
    return isSent ? { isSent } : undefined;
  },
  create: async (account, { domainId, recipients }) => ({
    // A mail has no id of its own.
    id: domainId,
    outputs: await share(account, domainId, distinct(recipients)),
  }),
  async update(account, domainId, { old, props }) {
    const added = newRecipients(props, old);
    if (added.length > 0) return share(account, domainId, added);
    return { message: old.message, sentTo: old.sentTo };
  },
};

async function share({ main }: Account, domainId: string, recipients: readonly string[]) {
  const advice = "The mail may have been sent; the next pulumi up sends it again.";
  const send = () => shareDomainDns(main, domainId, recipients);
  const { message, recipients: used } = await advised(send, (error) =>
    isUnconfirmedWrite(error) ? advice : undefined,
  );
  return { message, sentTo: [...used] };
}
