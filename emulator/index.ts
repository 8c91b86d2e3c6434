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
  Profile,
  Property,
  ReplyEmail,
  Row,
  Segment,
  Sender,
  Unsubscribe,
  Webhook,
} from "./account";
export {
  type Controls,
  defaultKeys,
  type Emulator,
  type EmulatorOptions,
  type Exchange,
} from "./emulator";
export type { Fault } from "./fault";
export type { RateLimit } from "./rate-limit";
export type { LoggedRequest } from "./request-log";
export type { Seed } from "./seed";
export { startEmulator } from "./server";
