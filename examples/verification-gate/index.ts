import * as pulumi from "@pulumi/pulumi";
import { Campaign, getFileVerificationOutput, getListOutput } from "pulumi-email-marketing";

const config = new pulumi.Config();

// An update waits here until the file of addresses is verified. A preview asks once and doesn't wait.
const file = getFileVerificationOutput({
  fileId: config.get("fileId") ?? "file-1",
  wait: { timeoutSeconds: 900 },
});

// If more than one address in twenty is invalid, the program fails and the campaign is not created.
const share = file.apply(({ invalid, totalRecords }) => {
  // A count that the service leaves out opens no gate.
  if (invalid === undefined || !totalRecords) throw new pulumi.RunError("the counts are missing.");
  const part = invalid / totalRecords;
  if (part <= 0.05) return part;
  throw new pulumi.RunError(`${invalid} of ${totalRecords} addresses are invalid: clean the file.`);
});

const customers = getListOutput({ name: "Customers" });
const campaign = new Campaign(
  "launch",
  {
    name: pulumi.interpolate`Launch, by ${file.fileName}`,
    subject: "We are open",
    sender: { email: "hello@acme.example", name: "Acme" },
    plainText: "Come in.\n\nUnsubscribe: %%unsubscribe%%\n",
    // Depends on the check above, so the campaign waits for it.
    listIds: [pulumi.all([customers.id, share]).apply(([id]) => id)],
  },
  { protect: true },
);

export const campaignId = campaign.id;
export const invalidShare = share;
