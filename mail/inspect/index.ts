export { withoutEntities } from "./entity";
export { inspectHtml } from "./inspection";
export {
  type LookedUp,
  largeClients,
  longestLookedUp,
  unsupportedFeatures,
} from "./mail-clients";
export { clippedFromBytes } from "./size";
export { textOffersUnsubscribe } from "./unsubscribe";
