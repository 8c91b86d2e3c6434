/** Provider input that stands only among the inputs of an explicit provider, whose process sees nothing else. */
export const explicitMarker = "emailmarketing:explicitProvider";
