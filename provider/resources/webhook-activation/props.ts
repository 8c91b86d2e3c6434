import type { CommonProps } from "../../input/common-props";

/** What the user decides about a webhook's activation. */
export interface WebhookActivationProps extends CommonProps {
  /**
   * The id of a webhook that exists in the account. Changing this replaces the activation: the webhook that it
   * named is treated as `onDestroy` says.
   */
  webhookId: string;
  /** Whether the webhook is active; default true. Changing this switches it. */
  active?: boolean;
  /**
   * What a destroy does: `deactivate` (the default) switches the webhook off, `leave` leaves it as it is.
   * Changing this changes the state only.
   */
  onDestroy?: "deactivate" | "leave";
  /** Any values; a change switches the webhook again, for instance after the service has switched it off. */
  triggers?: unknown[];
}
