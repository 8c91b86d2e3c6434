import { EmailMarketingError } from "./error";

/** Whether the service said that it has no such object; known by the code, also across copies of the package. */
export function isNotFound(
  error: unknown,
): error is EmailMarketingError & { readonly code: "not-found" } {
  return error instanceof EmailMarketingError && error.code === "not-found";
}

/** What a call gives; undefined where the service has no such object. */
export async function unlessNotFound<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
