import { CustomResource, type CustomResourceOptions, type Output } from "@pulumi/pulumi";
import type { Account } from "../../account/account";
import { writeOnce } from "../../account/uncertain-write";
import { addSender, type NewSender, type SenderRow } from "../../api/sender";
import { EmailMarketingError } from "../../errors/error";
import { address, flag, text } from "../../input/check";
import { type CommonProps, common } from "../../input/common-props";
import type { Lifecycle } from "../../lifecycle/lifecycle";
import { type DynamicResource, declare, type InputsOf } from "../../program/dynamic-resource";
import { senderForesight } from "./preflight";

const kind = "Sender";

/** What the user decides about a sender. */
export interface SenderProps extends CommonProps {
  /**
   * The from address, 5 to 100 characters; its domain must be added to the account and verified.
   * Changing this replaces the sender: the old one stays in the account.
   */
  email: string;
  /**
   * The from name, 1 to 100 characters of plain ASCII without `<`, `>`, `@`, `"` and line breaks.
   * Changing this replaces the sender: the old one stays in the account.
   */
  name: string;
  /**
   * The company's postal address, 3 to 500 characters; by default the account profile's. It can't be changed once
   * the sender exists. (The names under which the five address fields are sent are a guess: no public source shows
   * them.)
   */
  companyAddress?: string;
  /** City, 3 to 100 characters; by default the account profile's. It can't be changed once the sender exists. */
  city?: string;
  /** State or region, 3 to 100 characters; by default the account profile's. It can't be changed once the sender exists. */
  state?: string;
  /** Postal code, 4 to 15 characters; by default the account profile's. It can't be changed once the sender exists. */
  postalCode?: string;
  /** A country name or an ISO code; by default the account profile's. It can't be changed once the sender exists. */
  country?: string;
  /**
   * Whether a sender that exists already with this address (without case) and name is taken over; default true.
   * With false it is a `conflict`. Changing this changes the state only.
   */
  adopt?: boolean;
}

/** What the service and the provider decide about a sender. */
export interface SenderDecided {
  /** The sender's status in lower case, such as `verified`. */
  status: string;
  /** Whether the sender existed before and was taken over. */
  adopted: boolean;
}

/** The arguments of {@link Sender}. */
export type SenderArgs = InputsOf<SenderProps>;

/**
 * A from address with its name (POST /senders, POST /senders/search).
 *
 * ```ts
 * import { Sender } from "pulumi-email-marketing";
 *
 * const news = new Sender("news", { email: "news@acme.example", name: "Acme News" });
 * export const status = news.status;
 * ```
 *
 * A sender that exists already is taken over. The service has no operation to change or delete one: `destroy`
 * takes it out of the state, with a warning, and leaves it in the account.
 *
 * Inputs: {@link SenderProps}.
 */
export class Sender extends CustomResource implements DynamicResource {
  /** The account that the object lives in; moving to another account replaces the object. */
  declare readonly account: Output<string>;
  /** The from address, as declared. */
  declare readonly email: Output<string>;
  /** The from name. */
  declare readonly name: Output<string>;
  /** The company's postal address, when declared. */
  declare readonly companyAddress: Output<string | undefined>;
  /** City, when declared. */
  declare readonly city: Output<string | undefined>;
  /** State or region, when declared. */
  declare readonly state: Output<string | undefined>;
  /** Postal code, when declared. */
  declare readonly postalCode: Output<string | undefined>;
  /** Country, when declared. */
  declare readonly country: Output<string | undefined>;
  /** The sender's status in lower case, such as `verified`. */
  declare readonly status: Output<string>;
  /** Whether the sender existed before and was taken over. */
  declare readonly adopted: Output<boolean>;

  constructor(name: string, args: SenderArgs, opts?: CustomResourceOptions) {
    const declared = declare(senderLifecycle, name, args);
    super(declared.type, name, declared.inputs, opts);
    declared.lookAhead(this);
  }
}

const postal = ["companyAddress", "city", "state", "postalCode", "country"] as const;

function toWire(props: SenderProps): NewSender {
  const { email, name, companyAddress, city, state, postalCode, country } = props;
  return {
    sender_email: email,
    sender_name: name,
    ...(companyAddress === undefined ? {} : { company_address: companyAddress }),
    ...(city === undefined ? {} : { city }),
    ...(state === undefined ? {} : { state }),
    ...(postalCode === undefined ? {} : { postal_code: postalCode }),
    ...(country === undefined ? {} : { country }),
  };
}

function fromWire(row: SenderRow, declared: SenderProps): SenderProps {
  const isSameAddress = row.sender_email.toLowerCase() === declared.email.toLowerCase();
  const email = isSameAddress ? declared.email : row.sender_email;
  return { ...declared, email, name: row.sender_name };
}

const waysOut =
  "Go back to the old value, give ignoreChanges for it, or change it on the service's own pages.";

/** How senders live in an account. */
export const senderLifecycle: Lifecycle<SenderProps, SenderDecided> = {
  kind,
  namedBy: "email",
  inputs: {
    required: {
      email: address({ min: 5, max: 100 }),
      name: text({
        min: 1,
        max: 100,
        form: {
          pattern: /^[ !#-;=?A-~]+$/,
          words: 'may hold plain ASCII only, without <, >, @, " and line breaks',
        },
      }),
    },
    optional: {
      ...common,
      companyAddress: text({ min: 3, max: 500 }),
      city: text({ min: 3, max: 100 }),
      state: text({ min: 3, max: 100 }),
      postalCode: text({ min: 4, max: 15 }),
      country: text({ min: 1 }),
      adopt: flag,
    },
  },
  outputs: ["status", "adopted"],
  foresight: senderForesight,
  replaceOn: ["email", "name"],
  fixed: Object.fromEntries(postal.map((name) => [name, waysOut])),
  async create(account, props) {
    const existing = await account.senders.byAddress(props.email, isNamed(props));
    if (existing) return takeOver(account, existing, props);
    const added = await writeOnce({
      write: () => addSender(account.main, toWire(props)),
      lookUp: () => account.senders.ask(props.email, isNamed(props)),
      forget: account.senders.discard,
      deadlineMs: account.settings.deadlineMs,
    });
    account.senders.put(added);
    return { id: added.id, outputs: { status: added.status.toLowerCase(), adopted: false } };
  },
  async read(account, id, state) {
    const row = await account.senders.byId(id, state.email);
    if (!row) return undefined;
    const { status, adopted, ...declared } = state;
    return {
      props: fromWire(row, declared),
      outputs: { status: row.status.toLowerCase(), adopted },
    };
  },
  async delete(account, _id, { email }) {
    account.notice(
      `Sender "${email}" stays in the account: the service has no operation to delete it. It left the state only.`,
    );
  },
};

function isNamed(props: SenderProps): (row: SenderRow) => boolean {
  return (row) => row.sender_name === props.name;
}

function takeOver(account: Account, row: SenderRow, props: SenderProps) {
  if (props.adopt === false) {
    throw new EmailMarketingError(
      "conflict",
      "a sender with this address and name exists already. Leave out adopt: false to take it over.",
    );
  }
  const notApplied = postal.filter((name) => props[name] !== undefined);
  if (notApplied.length > 0) {
    account.notice(
      `Sender "${props.email}" existed and was taken over; not applied, since no operation changes them: ${notApplied.join(", ")}.`,
    );
  }
  return { id: row.id, outputs: { status: row.status.toLowerCase(), adopted: true } };
}
