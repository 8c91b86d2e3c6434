require("#node-version");

export { EmailMarketingError, type ErrorCode, type ErrorDetails } from "./errors/error";
export type { Content } from "./input/asset";
export type { CommonProps, WholeNumber } from "./input/validation";
export type { DynamicResource, InputOf, InputsOf } from "./program/dynamic-resource";
export { Provider, type ProviderArgs } from "./provider";
export * from "./resources/campaign/program";
export * from "./resources/campaign-report/program";
export * from "./resources/campaign-schedule/program";
export * from "./resources/contact/program";
export * from "./resources/custom-property/program";
export * from "./resources/domain/program";
export * from "./resources/file-verification/program";
export * from "./resources/inbox-placement/program";
export * from "./resources/list/program";
export * from "./resources/reply-to/program";
export * from "./resources/sender/program";
export * from "./resources/webhook/program";
