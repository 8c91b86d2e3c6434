import { campaigns } from "./campaign-list";
import type { Collection } from "./collection";
import { properties } from "./custom-property";
import { domains } from "./domain";
import { lists } from "./list";
import { replyTos } from "./reply-to";
import { senders } from "./sender";

/** Every collection of the service that is searched. */
export const collections: readonly Collection<{ readonly id: string }>[] = [
  senders,
  domains,
  replyTos,
  lists,
  properties,
  campaigns,
];
