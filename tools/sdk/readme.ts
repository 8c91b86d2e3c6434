import { programOf } from "../schema/example";
import { languages, readPublished } from "../schema/metadata";
import type { SdkLanguage } from "./language";
import { artifact } from "./maven";

interface Introduction {
  readonly title: string;
  /** Markdown with the commands that install the package. */
  readonly install: string;
  /** The language of the code block with the first program. */
  readonly fence: string;
  readonly needs: string;
}

const published = readPublished();
const names = languages(published);
const { repository, version } = published;
const home = `https://github.com/${repository}`;

const introductions: Readonly<Record<SdkLanguage, Introduction>> = {
  nodejs: {
    title: "TypeScript and JavaScript",
    install: `    npm install ${names.nodejs.packageName}`,
    fence: "typescript",
    needs:
      "It needs Node.js 20.19 or later. The npm package `pulumi-email-marketing` has the same resources without a plugin.",
  },
  python: {
    title: "Python",
    install: `    pip install ${names.python.packageName}`,
    fence: "python",
    needs: "It needs Python 3.9 or later, and is typed.",
  },
  go: {
    title: "Go",
    install: `    go get ${names.go.importBasePath}@v${version}`,
    fence: "go",
    needs: "It needs Go 1.25 or later.",
  },
  java: {
    title: "Java",
    install: fromClone(
      "Maven Central",
      `    npm run sdk -- sources java
    mvn --file sdk/java/pom.xml install`,
      `    <dependency>
      <groupId>${artifact.groupId}</groupId>
      <artifactId>${artifact.artifactId}</artifactId>
      <version>${artifact.version}</version>
    </dependency>`,
    ),
    fence: "java",
    needs: "It needs Java 11 or later, and Maven or Gradle.",
  },
  dotnet: {
    title: ".NET",
    install: fromClone(
      "NuGet",
      "    npm run sdk -- sources dotnet",
      `    <ProjectReference Include="../pulumi-emailmarketing/sdk/dotnet/Pulumi.EmailMarketing.csproj" />`,
    ),
    fence: "csharp",
    needs: "It needs .NET 6 or later. It was compiled, and not run.",
  },
};

/** Instructions to build a package that is in no registry, and to add it to a project. */
function fromClone(registry: string, commands: string, entry: string): string {
  return `It is not on ${registry}. In a clone of the [repository](${home}/tree/v${version}), after \`npm ci\`:

${commands}

In the project of the program:

${entry}`;
}

/** The README of the SDK for a language, which registries show. */
export function readmeOf(language: SdkLanguage): string {
  const { title, install, fence, needs } = introductions[language];
  const program = programOf("Sender", fence).replace("package generated_program;", "");
  return `# Email Marketing for Pulumi in ${title}

Manages an email marketing account with [Pulumi](https://www.pulumi.com): contact properties, senders, webhooks,
campaigns and their dates, with lookups of domains, lists and reports. A preview only reads, and reports what would fail
or do harm in the update.

${install}

${needs}

The first \`pulumi up\` downloads the provider plugin in the same version, ${version}, from its
[release](${home}/releases/tag/v${version}): \`github://api.github.com/${repository}\`.

## First program

\`\`\`${fence}
${program.trim()}
\`\`\`

Set the address of the service and the API key:

    pulumi config set emailmarketing:baseUrl https://<the service's host>/v1
    pulumi config set --secret emailmarketing:apiKey

To try it without an account, run \`npx email-marketing-emulator\`, which prints the settings to use.

## More

- [Installation and configuration](${home}/blob/main/docs/installation-configuration.md)
- [Resources and functions](${home}/blob/main/docs/reference/index.md)
- [Repository](${home}), [issues](${home}/issues), [changelog](${home}/blob/main/CHANGELOG.md)

Licensed under [Apache 2.0](${home}/blob/main/LICENSE).
`;
}
