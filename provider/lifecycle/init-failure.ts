import { EmailMarketingError } from "../errors/error";

/** Begins the id of an object that a create may or may not have made. */
const uncertain = "unknown:";

/** What the engine keeps of an object whose create failed after it was made: `properties` must hold no undefined. */
interface Kept {
  readonly id: string;
  readonly properties: object;
}

/**
 * The same error as one that the engine keeps the object for: it reads `id`, `properties` and `reasons` off it,
 * and shows the reasons only.
 */
export function keptWith(error: Error, { id, properties }: Kept): Error {
  return Object.assign(error, { id, properties, reasons: [error.message] });
}

/** The error of a create that may have made its object: kept under an id that says that nobody knows. */
export function keptUncertain(error: EmailMarketingError, properties: object): Error {
  const told = error.reworded(`${error.message} ${whatNext}`);
  return keptWith(told, { id: `${uncertain}${Date.now()}`, properties });
}

/** Whether it can't be known if the object with this id exists. */
export function isUncertain(id: string): boolean {
  return id.startsWith(uncertain);
}

/** Whether a write that failed so may have been carried out. */
export function isAmbiguous(error: unknown): error is EmailMarketingError {
  return error instanceof EmailMarketingError && error.ambiguous;
}

/** What to do about an object that may or may not exist. */
export const whatNext =
  "Whether the service has made it can't be known, and a second request could make a second one, so none is sent. " +
  "Look for it in the service. If it is there, give its id as existingId and run: pulumi up. If not, run: " +
  "pulumi state delete <urn> (pulumi stack --show-urns shows the URN), and then pulumi up makes it. Where it is " +
  "protected, run first: pulumi state unprotect <urn>.";
