export { type FrameOptions, frameDocument, hasRemoteImages, type Images } from "./frame";
export { type Entry, type IndexHead, indexPage } from "./index-page";
export { type Inspection, inspectHtml } from "./inspect";
export type { Mail, MailContent, MailFinding, TextChange, Unsupported } from "./mail";
export { type Frames, type MailPageLinks, mailPage } from "./mail-page";
export { type Markup, markup } from "./markup";
export { page } from "./page";
export { filled, type Sample } from "./token";
