export { withoutEntities } from "./entity";
export { inspectHtml } from "./inspection";
export { neverMeantIn } from "./never-meant";
export type { References } from "./reference";
export { clippedFromBytes } from "./size";
export { tokensOf } from "./token";
export type { WrongTags } from "./unclosed";
export { textOffersUnsubscribe } from "./unsubscribe";
export { leavingParts, plainLetters } from "./unsubscribe-word";
