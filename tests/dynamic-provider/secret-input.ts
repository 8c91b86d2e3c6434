import { defineSecretInputTests } from "../resources/secret-input/suite";

defineSecretInputTests("dynamic");
