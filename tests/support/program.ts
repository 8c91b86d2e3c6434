import { webhook } from "./webhook";

const head = `const pulumi = require("@pulumi/pulumi");
const em = require("pulumi-email-marketing");
`;

/** The text of a program of these statements, for which `em` is the package and `pulumi` the engine's SDK. */
export function js(...statements: readonly string[]): string {
  return [head, ...statements, ""].join("\n");
}

/** More inputs than the fewest, written as in a program, and the name and the options of a resource. */
interface Declared {
  readonly inputs?: string;
  readonly name?: string;
  readonly opts?: string;
}

/**
 * A statement that declares a campaign of the example account and keeps it under its name: with the fewest inputs of
 * which a preview has nothing to say. More inputs win over these.
 */
export function campaign({ inputs = "", name = "spring", opts = "" }: Declared = {}): string {
  return `const ${name} = new em.Campaign("${name}", {
  name: "Spring",
  subject: "What is new",
  sender: { email: "hello@acme.example", name: "Acme" },
  plainText: "Hello. %%unsubscribe%%",
  listIds: ["list-1"],
  ${inputs}
}, { ${opts} });`;
}

/** A statement that gives the campaign of that name its date. */
export function schedule({ inputs = "", name = "spring", opts = "" }: Declared = {}): string {
  return `new em.CampaignSchedule("${name}", { campaignId: ${name}.id, scheduledAt: "2098-03-01 09:00:00", ${inputs} }, { ${opts} });`;
}

/** Statements that declare a campaign with its date, the sender that it is from, and a webhook. */
export function mailing({ inputs = "", opts = "" }: Omit<Declared, "name"> = {}): string {
  const sender = `{ email: "news@acme.example", name: "Acme News" }`;
  return [
    `new em.Sender("news", ${sender}, { ${opts} });`,
    webhook("", { opts }),
    campaign({ inputs: `sender: ${sender}, ${inputs}`, opts }),
    schedule({ inputs, opts }),
  ].join("\n");
}
