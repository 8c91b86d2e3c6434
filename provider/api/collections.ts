import { campaigns } from "./campaign-list";
import { properties } from "./custom-property";
import { domains } from "./domain";
import { lists } from "./list";
import { replyTos } from "./reply-to";
import { senders } from "./sender";
import { webhooks } from "./webhook";

/** Every collection of the service that is searched, by the name under which an account holds it. */
export const collections = { campaigns, properties, domains, lists, replyTos, senders, webhooks };
