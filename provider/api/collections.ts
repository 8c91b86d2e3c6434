import { campaigns } from "./campaign-list";
import type { Collection } from "./collection";
import { properties } from "./custom-property";
import { domains } from "./domain";
import { lists } from "./list";
import { replyTos } from "./reply-to";
import { senders } from "./sender";
import { webhooks } from "./webhook";

/** All collections that the service can search, by the names that they have in an account. */
export const collections = { campaigns, properties, domains, lists, replyTos, senders, webhooks };

const all: readonly Collection<{ readonly id: string }>[] = Object.values(collections);

/** All collections, for code that needs only the ids of objects. Collections that every service has come first. */
export const everyCollection = [
  ...all.filter(({ operations }) => operations === "any"),
  ...all.filter(({ operations }) => operations === "extended"),
];
