require("#node-version");

export type * from "./account/account";
export type { Controls } from "./control/controls";
export type { EmulatorOptions } from "./control/parts";
export { defaultKeys } from "./http/api-key";
export type { Fault } from "./http/fault";
export type { RateLimit } from "./http/rate-limit";
export type { Exchange, LoggedRequest } from "./http/request-log";
export { type Emulator, startEmulator } from "./server";
