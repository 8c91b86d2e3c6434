import { campaigns } from "./campaign-list";
import type { Collection } from "./collection";
import { properties } from "./custom-property";
import { domains } from "./domain";
import { lists } from "./list";
import { replyTos } from "./reply-to";
import { senders } from "./sender";

/** Every collection of the service that is searched, by the name under which an account holds it. */
export const collections = { senders, domains, replyTos, lists, properties, campaigns };

/** All of them, where it doesn't matter what their rows hold. */
export const everyCollection: readonly Collection<{ readonly id: string }>[] =
  Object.values(collections);
