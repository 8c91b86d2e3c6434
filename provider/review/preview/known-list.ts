import { explicitProvider } from "./account";
import { shownText } from "./hidden";
import type { PreviewModel } from "./index";

/** A list of which a preview shows more than the id. */
export interface KnownList {
  readonly name: string;
  /** Where preflight has counted them. */
  readonly contacts?: number;
}

/** The lists that a preview shows, by account and id. */
export interface KnownLists {
  /** `provider` is the name of an explicit Provider: the same id in another account is another list. */
  byId(id: string, provider?: string): KnownList | undefined;
}

/** The lists of a preview: those that it declares, and those of which preflight has said something. */
export function knownLists({ resources, findings }: PreviewModel): KnownLists {
  const lists = new Map<string, KnownList>();
  const providers = new Map<string, string | undefined>();
  for (const resource of resources) {
    const state = resource.now ?? resource.old ?? {};
    const provider = explicitProvider(state);
    providers.set(resource.urn, provider);
    const name = shownText(state.inputs?.name);
    const isNamed = resource.mailPart === "list" && name !== undefined;
    if (isNamed && state.id !== undefined) lists.set(keyOf(state.id, provider), { name });
  }
  for (const { urn = "", note } of findings) {
    for (const { id, name, contacts } of note?.lists ?? []) {
      lists.set(keyOf(id, providers.get(urn)), { name, contacts });
    }
  }
  return { byId: (id, provider) => lists.get(keyOf(id, provider)) };
}

function keyOf(id: string, provider = ""): string {
  return `${provider} ${id}`;
}
