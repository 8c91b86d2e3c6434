export { kilobytes } from "../inspect/count";
export { filled, replaceMergeTags, type Sample } from "../inspect/token";
export type { Calendar, CalendarMail, CalendarMark } from "./calendar";
export { type Images, type SanitizedHtml, sanitizeHtml } from "./frame";
export { type Entry, type IndexHead, indexPage } from "./index-page";
export {
  type AddressAnswer,
  type Mail,
  type MailContent,
  type MailFinding,
  type MailList,
  type MessageParts,
  messageParts,
  type TextChange,
} from "./mail";
export { type Frames, mailPage, type PageLink } from "./mail-page";
export { type Markup, markup, page } from "./page";
export { type Column, tableOf } from "./part-table";
