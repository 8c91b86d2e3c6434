import { type ContractOperation, isPart, type Part, part } from "../../contract/document";

/** The id in an operation's path that the contract gives as an example; empty without one. */
export function exampleId(document: Part, operation: ContractOperation): string {
  const item = part(part(document, "paths"), operation.path);
  const parameters = [item.parameters, operation.part.parameters].flat();
  const example = parameters.filter(isPart).map((parameter) => parameter.example)[0];
  return typeof example === "string" ? example : "";
}
