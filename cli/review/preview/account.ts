import { isDefaultName, urnParts } from "../../../provider/engine/resource";
import { EmailMarketingError } from "../../../provider/errors/error";
import { omitUndefined } from "../../../provider/plain/value";
import type { Resource } from "../../engine/resource";
import { indexBy } from "./index-by";
import type { PreviewedResource, PreviewModel } from "./model";

/** The logical name of a resource's explicit Provider; undefined if it has none. */
export function explicitProvider({ provider = "" }: Resource): string | undefined {
  const { name } = urnParts(providerUrn(provider));
  return provider === "" || isDefaultName(name) ? undefined : name;
}

/**
 * True if the explicit Providers of both resources have the same name, or if neither resource has one. In any other
 * case, the accounts count as different.
 */
export function isSameAccount(one: Resource, other: Resource): boolean {
  return explicitProvider(one) === explicitProvider(other);
}

/** The URN in a reference to a provider, without the id at its end. */
function providerUrn(reference: string): string {
  return reference.replace(/::[^:]*$/, "");
}

/**
 * The time zone of a resource's Provider, and the Provider's name if it is explicit. `isOld` prefers the settings that
 * an explicit Provider had before the update.
 */
export function accountOf(
  state: Resource,
  { resources, config, zoneOf }: Pick<PreviewModel, "resources" | "config" | "zoneOf">,
  { isOld = false }: { readonly isOld?: boolean } = {},
): { readonly zone?: string; readonly provider?: string } {
  const name = explicitProvider(state);
  const urn = providerUrn(state.provider ?? "");
  const { type } = urnParts(urn);
  if (name === undefined) return zoneIn(() => zoneOf({ config }));
  const [own] = resourcesByUrn(resources, [urn]);
  const settings = own && { ...(isOld ? (own.old ?? own.now) : (own.now ?? own.old)), urn, type };
  const zone = settings ? zoneIn(() => zoneOf({ provider: settings, config })) : {};
  return { ...zone, provider: name };
}

const resourcesByUrn = indexBy<PreviewedResource>(({ urn }) => [urn]);

/** Reads a time zone. Ignores invalid settings, because a preview reports them. */
function zoneIn(read: () => string | undefined): { readonly zone?: string } {
  try {
    const zone = read();
    return omitUndefined({ zone });
  } catch (error) {
    if (error instanceof EmailMarketingError) return {};
    throw error;
  }
}
