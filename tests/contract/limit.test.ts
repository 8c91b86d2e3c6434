import { limits } from "../support/field-rule";
import { itHolds } from "./request-rule";

describe("contract limits", () => {
  itHolds(limits);
});
