export const sdkLanguages = ["nodejs", "python", "go", "java", "dotnet"] as const;

export type SdkLanguage = (typeof sdkLanguages)[number];
