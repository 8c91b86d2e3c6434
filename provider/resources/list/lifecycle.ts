import { CustomResource, type CustomResourceOptions, type Output } from "@pulumi/pulumi";
import type { Account } from "../../account/account";
import { writeOnce } from "../../account/uncertain-write";
import { createList, getList, type ListRow, searchLists } from "../../api/list";
import { EmailMarketingError } from "../../errors/error";
import { id, text } from "../../input/check";
import { type CommonProps, common } from "../../input/common-props";
import type { Lifecycle } from "../../lifecycle/lifecycle";
import { type DynamicResource, declare, type InputsOf } from "../../program/dynamic-resource";

const kind = "List";

/** What the user decides about a contact list. */
export interface ListProps extends CommonProps {
  /**
   * The list's name, 3 to 100 characters: letters, digits, `_`, `-`, `.` and space (limits known from one public client).
   * Changing this replaces the list: the old one stays in the account with its contacts.
   */
  name: string;
  /**
   * The id of a list that exists already: it comes under management and nothing is sent. Read on create only; changing
   * it later changes the state only.
   */
  existingId?: string;
}

/** The arguments of {@link List}. */
export type ListArgs = InputsOf<ListProps>;

/**
 * A contact list (POST /list, GET /list/{id}). Creating one is known from the vendor's own client only, so this resource
 * needs `emailmarketing:operations` set to `extended`.
 *
 * ```ts
 * import { Campaign, List } from "pulumi-email-marketing";
 *
 * const customers = new List("customers", { name: "Customers" });
 * new Campaign("spring", {
 *   name: "Spring news",
 *   subject: "What is new this spring",
 *   sender: { email: "news@acme.example", name: "Acme News" },
 *   plainText: "Hello. %%unsubscribe%%",
 *   listIds: [customers.id],
 * }, { protect: true });
 * ```
 *
 * No operation that is known changes or deletes a list: `destroy` takes it out of the state, with a warning, and leaves
 * it in the account.
 *
 * Inputs: {@link ListProps}.
 */
export class List extends CustomResource implements DynamicResource {
  /** The account that the object lives in; moving to another account replaces the object. */
  declare readonly account: Output<string>;
  /** The list's name. */
  declare readonly name: Output<string>;

  constructor(name: string, args: ListArgs, opts?: CustomResourceOptions) {
    const declared = declare(listLifecycle, name, args);
    super(declared.type, name, declared.inputs, opts);
    declared.lookAhead(this);
  }
}

/** How contact lists live in an account. */
export const listLifecycle: Lifecycle<ListProps, object> = {
  kind,
  namedBy: "name",
  inputs: {
    required: {
      name: text({
        min: 3,
        max: 100,
        form: {
          pattern: /^[\p{L}\p{N}_\-. ]*$/u,
          words: "may hold letters, digits, _, -, . and spaces only",
        },
      }),
    },
    optional: { ...common, existingId: id },
  },
  outputs: [],
  replaceOn: ["name"],
  settingRules: (_props, { operations }) => (operations === "extended" ? [] : [needsExtended]),
  keepsUnknown: true,
  async create(account, { name, existingId }) {
    if (existingId !== undefined) return takeOver(account, existingId, name);
    const created = await writeOnce({
      write: () => createList(account.main, name),
      lookUp: async () => (await listNamed(account, name))?.id,
      deadlineMs: account.settings.deadlineMs,
      repeats: false,
    });
    return { id: created, outputs: {} };
  },
  async read(account, listId, state) {
    const row = await existing(account, listId, state.name);
    return row && { props: { ...state, name: row.name }, outputs: {} };
  },
  async delete(account, _id, { name }) {
    account.notice(
      `List "${name}" stays in the account with its contacts: the service has no operation to delete it. It left the state only.`,
    );
  },
};

const needsExtended = {
  path: "",
  problem:
    'needs emailmarketing:operations "extended", since the specified interface has no operation to create a list. Run: pulumi config set emailmarketing:operations extended. To use a list that exists, getList({ name }) needs no setting',
};

async function takeOver(account: Account, listId: string, name: string) {
  const row = await existing(account, listId, name);
  if (row?.name === name) return { id: listId, outputs: {} };
  const problem = row
    ? `the list with the id "${listId}" has the name "${row.name}", which no operation changes. Declare that name`
    : `existingId: the account has no list with the id "${listId}"`;
  throw new EmailMarketingError("conflict", `${problem}. Nothing was sent.`);
}

/** The list with this id; undefined only when neither the read by id nor a search by name has it. */
async function existing(
  account: Account,
  listId: string,
  name: string,
): Promise<ListRow | undefined> {
  try {
    return await getList(account.main, listId);
  } catch (error) {
    if (!(error instanceof EmailMarketingError && error.code === "not-found")) throw error;
    return listNamed(account, name, listId);
  }
}

async function listNamed(
  { main }: Account,
  name: string,
  listId?: string,
): Promise<ListRow | undefined> {
  const rows = await searchLists(main, name);
  return rows.find((row) => row.name === name && (listId === undefined || row.id === listId));
}
