import type { EmailMarketingError } from "./error";

/** What to do about an error, known further out than where it was made. */
type Advice =
  | { readonly advice: "pause-campaign" | "pause-to-date" }
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
        "Pause the campaign first, in the service's web pages, then run pulumi up again. The lists, segment and rules of " +
        "a campaign that is being sent can't be changed."
      );
    case "pause-to-date":
      return (
        "Pause the campaign first, in the service's web pages, then run pulumi up again. The service changes the date of " +
        "a scheduled campaign only while it is paused."
      );
    case "specified-operations":
      return (
        'The service may not support the operations of emailmarketing:operations "extended". If it doesn\'t, run: ' +
        "pulumi config set emailmarketing:operations specified"
      );
    case "replace-key": {
      const came = `The key was read from ${given.place}; correct it there.`;
      const stored =
        "refresh and destroy use the key that the last pulumi up stored: run pulumi up first, or add --run-program.";
      return given.isStored ? `${came} ${stored}` : came;
    }
  }
}
