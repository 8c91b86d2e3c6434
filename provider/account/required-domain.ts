import type { Client } from "../client/call";
import { EmailMarketingError } from "../errors/error";
import type { Settings } from "../settings/settings";
import type { Caches } from "./caches";

/** A client whose writes wait until it is known that the account is the one that `accountDomain` asks for. */
export function withRequiredDomain(
  main: Client,
  settings: Settings,
  caches: Pick<Caches, "domains">,
): Client {
  return {
    ...main,
    async send(call) {
      // Every write passes here, also those of a destroy, which never runs the checks of a resource.
      if (call.policy !== "read") await requireDomain(settings, caches);
      return main.send(call);
    },
  };
}

/** Fails where the account lacks the domain that `accountDomain` names; one search answers all who ask. */
export async function requireDomain(
  settings: Settings,
  { domains }: Pick<Caches, "domains">,
): Promise<void> {
  const domain = settings.value("accountDomain");
  if (domain === undefined || (await domains.byKey(domain))) return;
  const [place, key] = (["accountDomain", "apiKey"] as const).map(
    (name) => settings.origin(name)?.place ?? name,
  );
  throw new EmailMarketingError(
    "conflict",
    `${place}: the account doesn't have the sending domain ${domain}, so nothing is written to it. Check which account the ` +
      `API key belongs to (${key}).`,
  );
}
