import { requireFound } from "../operation/error";
import { writing } from "../operation/operation";

/** POST /domains/{id}/share: records an email in the account's `mails`. A repeated request records another email. */
export const shareDomainDns = writing(({ id, body }, store) => {
  const { recipients } = body as { readonly recipients: readonly string[] };
  const { domain } = requireFound(store.find("domains", id));
  const at = store.now().toISOString();
  store.send([{ kind: "domain-share", of: id, recipients, at }]);
  return { message: `The DNS records of ${domain} were sent`, recipients };
});
