import type { Call, HttpClient, RetryPolicy } from "../client/call";
import { EmailMarketingError, withAdviceOnFailure } from "../errors/error";
import { operations } from "./wire";

export type OperationId = keyof typeof operations;

const policies: Readonly<Record<OperationId, RetryPolicy>> = {
  searchDomains: "read",
  // A repeated request would send the email again.
  shareDomainDns: "at-most-once",
  getContact: "read",
  createContactProperty: "at-most-once",
  createCampaign: "at-most-once",
  updateCampaign: "idempotent",
  listCampaignOpens: "read",
  listCampaignUnsubscribes: "read",
  getInboxPlacement: "read",
  getList: "read",
  renameList: "idempotent",
  searchReplyEmails: "read",
  searchSenders: "read",
  addSender: "at-most-once",
  toggleWebhook: "idempotent",
  getFileVerification: "read",
  listCampaigns: "read",
  searchContactProperties: "read",
  deleteContactProperty: "idempotent",
  updateContactProperty: "idempotent",
  searchLists: "read",
  createList: "at-most-once",
  searchWebhooks: "read",
  getWebhook: "read",
  getPlan: "read",
};

/** The parts of a request that the operation doesn't define. */
export interface OperationRequest extends Omit<Call, "method" | "path" | "route" | "policy"> {
  /** The value for the parameter in the path of the request. */
  readonly id?: string;
}

/** Sends a request of an operation. If the service lacks an operation that `mayBeMissing`, adds advice to the error. */
export async function call(
  client: Pick<HttpClient, "send">,
  operation: OperationId,
  { id, ...request }: OperationRequest = {},
): Promise<Record<string, unknown>> {
  const { method, path } = operations[operation];
  const policy = policies[operation];
  const response = client.send({ ...request, method, ...pathOf(path, id), policy });
  return withAdviceOnFailure(response, (error) =>
    mayBeMissing(operation) && isOperationMissing(error) ? specifiedAdvice : undefined,
  );
}

/** `pathOf("/list/{id}", "a/b")` returns `/list/a%2Fb` and the route `/list/{id}`. Refuses an invalid value. */
export function pathOf(route: string, value = ""): Pick<Call, "path" | "route"> {
  const [parameter, name] = /\{(\w+)\}/.exec(route) ?? [];
  if (parameter === undefined) return { path: route, route };
  const problem = pathProblem(value);
  if (problem !== undefined) {
    throw new EmailMarketingError("validation", `the ${name} in ${route} must ${problem}.`);
  }
  return { path: route.replace(parameter, encodeURIComponent(value)), route };
}

function pathProblem(value: string): string | undefined {
  if (value === "") return "not be empty";
  if (value === "." || value === "..") return 'not be "." or ".."';
  // A lone surrogate can't be percent-encoded.
  return /\p{Surrogate}/u.test(value) ? "be valid Unicode" : undefined;
}

/** The method and path of an operation for a message, such as `GET /list/{id}`. */
export function routeOf(operation: OperationId): string {
  const { method, path } = operations[operation];
  return `${method} ${path}`;
}

/** True if a service may lack the operation, because it is known only from public clients. */
export function mayBeMissing(operation: OperationId): boolean {
  // Searching lists counts as available, because the vendor's client uses it and nothing else finds a list by name.
  return operations[operation].isExtended && operation !== "searchLists";
}

export const specifiedAdvice =
  'The service may not support the operations of emailmarketing:operations "extended". If it doesn\'t, run: ' +
  "pulumi config set emailmarketing:operations specified";

/** True if the error may mean that the service lacks the operation. An error about an unknown id has another code. */
export function isOperationMissing({ code, status = 0 }: EmailMarketingError): boolean {
  return code === "unexpected-reply" && [404, 405, 501].includes(status);
}
