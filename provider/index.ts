require("#node-version");

export { EmailMarketingError, type ErrorCode, type ErrorDetails } from "./errors/error";
export type { Content } from "./input/asset";
export type { CommonProps } from "./input/field";
export type { WholeNumber } from "./input/validation";
export type { DynamicResource, InputOf, InputsOf } from "./program/dynamic-resource";
export { Provider, type ProviderArgs } from "./provider";
export * from "./resources/program";
