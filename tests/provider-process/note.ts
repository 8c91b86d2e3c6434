import type { dynamic } from "@pulumi/pulumi";
import { flag, id, text } from "../../provider/input/check";
import type { AnyLifecycle, Lifecycle } from "../../provider/lifecycle/lifecycle";
import { dynamicProvider } from "../../provider/provider-process/dynamic-provider";

interface NoteProps {
  readonly title: string;
  readonly colour?: string;
  readonly pinned?: boolean;
  readonly existingId?: string;
}

/** A kind of object that no service has: for what the steps do alike for all. */
const note: Lifecycle<NoteProps, { readonly status: string }> = {
  kind: "Note",
  namedBy: "title",
  fields: {
    title: { required: true, check: text({ min: 1 }), replaces: true },
    colour: { check: text({ max: 5 }) },
    pinned: { check: flag },
    existingId: { check: id },
  },
  outputs: ["status"],
  create: async () => ({ id: "note-1", outputs: { status: "new" } }),
  delete: async () => undefined,
};

/** The provider of notes in the account eu, but for what a test has otherwise, as the engine's process calls it. */
export function notes(
  own: Partial<AnyLifecycle> = {},
  settings: Readonly<Record<string, string>> = {},
): Required<dynamic.ResourceProvider> {
  const provider = dynamicProvider({ ...note, ...own });
  const all: Record<string, string> = { account: "eu", apiKey: "k-1", ...settings };
  const get = (key: string) => all[key.replace("emailmarketing:", "")];
  void provider.configure?.({ config: { get } as dynamic.Config });
  return provider as Required<dynamic.ResourceProvider>;
}

/** What to do about an object of which nobody knows whether the service has it. */
export const whatNext =
  "Whether the service has made it can't be known, and a second request could make a second one, so none is sent. " +
  "Look for it in the service. If it is there, give its id as existingId and run: pulumi up. If not, run: " +
  "pulumi state delete <urn> (pulumi stack --show-urns shows the URN), and then pulumi up makes it. Where it is " +
  "protected, run first: pulumi state unprotect <urn>.";
