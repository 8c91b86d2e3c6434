/** Provider input that stands only among the inputs of an explicit provider, whose process sees nothing else. */
export const explicitMarker = "emailmarketing:explicitProvider";

/** Provider input that names the guards among its settings that are the stack config's. */
export const inheritedMarker = "emailmarketing:ofStackConfig";
