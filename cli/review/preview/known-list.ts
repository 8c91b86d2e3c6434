import { sanitize } from "../../../provider/errors/redact";
import { comparedName } from "../../../provider/plain/text";
import { groupBy, isUnknown, type Properties } from "../../../provider/plain/value";
import type { Resource } from "../../engine/resource";
import { listIn } from "../../engine/text-file";
import { explicitProvider, isSameAccount } from "./account";
import { indexBy } from "./index-by";
import { shownText } from "./input";
import type { KnownList, PreviewedResource, PreviewModel } from "./model";

/**
 * Returns a function that finds a list by its id and explicit Provider. It knows the declared lists and the lists in
 * preflight's findings.
 */
export function knownLists({ resources, findings }: Pick<PreviewModel, "resources" | "findings">) {
  const lists = new Map<string, KnownList & { readonly provider: string | undefined }>();
  const providers = new Map<string, string | undefined>();
  const add = (id: string, provider: string | undefined, list: KnownList) => {
    const key = keyOf(id, provider);
    lists.set(key, { ...lists.get(key), ...list, provider });
  };
  for (const resource of resources) {
    providers.set(resource.urn, explicitProvider(resource.now ?? resource.old ?? {}));
  }
  for (const { urn = "", sizes } of findings) {
    const provider = providers.get(urn);
    for (const { id, name, contacts } of sizes?.lists ?? []) add(id, provider, { name, contacts });
    for (const id of sizes?.gone ?? []) add(id, provider, { isGone: true });
  }
  for (const { id, name, state } of resources.flatMap(namesOf)) {
    add(id, explicitProvider(state), { name });
  }
  const named = groupBy([...lists.values()], ({ name = "", provider }) =>
    keyOf(comparedName(sanitize(name)), provider),
  );
  const sameNamed = new Set(
    named.filter(([{ name }, ...others]) => name && others.length > 0).flat(),
  );
  return (id: string, provider?: string): KnownList | undefined => {
    const list = lists.get(keyOf(id, provider));
    return list && sameNamed.has(list) ? { ...list, hasSameName: true } : list;
  };
}

/**
 * The known ids and names of a declared list. A replaced list may have two ids, because the service keeps the old list.
 */
function namesOf({ emailRole, change, old, now }: PreviewedResource) {
  if (emailRole !== "recipients") return [];
  const isReplaced = change === "replace";
  const kept = { ...now, id: now?.id ?? old?.id };
  const states: readonly Resource[] =
    isReplaced || !now ? [old ?? {}, now ?? {}] : [kept as Resource];
  return states.flatMap((state) => {
    const name = shownText(state.inputs?.name);
    return state.id === undefined || name === undefined ? [] : [{ id: state.id, name, state }];
  });
}

/**
 * The readable names of lists that an update creates for a campaign. Empty if the preview doesn't show for certain
 * which new lists these are.
 */
export function listsToCreate(campaign: Resource, model: Pick<PreviewModel, "resources">) {
  const { own, unknown, isSaid } = newLists(campaign, model);
  // Leave out lists that the update adopts, because they may have contacts.
  const names = own.flatMap(({ name, existingId }) =>
    existingId === undefined ? (shownText(name) ?? []) : [],
  );
  // If the preview has no dependencies, any new list may belong to this campaign. Then use the names only if there are
  // as many new lists as unknown ids, and all of the lists are created with a readable name.
  const isSure = own.length === unknown && names.length === own.length;
  return isSaid || isSure ? names : [];
}

/**
 * The inputs of a campaign, with the ids of adopted lists in place of unknown ones. Replaces ids only if `newLists`
 * finds as many lists as there are unknown ids, and if the preview has counted the contacts of all adopted lists.
 */
export function withAdoptedLists(
  campaign: Resource,
  model: Pick<PreviewModel, "resources" | "listOf">,
): Properties | undefined {
  const { inputs } = campaign;
  const { own, unknown } = newLists(campaign, model);
  const provider = explicitProvider(campaign);
  const isCounted = (id: string) => model.listOf(id, provider)?.contacts !== undefined;
  const adopted = own.flatMap(({ existingId }) => (existingId === undefined ? [] : existingId));
  const ids = adopted.map(shownText).filter((id) => id !== undefined);
  const isSure = own.length === unknown && ids.length === adopted.length && ids.every(isCounted);
  if (!isSure || ids.length === 0) return inputs;
  const listIds = listIn(inputs?.listIds)?.map((id) => (isUnknown(id) ? (ids.shift() ?? id) : id));
  return { ...inputs, listIds };
}

/**
 * The new lists that the update may create or adopt for a campaign. `unknown` is the number of list ids that aren't
 * known yet. `isSaid` is true if the preview names the lists on which the campaign depends.
 */
function newLists(campaign: Resource, { resources }: Pick<PreviewModel, "resources">) {
  const { inputs, propertyDependencies } = campaign;
  const added = addedLists(resources, ["new"]).flatMap(({ urn, now = {} }) => {
    const { name, existingId } = now.inputs ?? {};
    return isSameAccount(now, campaign) ? [{ urn, name, existingId }] : [];
  });
  const urns = propertyDependencies?.listIds ?? [];
  const isSaid = propertyDependencies !== undefined;
  const unknown = listIn(inputs?.listIds)?.filter(isUnknown).length ?? 0;
  return { own: isSaid ? added.filter(({ urn }) => urns.includes(urn)) : added, unknown, isSaid };
}

const addedLists = indexBy<PreviewedResource>(({ emailRole, change }) =>
  emailRole === "recipients" && (change === "create" || change === "replace") ? ["new"] : [],
);

function keyOf(id: string, provider = ""): string {
  return `${provider} ${id}`;
}
