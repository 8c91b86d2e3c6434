import type { Call, Client } from "../client/call";
import { withAdvice } from "../errors/advice";
import { EmailMarketingError } from "../errors/error";

/** Sends a call of an operation beyond the specified ones, which a service may lack. */
export async function sendExtended(client: Client, call: Call): Promise<Record<string, unknown>> {
  try {
    return await client.send(call);
  } catch (error) {
    throw isLacking(error) ? withAdvice(error, { advice: "specified-operations" }) : error;
  }
}

function isLacking(error: unknown): error is EmailMarketingError {
  if (!(error instanceof EmailMarketingError) || error.code !== "unexpected-reply") return false;
  return error.status === 404 || error.status === 405 || error.status === 501;
}
