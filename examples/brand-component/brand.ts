import * as pulumi from "@pulumi/pulumi";
import { Campaign, DomainDnsShare, getDomainOutput, Sender } from "pulumi-email-marketing";

/** What a brand is given. */
export interface BrandArgs {
  /** The name that readers see. */
  readonly name: pulumi.Input<string>;
  /** A sending domain of the account. */
  readonly domain: pulumi.Input<string>;
  /** Who publishes its DNS records. */
  readonly dnsContacts: readonly pulumi.Input<string>[];
  /** Who gets the welcome mail. */
  readonly listIds: readonly pulumi.Input<string>[];
}

/** All that a brand needs to send: its DNS records mailed to who publishes them, a sender, and a welcome mail. */
export class Brand extends pulumi.ComponentResource {
  readonly sender: Sender;
  readonly welcome: Campaign;

  constructor(name: string, args: BrandArgs, opts?: pulumi.ComponentResourceOptions) {
    super("acme:email:Brand", name, {}, opts);
    const own = { parent: this };
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
