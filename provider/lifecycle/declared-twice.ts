import { finding } from "../input/finding";
import type { PreflightCheck } from "./preflight";

/** When two resources of one program are the same object, and what to say of it. */
export interface Duplicate<Props> {
  readonly kind: string;
  readonly name: string;
  readonly isSame: (one: Partial<Props>, other: Partial<Props>) => boolean;
  /** What is wrong, given the logical name of the other one. */
  readonly problem: (other: string) => string;
}

/** An error where the program declares an object twice: reported once of two, by one that is new or changed. */
export function declaredTwice<Props>({
  kind,
  name,
  isSame,
  problem,
}: Duplicate<Props>): PreflightCheck<Props> {
  return async (props, { declared, order }) => {
    const other = (await declared(kind)).find(
      (one) =>
        (one.order < order || (one.order > order && !one.isChanged)) &&
        isSame(props, one.props as Partial<Props>),
    );
    return other ? [finding("error", name, problem(other.name))] : [];
  };
}

/** Whether two values are the same text without case; what isn't known is the same as nothing. */
export function isSameText(one: unknown, other: unknown): boolean {
  return (
    typeof one === "string" &&
    typeof other === "string" &&
    one !== "" &&
    one.toLowerCase() === other.toLowerCase()
  );
}
