export { type FrameSource, frameSource, type Images } from "./frame";
export { type Entry, type IndexHead, indexPage } from "./index-page";
export { type Inspection, inspectHtml } from "./inspect";
export type { Mail, MailContent, MailFinding, MailList, TextChange, Unsupported } from "./mail";
export { type Frames, type MailPageLinks, mailPage, type PageLink } from "./mail-page";
export { type Markup, markup } from "./markup";
export { page } from "./page";
export { type Column, tableOf } from "./part-table";
export { filled, type Sample } from "./token";
