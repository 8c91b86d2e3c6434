import { type Client, path } from "../client/call";
import { advised, type EmailMarketingError } from "../errors/error";

/** What to do where the service lacks such operations. */
export const useSpecified =
  'The service may not support the operations of emailmarketing:operations "extended". If it doesn\'t, run: ' +
  "pulumi config set emailmarketing:operations specified";

/** A client for operations beyond the specified ones, which a service may lack. */
export function extendedClient(client: Client): Client {
  return {
    ...client,
    send: (call) =>
      advised(
        () => client.send(call),
        (error) => (isLacking(error) ? useSpecified : undefined),
      ),
  };
}

/** Whether a failure shows that the service lacks the operation: what says that an object is not there has another code. */
export function isLacking({ code, status = 0 }: EmailMarketingError): boolean {
  return code === "unexpected-reply" && [404, 405, 501].includes(status);
}

/** GET /client/plan, by which most public clients check their key; only `doctor --contract` asks it. */
export async function getPlan(client: Client): Promise<void> {
  await extendedClient(client).send({ method: "GET", path: path`/client/plan`, policy: "read" });
}
