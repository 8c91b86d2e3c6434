import { campaigns } from "./campaign-list";
import { properties } from "./custom-property";
import { domains } from "./domain";
import { lists } from "./list";
import { replyTos } from "./reply-to";
import { senders } from "./sender";
import { webhooks } from "./webhook";

/** All collections that the service can search, under their names in an account. */
export const collections = { campaigns, properties, domains, lists, replyTos, senders, webhooks };
