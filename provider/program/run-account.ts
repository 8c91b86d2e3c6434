import { type Account, createHoldings, type Holdings, openAccount } from "../account/account";
import type { Client } from "../client/request";
import type { Settings } from "../settings/settings";
import * as program from "./program";

const runs = new WeakMap<object, Map<string, Account>>();

/**
 * The account of these settings as the functions of one run of the program see it. An inline program serves several runs
 * in one process: they share its pace, and nothing that was read.
 */
export function accountOfRun(settings: Settings): Account {
  const known = accountsOfRun().get(settings.identity);
  if (known) return known;
  const account = accountAnew(settings);
  accountsOfRun().set(settings.identity, account);
  return account;
}

/** The same account with nothing read yet: for what may have changed since. */
export function accountAnew(settings: Settings): Account {
  const account = openAccount(settings);
  return { ...account, ...createHoldings(account.main) };
}

/** What a preview reads by `main`, which waits less than a function; what a function of this run reads is used as well. */
export function holdingsForPreview(settings: Settings, main: Client): Holdings {
  return accountsOfRun().get(settings.identity) ?? createHoldings(main);
}

function accountsOfRun(): Map<string, Account> {
  const run = program.currentRun();
  const known = runs.get(run) ?? new Map<string, Account>();
  runs.set(run, known);
  return known;
}
