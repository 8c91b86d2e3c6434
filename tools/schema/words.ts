/** Descriptions for the values of enumerations, by enumeration. A union type in TypeScript can't have them. */
type Meanings = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Enumerations of this package, which are complete. */
const own: Meanings = {
  CustomPropertyOnDestroy: {
    leave: "The property stays in the account.",
    delete: "The property is deleted WITH ALL STORED VALUES.",
  },
  ProviderOperations: {
    specified: "Only the operations of the specification.",
    extended: "Operations that only public clients document, too.",
  },
  ProviderPreflight: {
    warn: "A problem is a warning.",
    error: "A problem fails the preview.",
    off: "Nothing is looked for.",
  },
  ProviderSending: {
    allow: "The service may be made to send email.",
    refuse: "A change that would send email is an error.",
  },
  WebhookActivationOnDestroy: {
    deactivate: "The webhook is switched off.",
    leave: "The webhook stays as it is.",
  },
};

/** Enumerations of the service, which may add values. */
const ofService: Meanings = {
  CampaignContactsOrder: {
    first: "The contacts that come first in the lists.",
    last: "The contacts that come last in the lists.",
  },
  CustomPropertyType: {
    text: "A text of one line.",
    number: "A number.",
    date: "A date.",
    textarea: "A text of several lines.",
  },
  GetCampaignsStatus: {
    draft: "Without a date.",
    scheduled: "To be sent on its date.",
    processing: "Being sent.",
    paused: "Stopped for the time being.",
    finished: "Sent.",
    aborted: "Stopped for good.",
  },
  GetDomainsSortField: { createdAt: "When it was created.", domain: "Its name." },
  GetDomainsSortOrder: { asc: "The first comes first.", desc: "The last comes first." },
  GetDomainsStatus: {
    verified: "Its DNS records are published, and mail can be sent from it.",
    not_verified: "Its DNS records are not verified yet.",
    failed: "The verification of its DNS records failed.",
  },
  GetSendersSortField: {
    email: "Its address.",
    name: "Its name.",
    createdAt: "When it was created.",
  },
  GetSendersSortOrder: { asc: "The first comes first.", desc: "The last comes first." },
  MailboxProvider: {
    gmail: "Gmail.",
    yahoo: "Yahoo.",
    outlook: "Outlook.",
    others: "All other mailbox providers.",
  },
};

/**
 * The description of a value. Throws if the enumeration or the value is unknown, so that no value lacks a description.
 */
export function meaningOf(enumeration: string, word: string): string {
  const meaning = (own[enumeration] ?? ofService[enumeration])?.[word];
  if (meaning === undefined) {
    throw new Error(`tools/schema/words.ts doesn't say what "${word}" of ${enumeration} means`);
  }
  return meaning;
}

/** True for an enumeration of this package, whose values compilers check. */
export function isOwn(enumeration: string): boolean {
  return Object.hasOwn(own, enumeration);
}
