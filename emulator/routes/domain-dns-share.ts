import type { Operation } from "../operation/operation";
import { missing, ok } from "../operation/reply";

/** POST /domains/{id}/share: records the mail in the account's `mails`, again when repeated. */
export const shareDomainDns: Operation = {
  reads: false,
  handle({ id, body }, store) {
    const { recipients } = body as { readonly recipients: readonly string[] };
    const domain = store.find("domains", id);
    if (domain === undefined) return missing();
    store.change((account) => ({
      ...account,
      mails: [
        ...account.mails,
        { kind: "domain-share", of: id, recipients, at: store.now().toISOString() },
      ],
    }));
    return ok({ message: `The DNS records of ${domain.domain} were sent`, recipients });
  },
};
