import * as pulumi from "@pulumi/pulumi";
import {
  Campaign,
  DomainDnsShare,
  getDomainOutput,
  type Provider,
  Sender,
} from "pulumi-email-marketing";

/** The inputs of a {@link Brand}. */
export interface BrandArgs {
  /** The from name of the brand's emails. */
  readonly name: pulumi.Input<string>;
  /** A sending domain that the account already has. */
  readonly domain: pulumi.Input<string>;
  /** The people who publish the domain's DNS records. */
  readonly dnsContacts: readonly pulumi.Input<string>[];
  /** The lists that get the welcome email. */
  readonly listIds: readonly pulumi.Input<string>[];
  /** The account of the brand; the stack's if it is left out. */
  readonly provider?: Provider;
}

/** Everything a brand needs to send email: its domain's DNS records, a sender and a draft of a welcome email. */
export class Brand extends pulumi.ComponentResource {
  readonly sender: Sender;
  readonly welcome: Campaign;

  constructor(name: string, args: BrandArgs, opts?: pulumi.ComponentResourceOptions) {
    super("acme:email:Brand", name, {}, opts);
    const own = args.provider ? { parent: this, provider: args.provider } : { parent: this };
    const domain = getDomainOutput({ domain: args.domain }, own);

    new DomainDnsShare(
      `${name}-records`,
      { domainId: domain.id, recipients: [...args.dnsContacts] },
      own,
    );
    this.sender = new Sender(
      `${name}-news`,
      { email: pulumi.interpolate`news@${domain.domain}`, name: args.name },
      own,
    );
    this.welcome = new Campaign(
      `${name}-welcome`,
      {
        name: pulumi.interpolate`Welcome to ${args.name}`,
        subject: pulumi.interpolate`Welcome to ${args.name}`,
        sender: { email: this.sender.email, name: this.sender.name },
        plainText: "Good to have you here.\n\nUnsubscribe: %%unsubscribe%%\n",
        listIds: [...args.listIds],
      },
      { ...own, protect: true },
    );
    this.registerOutputs({ sender: this.sender.email, welcome: this.welcome.id });
  }
}
