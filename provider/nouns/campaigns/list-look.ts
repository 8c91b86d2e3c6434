import type { Account } from "../../account/account";
import { findList, type ListRow } from "../../api/list";

const looked = new WeakMap<Account, Map<string, Promise<ListRow | undefined>>>();

/** A list as a diff sees it, asked for once; the update that follows goes by the same answer. */
export function lookAtList(account: Account, id: string): Promise<ListRow | undefined> {
  const answers = looked.get(account) ?? new Map<string, Promise<ListRow | undefined>>();
  looked.set(account, answers);
  const answer = answers.get(id) ?? findList(account.main, id);
  answers.set(id, answer);
  // A look that failed is reported to those who waited for it; the update looks anew.
  answer.catch(() => answers.delete(id));
  return answer;
}

/** The lists of an account, each as a diff sees it. */
export function listsInDiff(account: Account) {
  return { byId: (id: string) => lookAtList(account, id) };
}

/** What a diff has seen of a list, for the one update that follows; else what the account says now. */
export function readList(account: Account, id: string): Promise<ListRow | undefined> {
  const answer = looked.get(account)?.get(id);
  looked.get(account)?.delete(id);
  return answer ?? findList(account.main, id);
}
