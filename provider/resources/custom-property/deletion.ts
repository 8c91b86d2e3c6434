import type { Account } from "../../account/account";
import { set } from "../../api/collection";
import { advised, isNotFound, unlessNotFound } from "../../errors/error";
import { quoted, quotedId } from "../../errors/redact";
import { isNamed } from "./adoption";
import type { CustomPropertyProps } from "./props";

/** Deletes the property with this id if it has the name in the state. A property with another name keeps its values. */
export async function deleteProperty(
  account: Account,
  id: string,
  { name }: CustomPropertyProps,
): Promise<void> {
  const row = await account.properties.byId(id, name);
  if (row === undefined) return;
  if (!isNamed(row, name)) {
    account.warnOnce(
      `CustomProperty ${quoted(name)} was removed from the Pulumi state, and nothing was deleted: the custom property with the id ${quotedId(id)} has the name ${quoted(row.field_name)} by now. If it is the one to delete, delete it in the service's web app.`,
    );
    return;
  }
  // "Not found" may mean that an earlier delete succeeded without getting a response.
  await unlessNotFound(
    advised(
      () => set(account.main, "deleteContactProperty", { id }),
      (error) =>
        !isNotFound(error) && namesForm.test(error.details.join("\n")) ? inForm : undefined,
    ),
  );
  account.properties.drop(id);
}

const inForm =
  'A web form in the account uses the property. Remove it from the form in the service\'s web app, or set onDestroy: "leave" and run pulumi up before you delete the resource.';

/** Recognizes the refusal of a property used in a web form by its message, because the contract has no code for it. */
const namesForm = /\b(web ?)?forms?\b/i;
