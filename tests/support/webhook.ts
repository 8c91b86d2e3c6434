/**
 * A statement of a program that switches a webhook of the example account: the resource with the fewest inputs, which is
 * created, changed and removed by one request each. More inputs are written as in a program, and win over the first.
 */
export function webhook(inputs = "", { name = "events", opts = "" } = {}): string {
  return `new em.WebhookActivation("${name}", { webhookId: "webhook-1", ${inputs} }, { ${opts} });`;
}
