import type { CustomResource } from "@pulumi/pulumi";
import { createClaims, engineNotes } from "../account/claims";
import { unlessOwnError } from "../errors/error";
import { containsUnknown, type Properties } from "../input/plain";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import { isPreview } from "./program";
import { programSettings, selectedSettings } from "./program-settings";
import { engineOfProgram, isMocked, knownSoFar, providerOfResource } from "./sdk";

/**
 * Notes the object of a resource that `--target` or `--exclude` leaves out of an update, so that the removal of another resource keeps the
 * object. The engine asks no provider about such a resource.
 */
export function noteLeftOut(
  resource: CustomResource,
  lifecycle: AnyLifecycle,
  inputs: Properties,
): void {
  if (isMocked() || isPreview() || lifecycle.keysOf === undefined) return;
  // The checks report settings that are invalid.
  void note(resource, lifecycle, inputs).catch(unlessOwnError);
}

async function note(
  resource: CustomResource,
  { kind, keysOf }: AnyLifecycle,
  inputs: Properties,
): Promise<void> {
  // Pulumi reports why a resource was not registered.
  const id = await knownSoFar(resource.id).catch(() => undefined);
  // In an update, only the id of a resource that the engine leaves out stays unknown.
  if (!containsUnknown(id)) return;
  const provider = providerOfResource(resource);
  const [props, explicit] = await Promise.all([
    knownSoFar(inputs),
    knownSoFar(selectedSettings({ provider })),
  ]);
  if (containsUnknown(props)) return;
  const settings = programSettings(explicit as Record<string, string> | undefined);
  const claims = createClaims(settings, () => engineNotes([engineOfProgram() ?? ""]));
  for (const key of keysOf?.(props) ?? []) claims.leaveOut(kind, key);
}
