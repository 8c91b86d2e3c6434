import type { Account } from "../account/account";
import type { Settings } from "../settings/settings";
import type { EngineLog } from "./engine-log";
import type { SeenProgram } from "./seen-program";

/** What the steps of one provider share. */
export interface PluginState {
  readonly settings: () => Settings;
  readonly account: () => Account;
  readonly log: EngineLog;
  readonly program: SeenProgram;
}
