import { join } from "node:path";
import { Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";

const repository = join(__dirname, "..", "..");

/** Bundles the public declarations of a package into `dist/types.d.ts`, the only declarations that it publishes. */
export function rollUpDeclarations(workspace: string): void {
  const projectFolder = join(repository, workspace);
  const silent = { default: { logLevel: ExtractorLogLevel.None } };
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder,
      mainEntryPointFilePath: "<projectFolder>/dist/index.d.ts",
      compiler: { tsconfigFilePath: "<projectFolder>/tsconfig.json" },
      dtsRollup: { enabled: true, untrimmedFilePath: "<projectFolder>/dist/types.d.ts" },
      messages: { extractorMessageReporting: silent, tsdocMessageReporting: silent },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(projectFolder, "package.json"),
  });
  const { succeeded } = Extractor.invoke(config, {
    messageCallback: (message) => {
      if (message.logLevel !== ExtractorLogLevel.Error) message.logLevel = ExtractorLogLevel.None;
    },
  });
  if (!succeeded) throw new Error(`The declarations of ${workspace} couldn't be written.`);
}
