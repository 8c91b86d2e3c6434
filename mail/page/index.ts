export { filled, replaceTokens, type Sample } from "../inspect/token";
export type { Calendar, CalendarList, CalendarMail, CalendarMark } from "./calendar";
export { type FrameSource, frameSource, type Images } from "./frame";
export { type Entry, type IndexHead, indexPage } from "./index-page";
export type {
  AddressAnswer,
  Mail,
  MailContent,
  MailFinding,
  MailList,
  TextChange,
} from "./mail";
export { type MessageParts, messageParts } from "./mail";
export { type Frames, type MailPageLinks, mailPage, type PageLink } from "./mail-page";
export { type Markup, markup, page } from "./page";
export { type Column, tableOf } from "./part-table";
