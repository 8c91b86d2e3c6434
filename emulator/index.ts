require("#node-version");

export type {
  Account,
  Campaign,
  CampaignStatus,
  Contact,
  Domain,
  FileVerification,
  InboxPlacement,
  Kind,
  List,
  Mail,
  Open,
  Property,
  ReplyEmail,
  Row,
  Segment,
  Sender,
  Unsubscribe,
  Webhook,
} from "./account/account";
export type { Profile } from "./account/profile";
export type { Seed } from "./account/seed";
export type { Controls } from "./control/controls";
export type { Emulator, EmulatorOptions } from "./emulator";
export type { Fault } from "./http/fault";
export { defaultKeys } from "./http/key";
export type { RateLimit } from "./http/rate-limit";
export type { Exchange, LoggedRequest } from "./http/request-log";
export { startEmulator } from "./server";
