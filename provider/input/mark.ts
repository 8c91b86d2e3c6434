/** The key that marks what is not a plain value, on the engine's wire and in the state. */
export const mark = "4dabf18193072939515e22adb298388d";

/** Under the key of a value that is secret. */
export const secretMark = "1b47061264138c4ac30d75fd1eb44270";
