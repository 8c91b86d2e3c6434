import { type Account, checkSenderDomain, domainIdOf, requireNewId } from "../../account/account";
import { writeIdempotently } from "../../account/cache";
import { addSender, type NewSender, type SenderRow, senders } from "../../api/collections";
import { quoted } from "../../errors/redact";
import { finding, type NamedFinding } from "../../input/finding";
import {
  address,
  type CommonProps,
  commonFields,
  type Fields,
  flag,
  oneOf,
  text,
  toWire,
} from "../../input/validation";
import { createdFields } from "../../lifecycle/check";
import type { DataSource } from "../../lifecycle/data-source";
import { requireNone } from "../../lifecycle/failure";
import {
  declaredTwice,
  duplicateWarning,
  isSameAddress,
  listAll,
  onlyWithKey,
  readRows,
} from "../../lifecycle/found-object";
import { type CheckedStep, type Lifecycle, retainedInAccount } from "../../lifecycle/lifecycle";
import { comparedAddress } from "../../plain/domain";
import { isSameSpelling } from "../../plain/text";
import { isUnknown, omitUndefined } from "../../plain/value";

/** Fields of a sender to send beside the inputs, under the names that the service uses. */
export interface SenderExtraFields {
  /** Fields to send with the create (`POST /senders`). They can't be changed after creation. */
  create?: Record<string, unknown>;
}

/** The inputs of a sender. */
export interface SenderProps extends CommonProps {
  /**
   * The from address, 5 to 100 characters. Its domain must be in the account and verified.
   * Changing this replaces the sender; the old one stays in the account.
   */
  email: string;
  /**
   * The from name, 1 to 100 printable ASCII characters, without `<`, `>`, `@` and `"`: `Mueller` in place of `Müller`.
   * Changing this replaces the sender; the old one stays in the account.
   */
  name: string;
  /**
   * The company's postal address, 3 to 500 characters. It can't be changed after creation.
   * @defaultValue the one in the account's profile
   */
  companyAddress?: string;
  /**
   * The city, 3 to 100 characters. It can't be changed after creation.
   * @defaultValue the one in the account's profile
   */
  city?: string;
  /**
   * The state or region, 3 to 100 characters. It can't be changed after creation.
   * @defaultValue the one in the account's profile
   */
  state?: string;
  /**
   * The postal code, 4 to 15 characters. It can't be changed after creation.
   * @defaultValue the one in the account's profile
   */
  postalCode?: string;
  /**
   * The country: a name or an ISO code. It can't be changed after creation.
   * @defaultValue the one in the account's profile
   */
  country?: string;
  /**
   * Whether to adopt an existing sender with this address (compared without case) and name. If `false`, an existing
   * sender is an error with the code `conflict`. A change updates the state only.
   * @defaultValue `true`
   */
  adopt?: boolean;
  /**
   * Fields to send beside the inputs. For an input that the service calls by another name than this package, leave the
   * input out and set the field. Not sent to a sender that is adopted, and can't be changed after creation.
   */
  extraFields?: SenderExtraFields;
}

/** The outputs of a sender, as its class describes them. */
export interface SenderOutputs {
  status: string;
  adopted: boolean;
  /** If the sender is missing, a refresh uses this to check that it reads the right account. */
  domainId?: string | undefined;
}

const changeHint =
  "Restore the old value, or add the input to ignoreChanges. The service's web app can change it.";

const fields: Fields<SenderProps> = {
  email: {
    required: true,
    check: address({ min: 5, max: 100 }),
    wire: "sender_email",
    // A changed address or name needs a new sender, because the service has no operation that changes a sender.
    replaces: true,
  },
  name: {
    required: true,
    check: text({
      min: 1,
      max: 100,
      problemOf: (name) =>
        /^[ !#-;=?A-~]+$/.test(name)
          ? undefined
          : 'must contain only printable ASCII characters, without <, >, @ and "',
    }),
    wire: "sender_name",
    replaces: true,
  },
  companyAddress: {
    check: text({ min: 3, max: 500 }),
    wire: "company_address",
    immutable: changeHint,
  },
  city: { check: text({ min: 3, max: 100 }), wire: "city", immutable: changeHint },
  state: { check: text({ min: 3, max: 100 }), wire: "state", immutable: changeHint },
  postalCode: { check: text({ min: 4, max: 15 }), wire: "postal_code", immutable: changeHint },
  country: { check: text({ min: 1 }), wire: "country", immutable: changeHint },
  adopt: { check: flag },
  extraFields: createdFields,
  ...commonFields,
};

/** The reason why an existing sender can't be adopted; undefined if it can be adopted. */
function senderConflict({ adopt }: Partial<SenderProps>): NamedFinding | undefined {
  if (adopt !== false) return undefined;
  const problem =
    "a sender with this address and name already exists, and adopt is false. Remove adopt: false to adopt it, or use another name.";
  return finding("error", "sender-conflict", problem, { input: "adopt" });
}

/** True for a sender with this name, in any spelling that the service may return. */
function isNamed(name: string): (row: SenderRow) => boolean {
  return (row) => isSameSpelling(row.sender_name, name);
}

async function checkSender({ account, props, keeps }: CheckedStep<SenderProps>) {
  const { email, name } = props;
  if (email === undefined || isUnknown(email)) return [];
  const isKnown = name !== undefined && !isUnknown(name);
  const existing = isKnown && (await account.senders.byKey(email, isNamed(name)));
  if (!existing) return checkSenderDomain(account, email, "email");
  const conflict = senderConflict(props);
  if (conflict) return [conflict];
  if (["email", "name"].every((input) => keeps?.includes(input))) return [];
  const problem =
    "a sender with this address and name already exists and will be adopted; its postal address will not change.";
  return [finding("info", "sender-exists", problem)];
}

export const senderLifecycle: Lifecycle<SenderProps, SenderOutputs> = {
  kind: "Sender",
  labelInput: "email",
  fields,
  outputs: { status: true, adopted: true, domainId: true },
  preflightChecks: [
    declaredTwice<SenderProps>({
      name: "sender-duplicate",
      isSame: (one, other) =>
        isSameAddress(one.props.email, other.props.email) &&
        one.props.name === other.props.name &&
        !isUnknown(one.props.name),
      problem: (other) =>
        `Sender ${quoted(other)} in this program has the same address and name, so both would manage the same sender. Declare it only once.`,
    }),
    { inputs: ["email", "name", "adopt"], ask: checkSender, only: "new" },
  ],
  async create(account, props) {
    // A second resource for the same sender waits until the first has created the sender, and then finds it.
    const key = `Sender ${comparedAddress(props.email)} ${props.name}`;
    return account.lockCreate(key, async () => {
      // Searches before adding the sender, because no operation deletes a sender that was added twice.
      const isSame = isNamed(props.name);
      const existing = await account.senders.byKey(props.email, isSame);
      const domainId = await domainIdOf(account, props.email);
      // If `ignoreChecks` suppresses this conflict, the code below adds a second sender.
      if (existing) requireNone(senderConflict(props), props);
      if (existing && props.adopt !== false) {
        tellAdopted(account, props);
        return { id: existing.id, outputs: { status: existing.status, adopted: true, domainId } };
      }
      // The senders from before the create, so that a look-up after a lost response takes none of them for the new one.
      const before = existing ? await account.senders.withKey(props.email) : [];
      const isNew = (row: SenderRow) => isSame(row) && before.every(({ id }) => id !== row.id);
      const sender = { ...props.extraFields?.create, ...(toWire(fields, props) as NewSender) };
      const added = await writeIdempotently({
        write: () => addSender(account.main, sender),
        lookUp: () => account.senders.ask(props.email, isNew),
        forget: account.senders.discard,
        until: account.main.deadline(),
      });
      requireNewId(account, "Sender", added.id, adoptLaterAdvice);
      account.senders.put(added);
      return { id: added.id, outputs: { status: added.status, adopted: false, domainId } };
    });
  },
  async read(account, id, state) {
    const row = await account.senders.byId(id, state.email);
    // A sender with this id and another address belongs to another account, because no operation changes an address.
    if (!row || !isSameAddress(row.sender_email, state.email)) return undefined;
    return {
      ...state,
      // The service may return the address and name in another spelling. That doesn't count as a change.
      name: isNamed(state.name)(row) ? state.name : row.sender_name,
      status: row.status,
      domainId: state.domainId ?? (await domainIdOf(account, state.email)),
    };
  },
  async find(account, key) {
    // The key is an id or has the form `address|name`, because several senders may share an address.
    const [email = "", ...name] = key.split("|");
    const row =
      name.length === 0
        ? await account.senders.byId(key)
        : await account.senders.byKey(email, isNamed(name.join("|")));
    return row && foundSender(row);
  },
  list: (account) => listAll(account, senders, foundSender),
  findDuplicates: async ({ senders }, { email, name }) =>
    duplicateWarning((await senders.knownWithKey(email)).filter(isNamed(name)), {
      name: "sender-twice",
      what: "sender with this address and name",
    }),
  retainMessage: () => retainedInAccount(),
};

const adoptLaterAdvice =
  "The sender may have been added; the next pulumi up looks for it, and adopts it if it is there.";

function foundSender({ id, sender_email, sender_name, status, createdDate }: SenderRow) {
  return {
    id,
    props: { email: sender_email, name: sender_name },
    outputs: { status, adopted: true },
    created: createdDate,
    nameParts: [sender_email, sender_name, id],
  };
}

function tellAdopted({ warnOnce }: Account, props: SenderProps): void {
  const given = (Object.keys(fields) as (keyof SenderProps)[]).filter((name) => name in props);
  const notApplied = given.filter((name) => fields[name].immutable || name === "extraFields");
  if (notApplied.length === 0) return;
  warnOnce(
    `Sender ${quoted(props.email)} already existed and was adopted. These inputs were not applied, because the service has no operation to change them: ${notApplied.join(", ")}.`,
  );
}

/** The arguments of {@link getSenders}. */
export interface GetSendersArgs {
  /**
   * Part of the address or name, at most 255 characters.
   * @defaultValue every sender
   */
  search?: string;
  /**
   * What the senders are sorted by.
   * @defaultValue the service decides
   */
  sortField?: "email" | "name" | "createdAt";
  /**
   * The direction of the sort.
   * @defaultValue the service decides
   */
  sortOrder?: "asc" | "desc";
}

/** The result of {@link getSender}: a sender that the account has. */
export interface GetSenderResult {
  /** The sender's id. */
  id: string;
  /** The from address. */
  email: string;
  /** The from name. */
  name: string;
  /** When it was added, `YYYY-MM-DD HH:MM:SS` as the service sends it; the contract names no zone. */
  createdAt: string;
  /** Its status in lower case, such as `verified`. */
  status: string;
}

/** The result of {@link getSenders}. */
export interface GetSendersResult {
  /** The active and verified senders that match, of all pages; empty when nothing matches. */
  senders: GetSenderResult[];
}

/** The arguments of {@link getSender}. */
export interface GetSenderArgs {
  /** The whole from address, without case. */
  email: string;
  /** The from name, needed when several senders share the address. */
  name?: string;
}

export const sendersSource: DataSource<GetSendersArgs, GetSendersResult> = {
  name: "getSenders",
  inputs: {
    search: { check: text({ max: 255 }) },
    sortField: { check: oneOf("email", "name", "createdAt") },
    sortOrder: { check: oneOf("asc", "desc") },
  },
  async look(account, { search, sortField, sortOrder }) {
    const wanted = omitUndefined({
      search,
      sort_field: sortField && sortFields[sortField],
      sort_order: sortOrder,
    });
    return { senders: (await readRows(account, senders, wanted)).map(fromWire) };
  },
};

/** Finds one sender. All senders that the search returns are cached for other look-ups in the account. */
export const senderSource: DataSource<GetSenderArgs, GetSenderResult> = {
  name: "getSender",
  inputs: {
    email: { required: true, check: text({ min: 1, max: 255, isExact: true }) },
    name: { check: text({ min: 1, max: 100 }) },
  },
  async look(account, wanted) {
    const { email: key, name } = wanted;
    // Several senders may share an address. If no name is given, the error about them says to set `name`, too.
    const narrowed = name === undefined ? { choose: "name, too" } : { fits: isNamed(name) };
    const asked = { key, wanted, all: "getSenders", ...narrowed };
    return fromWire(await onlyWithKey(account.senders, senders, asked));
  },
};

const sortFields = {
  email: "sender_email",
  name: "sender_name",
  createdAt: "created_date",
} as const;

function fromWire(row: SenderRow): GetSenderResult {
  const { id, sender_email, sender_name, createdDate, status } = row;
  return { id, email: sender_email, name: sender_name, createdAt: createdDate, status };
}
