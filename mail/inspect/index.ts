export { contentMistakesIn, withoutEntities } from "./content-mistakes";
export { clippedFromBytes, inspectHtml } from "./inspection";
export type { References } from "./reference";
export { tokensOf } from "./token";
export type { WrongTags } from "./unclosed";
export {
  plainLetters,
  textOffersUnsubscribe,
  unsubscribeUrlPatterns as leavingParts,
} from "./unsubscribe";
