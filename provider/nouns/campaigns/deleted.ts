import { advised } from "../../errors/error";

const wayOut =
  "If it was deleted in the service's web app, remove it and what depends on it from the state. Run: pulumi state " +
  "delete --force --target-dependents <urn of the Campaign> (pulumi stack --show-urns shows the URN), then: pulumi up, " +
  "which creates it again.";

/** Changes a campaign; where the account no longer has it, the sentence says what to do. */
export function inCampaign<Value>(step: () => Promise<Value>): Promise<Value> {
  return advised(step, ({ code, route }) =>
    code === "not-found" && route === "/campaign/{id}" ? wayOut : undefined,
  );
}
