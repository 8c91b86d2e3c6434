import { defineSecretInputTests } from "../resources/secret-input/suite";
import { runtimes } from "../support/program";

for (const runtime of runtimes) defineSecretInputTests(runtime);
