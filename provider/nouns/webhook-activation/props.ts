import type { CommonProps } from "../../input/field";

/** The inputs of a webhook's activation. */
export interface WebhookActivationProps extends CommonProps {
  /**
   * The id of an existing webhook. Changing this replaces the resource; what happens to the other webhook depends on
   * `onDestroy`.
   */
  webhookId: string;
  /**
   * Whether the webhook is on. A change switches the webhook.
   * @defaultValue `true`
   */
  active?: boolean;
  /**
   * What a destroy does: `deactivate` switches the webhook off; `leave` does nothing. A change updates the state only.
   * @defaultValue `deactivate`
   */
  onDestroy?: "deactivate" | "leave";
  /** Any values. A change sets the webhook again, for example after the service switched it off. */
  triggers?: unknown[];
}

/** What the service has of the webhook beside that; only the extended operations read it. */
export interface WebhookActivationDecided {
  name?: string;
  events?: string[];
  url?: string;
}
