import type { Call, Client, Path } from "../client/call";
import { text } from "../client/reply";
import { incompleteReply, unusableId } from "../errors/request-error";
import { isRecord } from "../input/plain";
import { idFault } from "./collection";

/** Fields that the contract names by meaning only, or wrongly, under whatever names the caller knows. */
export type MoreFields = { readonly [name: string]: unknown };

type Sender = Pick<Client, "send">;

/** Creates an object, once: what a second request does is not specified, and not every object can be deleted. */
export async function create(client: Sender, path: Path, body: object) {
  const reply = await client.send({ method: "POST", path, body, policy: "once" });
  const nested = reply.data;
  const given = reply.id ?? (isRecord(nested) ? nested.id : undefined);
  const fault = idFault(given);
  if (fault !== undefined) throw unusableId(`what was created ${fault}`, "maybe");
  const id = text(given);
  // A reply without an id may still mean that the object exists.
  if (id === undefined || id === "") throw incompleteReply(`POST ${path.route}`, "maybe");
  return { id, reply };
}

/** Sets what the call says, so it is repeatable; the reply may be empty. */
export async function set(
  client: Sender,
  call: Omit<Call, "policy" | "mayBeEmpty">,
): Promise<void> {
  await client.send({ ...call, policy: "repeatable", mayBeEmpty: true });
}
