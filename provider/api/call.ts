import { type Call, type Client, pathOf } from "../client/call";
import type { RetryPolicy } from "../client/retry";
import { advised, type EmailMarketingError } from "../errors/error";
import { operations } from "./operations";

/** The name of an operation of the contract. */
export type OperationId = keyof typeof operations;

const policies: Readonly<Record<OperationId, RetryPolicy>> = {
  searchDomains: "read",
  // Every request sends an email, so a repeated request would send a second email.
  shareDomainDns: "once",
  getContact: "read",
  createContactProperty: "once",
  createCampaign: "once",
  updateCampaign: "idempotent",
  listCampaignOpens: "read",
  listCampaignUnsubscribes: "read",
  getInboxPlacement: "read",
  getList: "read",
  renameList: "idempotent",
  searchReplyEmails: "read",
  searchSenders: "read",
  addSender: "once",
  toggleWebhook: "idempotent",
  getFileVerification: "read",
  listCampaigns: "read",
  searchContactProperties: "read",
  deleteContactProperty: "idempotent",
  updateContactProperty: "idempotent",
  searchLists: "read",
  createList: "once",
  searchWebhooks: "read",
  getWebhook: "read",
  getPlan: "read",
};

/** The parts of a request that the operation doesn't define. */
export interface OperationRequest extends Omit<Call, "method" | "path" | "policy"> {
  /** The value for the parameter in the path of the request. */
  readonly id?: string;
}

/** Sends a request of an operation. If it is an extended operation that the service lacks, the error has advice. */
export function call(
  client: Pick<Client, "send">,
  operation: OperationId,
  { id, ...request }: OperationRequest = {},
): Promise<Record<string, unknown>> {
  const { method, path } = operations[operation];
  const policy = policies[operation];
  const send = async () => client.send({ ...request, method, path: pathOf(path, id), policy });
  if (!mayBeLacking(operation)) return send();
  return advised(send, (error) => (isLacking(error) ? useSpecified : undefined));
}

/** The method and path of an operation for a message, such as `GET /list/{id}`. */
export function routeOf(operation: OperationId): string {
  const { method, path } = operations[operation];
  return `${method} ${path}`;
}

/** True if a service may lack the operation, because it is known only from public clients. */
export function mayBeLacking(operation: OperationId): boolean {
  // Every service has the search for lists, because the vendor's own client uses it.
  return operations[operation].isExtended && operation !== "searchLists";
}

export const useSpecified =
  'The service may not support the operations of emailmarketing:operations "extended". If it doesn\'t, run: ' +
  "pulumi config set emailmarketing:operations specified";

/** True if the error says that the service lacks the operation. For a missing object, the error has another code. */
export function isLacking({ code, status = 0 }: EmailMarketingError): boolean {
  return code === "unexpected-reply" && [404, 405, 501].includes(status);
}
