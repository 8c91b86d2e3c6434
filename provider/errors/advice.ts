import type { EmailMarketingError } from "./error";

/** What to do about an error, known further out than where it was made. */
type Advice =
  | { readonly advice: "pause-campaign" }
  | { readonly advice: "specified-operations" }
  | { readonly advice: "replace-key"; readonly place: string; readonly isStored: boolean };

/** The same error with advice behind its sentence. */
export function withAdvice(error: EmailMarketingError, advice: Advice): EmailMarketingError {
  return error.reworded(`${error.message} ${sentence(advice)}`);
}

function sentence(given: Advice): string {
  switch (given.advice) {
    case "pause-campaign":
      return (
        "Pause the campaign first, on the service's own pages: while it is being sent, its lists, segment and rules " +
        "can't be changed, and its date can't while it is scheduled. Then run pulumi up again."
      );
    case "specified-operations":
      return (
        'The operation belongs to emailmarketing:operations "extended". Where your service lacks it, run: ' +
        "pulumi config set emailmarketing:operations specified."
      );
    case "replace-key": {
      const came = `The key came from ${given.place}: give the right one there.`;
      const stored =
        "refresh and destroy use the key that the last up stored: pulumi up, or --run-program, renews it.";
      return given.isStored ? `${came} ${stored}` : came;
    }
  }
}
