/** The languages that an SDK can be generated for. */
export const sdkLanguages = ["nodejs", "python", "go", "java", "dotnet"] as const;

/** A language that an SDK can be generated for. */
export type SdkLanguage = (typeof sdkLanguages)[number];
