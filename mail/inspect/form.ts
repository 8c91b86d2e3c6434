import { leavingIn, plainLetters } from "./unsubscribe-word";
import type { Opened } from "./walk";

/** Tells which forms and buttons of a mail say that they take a reader off a list, by their start tags. */
export function formsIn() {
  const leaving = new Set<object>();
  let form: object | undefined;
  let button: object | undefined;
  const say = (text: string, source: object) => {
    if (leavingIn(plainLetters(text)) === undefined) return;
    leaving.add(source);
    if (form) leaving.add(form);
  };
  return {
    open({ tag, attributes, source, isHidden }: Opened): void {
      // Around parts of a table, a form ends where it begins, and its buttons are still its own.
      if (tag === "form") form = source;
      if (tag === "button" && !isHidden) button = source;
      if (
        tag !== "input" ||
        isHidden ||
        !/^(?:submit|image|button)$/i.test(attributes.type ?? "")
      ) {
        return;
      }
      say(`${attributes.value ?? ""} ${attributes.alt ?? ""}`, source);
    },
    text(text: string): void {
      if (button) say(text, button);
    },
    close(tag: string): void {
      if (tag === "button") button = undefined;
    },
    offersToLeave: (source: object) => leaving.has(source),
  };
}
