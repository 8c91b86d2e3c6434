import * as pulumi from "@pulumi/pulumi";
import { Campaign, getFileVerificationOutput, getListOutput } from "pulumi-email-marketing";

const config = new pulumi.Config();

// An apply waits here until the file of addresses is verified; a preview asks once, and does not wait.
const file = getFileVerificationOutput({
  fileId: config.get("fileId") ?? "file-1",
  wait: { timeoutSeconds: 900 },
});

// More than one address in twenty is invalid: the program stops, and nothing behind the gate is made.
const share = file.apply(({ invalid, totalRecords }) => {
  const part = totalRecords === 0 ? 1 : invalid / totalRecords;
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
    // Through the gate: known once the file is good.
    listIds: [pulumi.all([customers.id, share]).apply(([id]) => id)],
  },
  { protect: true },
);

export const campaignId = campaign.id;
export const invalidShare = share;
